import type { IDataObject } from 'n8n-workflow';

import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import type { GivenMark } from '../../support/row-model.mts';
import {
	createMarkedRow,
	EMPTY_COLUMNS,
	openResults,
	openSheet,
	REQUEST,
	useFixedTime,
} from '../../support/updated-sheet.mts';

// When the node fails before anything is sent, because of how the sheet or the nodes are set up.

useFixedTime();

const openChecked = (sheet: IDataObject[], isManual = false) =>
	openSheet(sheet, { mode: 'checked', isManual });
const findFailure = (sheet: IDataObject[], matchColumn = 'row_number') =>
	openSheet(sheet, { matchColumn }).setupFailure;

const ROW = { row_number: 2, Unit: '4B', ...EMPTY_COLUMNS };

test('Due Rows fails where this execution has marked one of the rows', () => {
	expect(findFailure([createMarkedRow(), {}], '')).toBe(
		"Nothing was sent. This execution has marked rows to be sent. Choose 'Checked Rows' as 'Update Rows'.",
	);
});

test('Checked Rows that a person starts sends the rows that this execution has marked', () => {
	const sheet = [createMarkedRow({ owner: 'another execution' }), createMarkedRow()];
	expect(openChecked(sheet, true)).toMatchObject({ setupFailure: undefined, isDue: [false, true] });
});

const CHANGED = { purpose: 'another request' } as const;
test.each<[string, boolean, Array<Partial<GivenMark>>]>([
	['no row makes the request of its mark', true, [CHANGED, CHANGED]],
	['the only row was changed', false, [CHANGED]],
	['one of three rows was not changed', false, [CHANGED, CHANGED, {}]],
	['another row may have been sent before', false, [CHANGED, CHANGED, { purpose: 'stopped' }]],
])('Checked Rows fails where nodes before it change all rows: %s: %p', (_, fails, marks) => {
	const { setupFailure = '' } = openChecked(
		marks.map((mark, row) => createMarkedRow(mark, `r${row}`)),
	);
	expect(setupFailure.includes('nodes between check and send change the columns')).toBe(fails);
});

test('Checked Rows fails where nodes before it drop all columns of the person', () => {
	const blank = { body: {}, problems: [], isBlankRow: true };
	const find = (owner: GivenMark['owner'], requests: Request[]) =>
		openSheet([createMarkedRow({ owner }, 'r1'), createMarkedRow({ owner }, 'r2')], {
			...{ mode: 'checked', requests },
		}).setupFailure;
	expect(find('this execution', [blank, blank])).toContain('change the columns');
	expect(find('this execution', [blank, REQUEST])).toBeUndefined();
	expect(find('another execution', [blank, blank])).toBeUndefined();
	const only = { mode: 'checked', requests: [blank] } as const;
	expect(openSheet([createMarkedRow()], only).setupFailure).toContain('change the columns');
});

test('Checked Rows fails where nodes before it write the status and not the mark', () => {
	const unmarked = { ...createMarkedRow(), screeningMark: '' };
	const old = createMarkedRow({ owner: 'another execution' }, 'r2');
	expect(openChecked([unmarked, old]).setupFailure).toContain(
		"mark of this execution in 'screeningMark'",
	);
	expect(openChecked([unmarked, createMarkedRow()]).setupFailure).toBeUndefined();
	expect(openChecked([old]).setupFailure).toBeUndefined();
	expect(openChecked([unmarked, old], true).setupFailure).toContain('Run the whole workflow');
});

const dropColumn = (dropped: string) =>
	Object.fromEntries(Object.entries(createMarkedRow()).filter(([name]) => name !== dropped));

test.each(['screeningStatus', 'screeningNote', 'screeningMark'])(
	'Checked Rows fails without %s, and says to add it: there is no match column to change',
	(dropped) => {
		const { setupFailure } = openChecked([dropColumn(dropped)]);
		expect(setupFailure).toContain(`The sheet has no column '${dropped}'. Add '${dropped}' to`);
	},
);

test.each(['userId', 'sentAt'])('Checked Rows without %s sends no row, each says so', (dropped) => {
	const { rows, item, setupFailure } = openChecked([dropColumn(dropped)]);
	expect(setupFailure).toBeUndefined();
	const { message } = rows.getMarkedRow(item)!.findObjection('a')!;
	expect(message).toContain(`The sheet has no column '${dropped}'`);
});

const OWN = "'userId', 'screeningStatus', 'screeningNote', 'screeningMark' and 'sentAt'";
test.each<[IDataObject, string | undefined]>([
	[ROW, undefined],
	[{ row_number: 2, ...EMPTY_COLUMNS, sentAt: undefined, screeningStatus: undefined }, undefined],
	[{ Unit: '4B', ...EMPTY_COLUMNS }, "'row_number'"],
	[{ row_number: 2 }, OWN],
])(
	'a sheet needs the match column and those of the node, whole rows none: %j: %s',
	(row, lacks) => {
		const failure = findFailure([row]);
		if (lacks === undefined) expect(failure).toBeUndefined();
		else expect(failure).toMatch(new RegExp(`The sheet has no columns? ${lacks}\\. .* column`));
		expect(findFailure([row], '')).toBeUndefined();
	},
);

test('results need the columns of their output, spelled exactly', () => {
	const row = { userId: 'u', resultStatus: '', resultNote: '', creditScore: '', Rent: '' };
	const findMissing = (...neededColumns: string[]) => {
		const request = { ...REQUEST, neededColumns };
		return openResults([row], { matchColumn: 'userId', request }).setupFailure;
	};
	expect(findMissing('creditScore')).toBeUndefined();
	expect(findMissing('creditScore', 'rent', 'jobTitle')).toContain(
		"The sheet has no columns 'rent' and 'jobTitle'. Add 'rent' and 'jobTitle' to the columns of",
	);
});

test('a match column of another spelling is named, so that it can be entered', () => {
	const row = { 'User ID': 'u', resultStatus: '', resultNote: '' };
	const find = (matchColumn: string) => openResults([row], { matchColumn }).setupFailure;
	expect(find('userId')).toBe(
		"Nothing was fetched. The sheet has no column 'userId'. As 'Column to Match On', enter 'User ID'.",
	);
	expect(find('User ID')).toBeUndefined();
});

test.each(['Screening Status', 'screeningstatus'])("'%s' is no status column", (header) => {
	const { screeningStatus, ...others } = ROW;
	expect(findFailure([{ ...others, [header]: screeningStatus }])).toContain(
		`The sheet has '${header}', but this node reads and writes 'screeningStatus'. Rename or`,
	);
});

test('all columns of another spelling are named in one message', () => {
	const { screeningStatus, screeningNote, ...others } = ROW;
	const sheet = { ...others, 'Screening Status': screeningStatus, 'Screening Note': screeningNote };
	expect(findFailure([sheet])).toContain(
		"'Screening Status' and 'Screening Note', but this node reads and writes 'screeningStatus' and 'screeningNote'.",
	);
});

test.each<[unknown, unknown, string | undefined]>([
	[1, 2, undefined],
	['a', 'A', undefined],
	[0, 1, undefined],
	['', 'a', "'row_number' is empty in row 1"],
	[undefined, 'a', 'is empty in row 1'],
	[{ a: 1 }, 'a', 'is empty in row 1'],
	[{ valueOf: 1, toString: 1 }, 'a', 'is empty in row 1'],
	['a', 'a', "More than one row has 'a' as its 'row_number'"],
	['07', 7, "More than one row has '07'"],
	[0, '', 'More than one row'],
	[0, undefined, 'More than one row'],
])('a row to act on has a match value of its own: %j beside %j: %s', (value, other, message) => {
	const findFailureAt = (screeningStatus: string) =>
		findFailure([
			{ ...ROW, row_number: value as string, screeningStatus },
			{ ...ROW, row_number: other as string, screeningStatus: 'sent' },
		]);
	for (const status of ['', 'by hand']) {
		if (message === undefined) expect(findFailureAt(status)).toBeUndefined();
		else expect(findFailureAt(status)).toContain(message);
	}
	// A row that nothing happens to may have any value.
	expect(findFailureAt('sent')).toBeUndefined();
});

test("two applicants' results cannot be written by one match value, one applicant's can", () => {
	const columns = { resultStatus: '', resultNote: '', userId: 'u', Unit: '4B' };
	const find = (...requests: Request[]) =>
		openResults([columns, columns], { matchColumn: 'Unit', requests }).setupFailure;
	const [one, other] = ['u1', 'u2'].map((userId) => ({ pathValues: { userId }, problems: [] }));
	expect(find(one!, one!)).toBeUndefined();
	expect(find(one!, other!)).toContain("More than one row has '4B' as its 'Unit'");
});

test.each<[string, IDataObject, string | undefined]>([
	['has its results', { userId: 'u1', resultStatus: 'complete' }, "More than one row has '4B'"],
	['is blank', { userId: '' }, "More than one row has '4B'"],
	['is blank and has no match value', { userId: '', Unit: '' }, "'Unit' is empty in row 2"],
	['has the results of both', { userId: 'u2', resultStatus: 'complete' }, undefined],
])('a row is not left out without a word because the one before it %s', (_, first, message) => {
	const row = { userId: 'u2', resultStatus: '', resultNote: '', Unit: '4B' };
	const find = (...sheet: IDataObject[]) => {
		const requests = sheet.map(({ userId }) => ({
			...{ pathValues: { userId: String(userId) }, problems: [], isBlankRow: userId === '' },
		}));
		return openResults(sheet, { matchColumn: 'Unit', requests }).setupFailure;
	};
	const second = { ...row, Unit: first.Unit ?? '4B' };
	if (message === undefined) expect(find({ ...row, ...first }, second)).toBeUndefined();
	else expect(find({ ...row, ...first }, second)).toContain(message);
	// Once it is done as well, the node has nothing to do.
	expect(find({ ...row, ...first }, { ...second, resultStatus: 'complete' })).toBeUndefined();
});

test('the match column must not be one that the node writes', () => {
	expect(findFailure([ROW], 'screeningMark')).toContain(
		"Nothing was sent. This node writes 'screeningMark', so rows cannot be found by it. As 'Column to Match On', enter",
	);
});
