import {
	createMark,
	findKnownMark,
	makeRoom,
	rememberMark,
	type Mark,
} from '../../../nodes/RentalScreening/rows/mark.ts';
import { MarkRecord } from '../../../nodes/RentalScreening/rows/record.ts';
import {
	checkSheet,
	EMPTY_COLUMNS,
	MINUTE_MS,
	NOW,
	useFixedTime,
} from '../../support/updated-sheet.mts';

// How many marks a process knows. A file of its own, as they live as long as the process.

useFixedTime();

const MAX = 50_000;

test('at most 50,000 marks are known: those that are over are forgotten first, then old ones, and the rest stays due', () => {
	const cells = { columns: [], hash: '' };
	const add = (count: number, madeAt: number, state: 'open' | 'over' = 'open'): Mark[] =>
		Array.from({ length: count }, () => {
			const record = Object.assign(new MarkRecord(), { state });
			const mark = createMark('f');
			rememberMark(mark, { owner: 'o', execution: 'e', madeAt, cells, record });
			return mark;
		});
	const known = (marks: readonly Mark[]) => marks.filter((mark) => findKnownMark(mark, 'o')).length;
	const old = add(10, NOW - 61 * MINUTE_MS);
	const young = add(MAX - 30, NOW);
	const over = add(20, NOW, 'over');
	expect(makeRoom(5)).toBe(5);
	expect([old, young, over].map(known)).toEqual([10, MAX - 30, 15]);
	expect(makeRoom(25)).toBe(25);
	expect([old, young, over].map(known)).toEqual([5, MAX - 30, 0]);
	expect(makeRoom(100)).toBe(30);
	add(28, NOW);
	const sheet = [2, 3, 4].map((row_number) => ({
		...{ row_number, ...EMPTY_COLUMNS, Asks: `Applicant ${row_number}` },
	}));
	const rows = checkSheet(sheet, { matchColumn: 'row_number' });
	expect(rows.map(({ screeningStatus }) => screeningStatus)).toEqual([
		...['in progress', 'in progress', ''],
	]);
});
