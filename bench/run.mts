import { parseArgs } from 'node:util';
import colours from 'picocolors';

import { plainProgress } from '../dev/host/progress.mts';
import { markdown, type Sheet } from './report.mts';
import { RESULTS, writeResults } from './results.mts';
import { SECTIONS } from './sections.mts';

const NAMES = Object.keys(SECTIONS);

try {
	const { sections, mostItems, applicants } = readArguments();
	for (const name of sections) {
		const sheets: Sheet[] = [];
		await SECTIONS[name]!(
			plainProgress(),
			async (sheet) => {
				console.log(markdown(sheet));
				sheets.push(sheet);
				if (mostItems === Infinity) await writeResults(name, sheets);
			},
			{ mostItems, applicants },
		);
	}
	if (mostItems === Infinity) {
		console.log(`\nWritten to ${colours.cyan(RESULTS)}. Next: update the figures of docs/.`);
	}
} catch (error) {
	console.error(`\n${colours.red('The benchmark did not finish.')} ${(error as Error).message}`);
	process.exitCode = 1;
}

/**
 * The sections to run, default all but `scale`, which takes over an hour. `--items=<n>`: at most so many
 * items, and no results are written. `--applicants=<n>`: how many `scale` has.
 */
function readArguments(): { sections: string[]; mostItems: number; applicants: number } {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { items: { type: 'string' }, applicants: { type: 'string', default: '100000' } },
	});
	const unknown = positionals.filter((name) => !NAMES.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no '${unknown.join("', '")}', only: ${NAMES.join(', ')}.`);
	}
	return {
		sections: positionals.length > 0 ? positionals : NAMES.filter((name) => name !== 'scale'),
		mostItems: Number(values.items ?? Infinity),
		applicants: Number(values.applicants),
	};
}
