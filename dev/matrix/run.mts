import Table from 'cli-table3';
import colours from 'picocolors';

import { step } from '../host/progress.mts';
import { terminalProgress } from '../host/spinner.mts';
import { runJest, type Totals } from './jest.mts';
import { MATRICES } from './legs.mts';

const [name = ''] = process.argv.slice(2);
const legs = MATRICES[name];
if (legs === undefined) {
	console.error(`Name one of these: ${Object.keys(MATRICES).join(', ')}.`);
	process.exit(1);
}

const progress = terminalProgress();
const table = new Table({ head: ['Version', 'Passed', 'Failed'], style: { head: [], border: [] } });
const failures: string[] = [];
for (const leg of legs) {
	const node = await leg.node(progress);
	const totals = await step(
		progress,
		`Tests with ${leg.name}`,
		async (current): Promise<Totals> =>
			await runJest({
				...leg,
				node,
				onFile: (count) => current.update(`${count} files through`),
			}),
		({ passed, failed }) => `${leg.name}: ${passed} passed, ${failed} failed`,
	);
	table.push([leg.name, totals.passed.toLocaleString('en'), totals.failed.toLocaleString('en')]);
	failures.push(...totals.failures.map((failure) => `${leg.name}: ${failure}`));
}
console.log(`\n${table.toString()}`);
for (const failure of failures) console.log(colours.red(`✗ ${failure}`));
console.log(
	failures.length === 0
		? `\nNext: the figures belong into the README, section ${colours.cyan('Compatibility')}.`
		: `\nNext: run one with ${colours.cyan('npx jest --config test/jest.config.mjs -t "<name>"')}.`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
