import { humanize, toOneLine } from '../nodes/RentalScreening/core/text.ts';
import { readFlags } from '../nodes/RentalScreening/results/applicant.ts';
import { escapeCell } from '../nodes/RentalScreening/results/cells.ts';
import { maskSsn } from '../nodes/RentalScreening/results/ssn.ts';
import { findMedian } from './median.mts';
import type { Goal } from './report.mts';

/** CPU time of masking and shaping 1 MB of the worst input, by that of JSON: machines differ by a factor of three. */
export function measureMasking(): Goal[] {
	const ssn = [123456789, '001-23-4567'];
	return [
		measureWorst('maskSsn', (text) => maskSsn({ ssn, text }), TEXTS),
		...[humanize, toOneLine, escapeCell].map((read) =>
			measureWorst(read.name, (text) => read(text), TEXTS),
		),
		measureWorst('maskSsn of objects', maskSsn, OBJECTS),
		measureWorst('readFlags', (flag) => readFlags([flag]), [...TEXTS, ...OBJECTS]),
	];
}

/** What a pattern may try again at every character, and what has most digits. */
const TEXTS =
	'A| |A_|=|ssn |social |1|1 |1-|1--|1–|1———|123-45-6789 |123456789 |000-00-0000-|漢1|1\u00A0|%31|&#49;|ssn 123456789 '
		.split('|')
		.map((part) => `${part.repeat(1_000_000 / part.length)}!`);

/** 1 MB as JSON. */
const FIELDS = fields(50_000, (index) => `field${index}`);

const OBJECTS: unknown[] = [
	nested('ssn'),
	nested('flag'),
	nested(`${'x'.repeat(2000)} ssn`),
	fields(25_000, (index) => `123-45-6789 ${index}`),
	fields(50_000, (index) => `ssn ${index} ssn`),
	{ ssn: Array.from({ length: 50_000 }, (_, index) => 123_456_789 + index), text: TEXTS[11] },
	{ ['aA'.repeat(500_000)]: FIELDS },
];

function nested(name: string): unknown {
	return Array.from({ length: 480 }).reduce((inner) => ({ [name]: inner }), '123-45-6789');
}

function fields(length: number, name: (index: number) => string): unknown {
	return Object.fromEntries(Array.from({ length }, (_, index) => [name(index), 1e8 + index]));
}

function measureWorst<Input>(name: string, read: (input: Input) => unknown, inputs: Input[]): Goal {
	const found = Math.max(...inputs.map((input) => compareToJson(() => read(input))));
	return { text: `${name}: the worst 1 MB, to JSON of 1 MB there and back`, limit: 10, found };
}

/** How many times the CPU time of 1 MB of fields written as JSON and read again, as n8n does: the median, in turns. */
function compareToJson(work: () => unknown): number {
	const ratios = Array.from({ length: 8 }, () => {
		const ofJson = milliseconds(() => JSON.parse(JSON.stringify(FIELDS)));
		return milliseconds(work) / ofJson;
	});
	// The first one compiles.
	return findMedian(ratios.slice(1));
}

/** CPU time of `work`. */
function milliseconds(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
