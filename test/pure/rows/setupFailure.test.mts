import type { IDataObject } from 'n8n-workflow';

import {
	checkSheet,
	EMPTY_COLUMNS,
	NOW,
	openResults,
	openSheet,
	useFixedTime,
} from '../../support/updated-sheet.mts';

// When the node fails before anything is sent, because of how the sheet or the nodes are set up.

useFixedTime();

const ROW = { row_number: 2, Asks: 'Ada', ...EMPTY_COLUMNS };
const findFailure = (sheet: IDataObject[], matchColumn = 'row_number') =>
	openSheet(sheet, { matchColumn }).setupFailure;

test('all that is missing stands in one message', () => {
	const read = () =>
		({ problems: [{ label: 'Flow ID', clause: 'is empty', scope: 'run' }] }) as never;
	expect(openSheet([{ Asks: 'Ada' }], { matchColumn: 'row_number', read }).setupFailure).toBe(
		"Nothing was sent. 'Flow ID' is empty. The sheet needs the columns 'userId', 'screeningStatus', 'screeningNote', 'screeningMark' and 'sentAt' in row 1, spelled exactly like this. There is no column 'row_number'. As 'Column to Match On', enter 'row_number' for 'Google Sheets', 'id' for a data table, or another column whose values are unique; clear it to write a file. Then run it again, or turn 'Update Rows' off.",
	);
});

test.each<[string, IDataObject, string, string | undefined]>([
	['all columns are there', ROW, 'row_number', undefined],
	['a column is absent', { ...ROW, sentAt: undefined }, 'row_number', "needs the columns 'sentAt'"],
	['a file is to be written', { Asks: 'Ada' }, '', undefined],
	[
		'a column of a file is spelled otherwise',
		{ 'User ID': 'u', SentAt: '' },
		'',
		"'userId' and 'sentAt' in row 1, spelled exactly like this, not like 'User ID' and 'SentAt'",
	],
	[
		'a column is spelled otherwise',
		{ ...ROW, userId: undefined, 'user id': 'u' },
		'row_number',
		"not like 'user id'",
	],
	['the match column is missing', ROW, 'Unit', "There is no column 'Unit'"],
	['the node writes the match column', ROW, 'userId', "writes 'userId', so no row is found by it"],
	['only a blank row is there', { Asks: 'blank', row_number: 2 }, 'row_number', undefined],
	['only what is below a title is there', { Asks: 'blank' }, 'key', "There is no column 'key'"],
])('before anything is sent, the sheet is looked at: %s', (_, row, matchColumn, message) => {
	const sheet = [Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== undefined))];
	const failure = findFailure(sheet as IDataObject[], matchColumn);
	if (message === undefined) expect(failure).toBeUndefined();
	else expect(failure).toContain(message);
});

test.each<[string, unknown, unknown, string | undefined]>([
	['another number is', 1, 2, undefined],
	['another case is', 'a', 'A', undefined],
	['0 is', 0, 1, undefined],
	['an empty cell is not', '', 'a', "has no 'row_number'"],
	['a missing cell is not', undefined, 'a', "has no 'row_number'"],
	['the same text is not', 'a', 'a', "Rows 1, 2 have the same 'row_number'"],
	['the same number as text is not', '7', 7, "have the same 'row_number'"],
	['text with a 0 in front is', '07', 7, undefined],
	['a long number as text is', '1000000000000000781', '1000000000000000782', undefined],
])('a row that is written needs a match value of its own: %s one', (_, value, other, message) => {
	const find = (screeningStatus: string) =>
		findFailure([
			{ ...ROW, row_number: value as string, screeningStatus },
			{ ...ROW, row_number: other as string, screeningStatus: 'sent' },
		]);
	if (message === undefined) expect(find('')).toBeUndefined();
	else expect(find('')).toContain(message);
	// A row that nothing happens to may have any value.
	expect(find('sent')).toBeUndefined();
});

test.each<[string, unknown, unknown, object, boolean]>([
	['that are one number are refused', '07', 7, {}, true],
	['that are 0 and empty are refused', 0, '', {}, true],
	['of 15 equal digits are refused', '1000000000000000781', '1000000000000000782', {}, true],
	['of which one is text are taken', '07', '7a', {}, false],
	['of Google Sheets are taken as text', '07', 7, { row_number: 2 }, false],
	['of a data table are taken as text', '07', 7, { id: 2, createdAt: '2026-11-24' }, false],
])('match values are compared as Excel does: those %s', (_, Unit, other, added, isOne) => {
	const row = { Asks: 'Ada', ...EMPTY_COLUMNS, ...added };
	const sheet = [
		{ ...row, Unit },
		{ ...row, Unit: other, screeningStatus: 'by hand' },
	];
	const failure = findFailure(sheet as IDataObject[], 'Unit');
	if (isOne) expect(failure).toMatch(/have the same 'Unit'|has no 'Unit'/);
	else expect(failure).toBeUndefined();
});

test('where the numbers that n8n gives rows come twice, the message says how to read each row once', () => {
	const sheet = [1, 1].map((id) => ({ ...ROW, id, createdAt: '2026-11-24' }));
	expect(findFailure(sheet as IDataObject[], 'id')).toContain(
		"have the same 'id': turn on 'Execute Once' in the node that reads them, and read one sheet or table",
	);
});

test('no message of a check speaks of turning Update Rows off, which would send', () => {
	const sheet = [{ Asks: 'Ada' }];
	const find = (mode: 'check' | 'due') => openSheet(sheet, { mode, matchColumn: 'Unit' });
	expect(find('due').setupFailure).toContain("turn 'Update Rows' off");
	expect(find('check').setupFailure).toMatch(/Then run it again\.$/);
});

test('a question fails the node, also where a row that was checked is in progress', () => {
	const [marked] = checkSheet([ROW], { matchColumn: 'row_number' });
	const sentence = "Whose is 'Email'?";
	const read = () => ({ body: {}, problems: [{ sentence, scope: 'run' as const }] });
	const sheet = [marked!, { ...ROW, row_number: 3, Asks: 'Ben' }];
	expect(openSheet(sheet, { read, matchColumn: 'row_number' }).setupFailure).toContain(sentence);
});

test('rows that share a user ID, matched on it, count as one, and are not fetched', () => {
	const row = { userId: 'u', resultStatus: '', resultNote: '' };
	const { setupFailure, steps, rows, items } = openResults([row, row], { matchColumn: 'userId' });
	expect([setupFailure, ...steps]).toEqual([undefined, 'send', 'skip']);
	expect(rows.getRow(items[0]!).request.problems).toMatchObject([
		{ sentence: 'Several rows have this user ID: keep it in one' },
	]);
	const numbered = [2, 3].map((row_number) => ({ ...row, row_number }));
	const byRow = openResults(numbered, { matchColumn: 'row_number' });
	expect(byRow.steps).toEqual(['send', 'send']);
});

/** The row, marked by Check Only. */
const marked = () => checkSheet([ROW]);

test('with Checked Rows, the node fails where no mark is known', () => {
	const { setupFailure } = openSheet(marked(), { mode: 'checked', credential: 'other' });
	expect(setupFailure).toContain(
		'None of these rows was marked by this n8n, since it started, with this workflow, operation and credential',
	);
	expect(setupFailure).toContain("each becomes 'maybe sent'");
});

test('with Checked Rows, a mark that is not known is skipped beside one that is', () => {
	const other = { ...marked()[0], screeningMark: '2026-11-24T12:00:00.000Z a b' };
	const { setupFailure, steps } = openSheet([...marked(), other], { mode: 'checked' });
	expect([setupFailure, ...steps]).toEqual([undefined, 'send', 'skip']);
});

test.each(Object.keys(EMPTY_COLUMNS))('with Checked Rows, the column %s must be there', (name) => {
	const rows = marked().map(({ ...row }) => ({ ...row, [name]: undefined }) as IDataObject);
	const sheet = rows.map((row) => JSON.parse(JSON.stringify(row)) as IDataObject);
	const { setupFailure } = openSheet(sheet, { mode: 'checked', execution: 'another' });
	expect(setupFailure).toContain(`needs the columns '${name}' in row 1`);
});

test('with Checked Rows, the node fails where this execution has marked rows and none of them came back', () => {
	checkSheet([ROW], { execution: 'with a title' });
	const open = (execution: string) => openSheet([ROW], { mode: 'checked', execution });
	expect(open('with a title').setupFailure).toContain('is the header in row 1');
	expect(open('of somebody else')).toMatchObject({ setupFailure: undefined, steps: ['skip'] });
	// Due Rows marks what it has sent.
	const due = openSheet([ROW], { execution: 'sent at once' });
	due.rows.writeSent(due.item, 'usr-1', NOW, false);
	expect(open('sent at once').setupFailure).toBeUndefined();
});

test('a user ID that is none is not in several rows, beside rows without one', () => {
	const problem = { label: 'userId', clause: 'is not an ID', scope: 'item' } as const;
	const { rows } = openResults(
		['..', '', ''].map((userId) => ({ userId, resultStatus: '', resultNote: '' })),
		{
			read: ({ columns: { userId } }) => ({
				pathValues: { userId: '' },
				...{ problems: userId === '' ? [] : [problem], isBlankRow: userId === '' },
			}),
		},
	);
	expect(rows.requests[0]!.problems).toEqual([problem]);
});
