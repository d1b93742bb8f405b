import { parseArgs } from 'node:util';
import colours from 'picocolors';

import { plainProgress } from '../dev/host/progress.mts';
import { contest } from './contest.mts';
import { measureMasking } from './masking.mts';
import { toGoalSheet, formatSheet, RESULTS, writeResults, type Sheet } from './report.mts';
import { toScaleSheets } from './scale-report.mts';
import { measureScale } from './scale.mts';

/** How much is measured. */
interface Size {
	/** Fewer than usual, to see that it works. */
	mostItems: number;
	/** Of `scale`. */
	applicants: number;
}

/** All parts of the benchmark, by the names that `npm run bench -- <name>` takes: their tables, as they are measured. */
const SECTIONS: Readonly<Record<string, (size: Size) => AsyncIterable<Sheet> | Iterable<Sheet>>> = {
	send: ({ mostItems }) => contest('send', plainProgress(), mostItems),
	results: ({ mostItems }) => contest('results', plainProgress(), mostItems),
	async *scale({ applicants }) {
		yield* toScaleSheets(await measureScale(applicants, plainProgress()));
	},
	masking: () => [toGoalSheet('Goals: masking', measureMasking())],
};

try {
	const { sections, size } = readArguments();
	const isWritten = size.mostItems === Infinity;
	for (const name of sections) {
		const sheets: Sheet[] = [];
		for await (const sheet of SECTIONS[name]!(size)) {
			console.log(formatSheet(sheet));
			sheets.push(sheet);
			if (isWritten) await writeResults(name, sheets);
		}
	}
	if (isWritten) {
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
function readArguments(): { sections: string[]; size: Size } {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { items: { type: 'string' }, applicants: { type: 'string', default: '100000' } },
	});
	const names = Object.keys(SECTIONS);
	const unknown = positionals.filter((name) => !names.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no '${unknown.join("', '")}', only: ${names.join(', ')}.`);
	}
	return {
		sections: positionals.length > 0 ? positionals : names.filter((name) => name !== 'scale'),
		size: {
			mostItems: Number(values.items ?? Infinity),
			applicants: Number(values.applicants),
		},
	};
}
