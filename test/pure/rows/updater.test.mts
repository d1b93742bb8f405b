import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import {
	checkSheet,
	EMPTY_COLUMNS,
	MINUTE_MS,
	NOW,
	openResults,
	openSheet,
	readJson,
	useFixedTime,
	type SheetSettings,
} from '../../support/updated-sheet.mts';

// What is written into a row and returned of it.

useFixedTime();

const MARK = expect.stringMatching(/^2026-11-24T12:00:00\.000Z \w{12} \w{16}$/) as unknown;
const ASK_FIRST = "Ask first, then clear 'screeningStatus' to send it again.";
const ADA = { ...EMPTY_COLUMNS, Asks: 'Ada' };

function writeFailure(failure: Failure, row: IDataObject, settings?: SheetSettings) {
	const { rows, item } = openSheet([row], settings);
	return readJson(rows.writeFailure(item, failure));
}

test.each<[Failure['kind'], string, string]>([
	['invalid', 'refused', 'It happened. Do this.'],
	['refused', 'refused', 'It happened. Do this.'],
	['noAccess', 'not sent', 'It happened. Do this.'],
	['maybe', 'maybe sent', `It happened. Do this. ${ASK_FIRST}`],
])('a failure of the kind %s leaves the row %s', (kind, screeningStatus, screeningNote) => {
	const failure = new Failure(kind, 'It happened', 'Do this.');
	const written = { screeningStatus, screeningNote };
	expect(writeFailure(failure, ADA)).toMatchObject({ ...written, screeningMark: MARK });
	// With Checked Rows the row is found by its mark.
	const [marked] = checkSheet([ADA]);
	const { screeningMark } = marked!;
	expect(writeFailure(failure, marked!, { mode: 'checked' })).toStrictEqual({
		...{ ...written, screeningMark },
	});
});

test.each<[Failure['kind'], string]>([
	['invalid', 'not fetched'],
	['mismatch', 'not fetched'],
	['notFound', 'not complete'],
	['incomplete', 'not complete'],
])('a failure of the kind %s leaves a row of results %s', (kind, resultStatus) => {
	const written = writeFailure(
		new Failure(kind, 'No', ''),
		{ userId: 'u' },
		{ operation: getResults },
	);
	expect(written).toMatchObject({ resultStatus, resultNote: 'No.' });
});

/** As some sources give a row. */
const dropEmpty = (row: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([, cell]) => (cell ?? '') !== ''));

test.each([
	["'Email' is empty", "Reason: 'Email' is empty. Do this."],
	['=1+1', 'Reason: =1+1. Do this.'],
	['It is…', 'It is… Do this.'],
	['a\nb.', 'a b. Do this.'],
])('a note begins with a letter and ends its sentences: %j', (message, note) => {
	const failure = new Failure('invalid', message, 'Do this.');
	expect(writeFailure(failure, {})!.screeningNote).toBe(note);
});

test('Check Only writes status, mark and note only, and the note says what a row will become', () => {
	const old = new Date(NOW - 90 * MINUTE_MS).toISOString();
	const rows = [
		ADA,
		{ ...ADA, Asks: 'wrong' },
		{ ...ADA, userId: 'mine' },
		{ ...ADA, screeningStatus: 'in progress', screeningMark: `${old} a b` },
		{ ...ADA, screeningStatus: 'in progress', userId: 'usr-1' },
		{ ...ADA, screeningStatus: 'sent', userId: 'usr-1' },
	];
	const before = rows.map((row, index) => ({ row_number: index + 2, ...row }));
	const { rows: updater, items } = openSheet(before, { mode: 'check', matchColumn: 'row_number' });
	const written = items.map((item) => readJson(updater.writeUnsent(item)));
	const screeningStatus = 'in progress';
	const mark = (row_number: number, screeningNote: unknown) => ({
		...{ row_number, screeningStatus, screeningNote, screeningMark: MARK },
	});
	expect(written).toStrictEqual([
		mark(2, expect.stringMatching(/^Will send \(do not clear the status\): /)),
		mark(3, expect.stringMatching(/^Reason: 'Asks' must be right\. /)),
		mark(4, expect.stringMatching(/^Reason: 'userId' is filled: if it is an ID of your own/)),
		mark(5, `An earlier run stopped while it was sending this row. ${ASK_FIRST}`),
		mark(6, ''),
		undefined,
	]);
});

test('the first row that Check Only marks names the columns that are not read', () => {
	const read = ({ index }: Item) => ({
		...{ body: {}, problems: [] },
		...(index === 0 ? { unreadColumns: ['Notes', 'Pets'] } : {}),
	});
	const done = { ...ADA, screeningStatus: 'sent' };
	const notes = checkSheet([done, ADA, ADA], { read }).map((row) => String(row.screeningNote));
	expect(notes.map((note) => note.includes("Not read: 'Notes' and 'Pets'"))).toEqual([
		...[false, true, false],
	]);
});

test('the outcome of a row whose save failed is written by the next run, node by node', () => {
	const marked = checkSheet([{ row_number: 2, ...ADA }]);
	const first = openSheet(marked, { mode: 'checked' });
	first.rows.writeSent(first.item, 'usr-1', NOW, false);
	for (const mode of ['due', 'checked'] as const) {
		const { rows, item, steps } = openSheet(marked, { mode });
		expect(steps).toEqual(['outcome']);
		expect(readJson(rows.writeUnsent(item))).toMatchObject({
			...{ userId: 'usr-1', screeningStatus: 'sent', sentAt: '2026-11-24T12:00:00.000Z' },
		});
	}
	const again = checkSheet(marked);
	expect(again).toMatchObject([{ screeningStatus: 'in progress', screeningNote: '' }]);
	expect(openSheet(again, { mode: 'checked' }).steps).toEqual(['outcome']);
});

test('an ID is written even where the rows came without the empty columns', () => {
	const marked = checkSheet([{ row_number: 2, ...ADA }]).map(dropEmpty);
	const { rows, item } = openSheet(marked, { mode: 'checked' });
	expect(readJson(rows.writeSent(item, 'usr-1', NOW, false))).toMatchObject({ userId: 'usr-1' });
});

test('a row that another run has taken is left to it, and has its outcome once it is over', () => {
	const marked = checkSheet([ADA]);
	const [one, other] = [1, 2].map(() => openSheet(marked, { mode: 'checked' }));
	const [mine, theirs] = [one!, other!].map(({ rows, item }) => rows.getRow(item));
	expect([mine!.take(), mine!.take(), theirs!.take()]).toEqual([true, true, false]);
	expect(other!.rows.writeSuperseded(other!.item)).toEqual([]);
	const late = new Failure('noAccess', 'Later', '');
	expect(other!.rows.writeFailure(other!.item, late)).toEqual([]);
	one!.rows.writeSent(one!.item, 'usr-1', NOW, false);
	expect(readJson(other!.rows.writeFailure(other!.item, late))).toMatchObject({
		...{ userId: 'usr-1', screeningStatus: 'sent' },
	});
});

test('a row that is marked again because it changed is not sent by a run that read it before', () => {
	const marked = checkSheet([ADA]);
	const { rows, item } = openSheet(marked, { mode: 'checked' });
	checkSheet([{ ...marked[0], Asks: 'Ben' }]);
	expect(rows.getRow(item).take()).toBe(false);
	expect(readJson(rows.writeSuperseded(item))).toMatchObject({ screeningStatus: 'maybe sent' });
});

test.each([
	['', true],
	['not sent', false],
])('a marked row whose status is %j was cleared by a person, also in a check: %p', (status, is) => {
	const row = { ...checkSheet([ADA])[0], screeningStatus: status };
	for (const one of [row, checkSheet([row])[0]!]) {
		const { rows, item } = openSheet([one]);
		expect(rows.getRow(item).wasCleared).toBe(is);
	}
});

test('what was sent since two minutes before a row was first marked was sent for it, also once it is marked again', () => {
	const marked = checkSheet([ADA]);
	jest.setSystemTime(NOW + 5 * MINUTE_MS);
	const later = [checkSheet(marked), marked].map((rows) => openSheet(rows, { mode: 'checked' }));
	const since = [...later, openSheet([ADA])].map(({ rows, item }) => rows.getRow(item).since);
	expect(since.map((time) => (time - NOW) / MINUTE_MS)).toEqual([-2, -2, 3]);
});

test('a row that was refused is skipped unless its operation, or what is wrong with it, changes', () => {
	const read = ({ columns: { Asks: value } }: Item) => {
		const problem = { label: 'Asks', clause: 'is odd', scope: 'item', value } as const;
		return { body: {}, problems: [problem] };
	};
	const refused = writeFailure(new Failure('invalid', 'No', ''), ADA, { read })!;
	const decide = (change: object, settings: SheetSettings = {}) =>
		openSheet([{ ...refused, ...change }], { read, ...settings }).steps;
	expect(decide({})).toEqual(['skip']);
	expect(decide({ Asks: 'Ben' })).toEqual(['send']);
	expect(decide({}, { parameters: { operation: 'send' } })).toEqual(['send']);
});

test('a row that was marked with an ID of the user is refused, and done with another ID', () => {
	const marked = checkSheet([{ ...ADA, userId: 'tenant 7' }]);
	expect(openSheet(marked).steps).toEqual(['send']);
	expect(openSheet([{ ...marked[0], userId: 'usr-1' }]).steps).toEqual(['done']);
});

test.each([
	[39, false],
	[41, true],
])(
	'with Checked Rows a row that was marked %d minutes ago is too late to be sent: %p',
	(minutes, isLate) => {
		const marked = checkSheet([ADA]);
		jest.setSystemTime(NOW + minutes * MINUTE_MS);
		const [checked, due] = (['checked', 'due'] as const).map((mode) => openSheet(marked, { mode }));
		expect(checked!.rows.getRow(checked!.item)).toMatchObject({ step: 'send', isLate });
		expect(due!.rows.getRow(due!.item)).toMatchObject({ step: 'send', isLate: false });
	},
);

test('a run that ends gives back what it has taken and not sent', () => {
	const marked = checkSheet([ADA]);
	const stopped = openSheet(marked, { mode: 'checked' });
	stopped.rows.getRow(stopped.item).take();
	expect(openSheet(marked, { mode: 'checked' }).steps).toEqual(['skip']);
	stopped.rows.giveBack();
	expect(openSheet(marked, { mode: 'checked' }).steps).toEqual(['send']);
});

describe('where rows are found by a column', () => {
	const settings = { matchColumn: 'row_number' };
	const row = { row_number: 2, Note: 'mine', ...ADA };

	test('only the match column and what is written is returned', () => {
		const written = writeFailure(new Failure('noAccess', 'No', ''), row, settings);
		expect(written).toStrictEqual({
			...{ row_number: 2, screeningStatus: 'not sent', screeningNote: 'No.' },
			screeningMark: MARK,
		});
	});

	test('a row that stays as it is is not returned', () => {
		const done = { ...row, screeningStatus: 'sent' };
		const { rows, item } = openSheet([done], settings);
		expect(rows.writeUnsent(item)).toEqual([]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['an empty cell is filled', { creditScore: '' }, { creditScore: 700 }],
		['a cell with n/a is filled', { creditScore: 'n/a' }, { creditScore: 700 }],
		['a filled one stays', { creditScore: 0 }, {}],
		['a column that the sheet lacks is not made', {}, {}],
	])('results: %s', (_, cells, written) => {
		const own = { row_number: 2, userId: 'u', resultStatus: '', resultNote: '' };
		const { rows, item } = openResults([{ ...own, ...cells }], settings);
		expect(readJson(rows.writeResults(item, { creditScore: 700 }))).toStrictEqual({
			...{ row_number: 2, resultStatus: 'complete', resultNote: '', ...written },
		});
	});
});

test('whole rows come out once each, with all own columns and their files', () => {
	const { rows, items } = openSheet([{ Asks: 'Ada' }, { Asks: 'blank', Unit: '4B' }]);
	const binary = { lease: { data: 'eA==', mimeType: 'text/plain' } };
	const withFile = new Item({} as never, 0, items[0]!.columns, binary);
	const own = { userId: null, sentAt: null, screeningMark: MARK };
	expect(rows.writeFailure(withFile, new Failure('noAccess', 'No', ''))).toStrictEqual([
		{
			json: { Asks: 'Ada', ...own, screeningStatus: 'not sent', screeningNote: 'No.' },
			...{ binary, pairedItem: { item: 0 } },
		},
	]);
	expect(readJson(rows.writeUnsent(items[1]!))).toStrictEqual({ Asks: 'blank', Unit: '4B' });
});
