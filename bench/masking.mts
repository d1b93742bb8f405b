import { escapeCell } from '../nodes/RentalScreening/core/cells.ts';
import { maskSsn } from '../nodes/RentalScreening/core/ssn.ts';
import { findMedian, toGoalSheet, type Goal, type Sheet } from './report.mts';

/** What a pattern may try again at every character, and what has most digits: 1 MB each. */
const TEXTS = 'A| |=|ssn |1|1-|1———|123-45-6789 |123456789 |000-00-0000-|%31|ssn 123456789 '
	.split('|')
	.map((part) => `${part.repeat(1_000_000 / part.length)}!`);

const FIELDS = makeFields((index) => `field${index}`);

const OBJECTS: unknown[] = [
	...TEXTS.map((text) => ({ ssn: [123456789, '001-23-4567'], text })),
	Array.from({ length: 480 }).reduce((inner) => ({ ssn: inner }), '123-45-6789'),
	makeFields((index) => `123-45-6789 ${index}`),
	makeFields((index) => `ssn ${index} ssn`),
];

function makeFields(toName: (index: number) => string): unknown {
	return Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [toName(index), 1e8]));
}

/** CPU time of masking and shaping 1 MB of the worst input, by that of JSON: machines differ by a factor of three. */
export function* measureMasking(): Generator<Sheet> {
	const works: Array<[name: string, works: Array<() => unknown>]> = [
		['maskSsn', OBJECTS.map((answer) => () => maskSsn(answer))],
		['escapeCell', TEXTS.map((text) => () => escapeCell(text))],
	];
	const goals = works.map(([name, each]): Goal => {
		const found = Math.max(...each.map(compareToJson));
		return [`${name}: the worst 1 MB, to JSON of 1 MB there and back`, 10, found];
	});
	yield toGoalSheet('Goals: masking', goals);
}

/** The median of several times, in turns; the first one compiles. */
function compareToJson(work: () => unknown): number {
	const ratios = Array.from({ length: 8 }, () => {
		const ofJson = measureCpuTime(() => JSON.parse(JSON.stringify(FIELDS)));
		return measureCpuTime(work) / ofJson;
	});
	return findMedian(ratios.slice(1));
}

function measureCpuTime(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}
