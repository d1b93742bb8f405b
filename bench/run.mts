import { parseArgs } from 'node:util';

import { contest } from './contest.mts';
import { GET_RESULTS, SEND_WITH_FLOW } from './contestants.mts';
import { measureMasking } from './masking.mts';
import { formatSheet, writeResults, type Sheet } from './report.mts';
import { measureScale } from './scale.mts';

/**
 * `npm run bench -- <sections>`: default all but `scale`, which takes over an hour. `--items=<n>`: at most so many
 * items or applicants, to see that it works; no results are written.
 */
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { items: { type: 'string', default: 'Infinity' } },
});
const mostItems = Number(values.items);

/** All parts of the benchmark: their tables, as they are measured. */
const SECTIONS: Readonly<Record<string, () => AsyncIterable<Sheet> | Iterable<Sheet>>> = {
	send: () => contest(SEND_WITH_FLOW, mostItems),
	results: () => contest(GET_RESULTS, mostItems),
	masking: measureMasking,
	scale: () => measureScale(Math.min(mostItems, 100_000)),
};

const chosen = positionals.length > 0 ? positionals : ['send', 'results', 'masking'];
for (const name of chosen) {
	const sheets: Sheet[] = [];
	for await (const sheet of SECTIONS[name]!()) {
		console.log(formatSheet(sheet));
		sheets.push(sheet);
		if (mostItems === Infinity) await writeResults(name, sheets);
	}
}
