import { parseArgs } from 'node:util';
import colours from 'picocolors';

import { terminalProgress } from '../dev/host/spinner.mts';
import { printed, type Sheet } from './report.mts';
import { RESULTS, writeResults } from './results.mts';
import { SECTIONS } from './sections.mts';

const NAMES = Object.keys(SECTIONS);

try {
	const { sections, size } = chosen();
	for (const name of sections) {
		const sheets: Sheet[] = [];
		await SECTIONS[name]!(
			terminalProgress(),
			async (sheet) => {
				console.log(printed(sheet));
				sheets.push(sheet);
				await writeResults(name, sheets, NAMES);
			},
			size,
		);
	}
	console.log(`\nWritten to ${colours.cyan(RESULTS)}. Next: see whether the README still says so.`);
} catch (error) {
	console.error(
		`\n${colours.red('The benchmark did not get through.')} ${(error as Error).message}`,
	);
	process.exitCode = 1;
}

/** The sections named on the command line, or all of them, and the size that `scale` takes. */
function chosen(): { sections: string[]; size?: number } {
	const { positionals } = parseArgs({ allowPositionals: true });
	const named = positionals.filter((word) => !/^\d+$/.test(word));
	const size = positionals.find((word) => !named.includes(word));
	const unknown = named.filter((name) => !NAMES.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no '${unknown.join("', '")}', only: ${NAMES.join(', ')}.`);
	}
	return {
		sections: named.length > 0 ? named : NAMES,
		...(size === undefined ? {} : { size: Number(size) }),
	};
}
