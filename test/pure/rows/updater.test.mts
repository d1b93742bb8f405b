import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import type { Mode } from '../../support/row-model.mts';
import {
	createMarkedRow,
	EMPTY_COLUMNS,
	NOW,
	openResults,
	openSheet,
	readJson,
	REQUEST,
	useFixedTime,
	writeUnsent,
	type SheetSettings,
} from '../../support/updated-sheet.mts';

// What is written into a row and returned of it.

useFixedTime();

/** What is returned of a row that did not succeed. */
function writeFailure(failure: Failure, row: IDataObject, settings?: SheetSettings) {
	const { rows, item } = openSheet([row], settings);
	return readJson(rows.writeFailure(item, failure));
}

const SEND_AGAIN = " and turn 'Send Again' on";

test.each<[Failure['kind'], Mode, string, string, boolean]>([
	['invalid', 'due', 'not sent', '', false],
	['noAccess', 'checked', 'not sent', '', false],
	['refused', 'due', 'refused', '', true],
	['refused', 'checked', 'refused', '', false],
	['maybe', 'due', 'maybe sent', SEND_AGAIN, true],
	['maybe', 'checked', 'maybe sent', '', false],
])('a failure of the kind %s with %s: the row is %s%s', (kind, mode, status, more, isMarked) => {
	const row = { ...EMPTY_COLUMNS, screeningMark: 'as it was', sentAt: 'Monday' };
	const ask = ` Ask first, then clear 'screeningStatus'${more} to send it again.`;
	const written = writeFailure(new Failure(kind, 'It happened', 'Do this.'), row, { mode });
	expect({ ...row, ...written }).toStrictEqual({
		...{ ...row, screeningStatus: status },
		screeningNote: `It happened. Do this.${kind === 'maybe' ? ask : ''}`,
		screeningMark: isMarked ? expect.stringMatching(/^2026-11-24T12:00:00\.000Z 7 /) : 'as it was',
	});
});

test.each([
	["'Email' is empty", "Reason: 'Email' is empty. Do this."],
	['=1+1', 'Reason: =1+1. Do this.'],
	['It is…', 'It is… Do this.'],
	['At 9.30 it failed', 'At 9.30 it failed. Do this.'],
	['a\nb.', 'a b. Do this.'],
])('a note begins with a letter and ends its sentences: %j', (message, note) => {
	const failure = new Failure('invalid', message, 'Do this.');
	expect(writeFailure(failure, {})!.screeningNote).toBe(note);
});

test('a note has no blanks at its end where there is nothing to do', () => {
	const failure = new Failure('incomplete', 'Not yet', '');
	expect(writeFailure(failure, {}, { operation: getResults })).toMatchObject({
		...{ resultStatus: 'not complete', resultNote: 'Not yet.' },
	});
});

test('results that are refused leave the row not fetched: no mark would remember the refusal', () => {
	const failure = new Failure('refused', 'No', '');
	const written = writeFailure(failure, {}, { operation: getResults });
	expect(written).toMatchObject({ resultStatus: 'not fetched' });
});

test.each<[string, IDataObject, string]>([
	[
		'would be sent of a row that was corrected',
		{ screeningStatus: 'not sent', screeningNote: 'Reason' },
		'Will send: Email ann@x.example; Property ID p-1',
	],
	[
		'to ask of a row that an earlier run left in progress',
		{ screeningStatus: 'in progress' },
		"An earlier run stopped while it was sending this row. Ask first, then clear 'screeningStatus' to send it again.",
	],
])('the note of Check Only says what %s', (_, row, screeningNote) => {
	const request = { ...REQUEST, body: { propertyId: 'p-1', ...REQUEST.body } };
	expect(writeUnsent([row], { mode: 'check', request })).toMatchObject({
		...{ screeningStatus: 'in progress', screeningNote },
	});
});

describe('where rows are found by a column', () => {
	const row = { row_number: 2, Unit: '4B', Note: 'mine', ...EMPTY_COLUMNS };
	const settings = { matchColumn: 'row_number' };

	test('only the match column and what changes is returned of a row that did not succeed', () => {
		const told = { ...row, screeningStatus: 'not sent', screeningNote: 'No. Yes.' };
		const write = (hint: string) =>
			writeFailure(new Failure('invalid', 'No', hint), told, settings);
		expect(write('Yes.')).toBeUndefined();
		const screeningNote = 'No. Other.';
		const changed = { row_number: 2, screeningStatus: 'not sent', screeningNote };
		expect(write('Other.')).toStrictEqual(changed);
	});

	test('a row with a status of the user’s is returned once, with the note that explains it', () => {
		const byHand = { ...row, screeningStatus: 'by hand' };
		const written = writeUnsent([byHand], settings);
		const screeningNote = expect.stringMatching(/^Not sent/) as unknown;
		expect(written).toStrictEqual({ row_number: 2, screeningNote });
		expect(writeUnsent([{ ...byHand, ...written }], settings)).toBeUndefined();
	});

	test('a row is returned with the number that a sheet has of it, whatever it is found by', () => {
		const sheet = [{ ...row, row_number: 7, screeningMark: 'old' }];
		const { rows, item } = openSheet(sheet, { matchColumn: 'screeningMark' });
		expect(readJson(rows.writeSent(item, 'u', NOW, false))).toMatchObject({ row_number: 7 });
	});

	test('Checked Rows returns a row with its mark, by which the next node finds it', () => {
		const marked = { ...createMarkedRow(), userId: 'usr-1' };
		const { rows, item } = openSheet([marked], { mode: 'checked' });
		const { screeningMark } = marked;
		const written = readJson(rows.writeSent(item, 'usr-2', NOW, false));
		expect(written).toMatchObject({ screeningMark, userId: 'usr-2' });
	});
});

test('results of rows that share a match value go into the first one, and its note says so', () => {
	const row = (userId: string, resultStatus = '') => ({
		...{ c: '', userId, resultStatus, resultNote: '', a: '' },
	});
	const sheet = [row('u'), row('v', 'complete'), row('u'), row('v'), row('w')];
	const { rows, item, setupFailure, isDue } = openResults(sheet, { matchColumn: 'userId' });
	expect([setupFailure, ...isDue]).toEqual([undefined, true, false, false, false, true]);
	expect(readJson(rows.writeResults(item, { a: 1, b: 2, userId: 'u', c: null }))).toStrictEqual({
		...{ userId: 'u', resultStatus: 'complete', a: 1 },
		resultNote: "Other rows have the same value in 'Column to Match On': only this row is filled.",
	});
});

test.each<[unknown, unknown]>([
	['', true],
	[false, true],
	['FALSE', true],
	['no', 'no'],
	[0, 0],
])('results make a box that holds %p %p, and change nothing else that is filled', (box, after) => {
	const { rows, item } = openResults([{ checkComplete: box as string, creditScore: false }]);
	const written = readJson(rows.writeResults(item, { checkComplete: true, creditScore: 712 }));
	expect(written).toMatchObject({ checkComplete: after, creditScore: false });
});

test('results never write the match column, also where it is a box that is not ticked', () => {
	const row = { checkComplete: false, resultStatus: '', resultNote: '' };
	const { rows, item } = openResults([row], { matchColumn: 'checkComplete' });
	const written = readJson(rows.writeResults(item, { checkComplete: true }));
	expect(written).toMatchObject({ checkComplete: false, resultStatus: 'complete' });
});

test('files stay with whole rows, and are left out where only changes are returned', () => {
	const binary = { lease: { data: 'eA==', mimeType: 'text/plain' } };
	const [whole, changes] = ['', 'row_number'].map((matchColumn) => {
		const { rows, item } = openSheet([{ row_number: 2, ...EMPTY_COLUMNS }], { matchColumn });
		const withFile = new Item({} as never, 0, item.columns, binary);
		return rows.writeFailure(withFile, new Failure('noAccess', 'It happened', ''))[0]!;
	});
	expect(whole).toHaveProperty('binary', binary);
	expect(changes).not.toHaveProperty('binary');
});

const TWO_NAMES = { rent: '', firstName: '', first_name: 'Al' };
test.each<[string, string, IDataObject, unknown, unknown]>([
	['a name is written into a new column', '', {}, 'Ada', 2100],
	['a name is not written beside another spelling', '', { 'First Name': '' }, undefined, 2100],
	['a name is written into its column', 'userId', { rent: '', firstName: '' }, 'Ada', 2100],
	['a name is not written if the sheet has two columns', 'userId', TWO_NAMES, undefined, 2100],
	['a name needs no column', 'userId', { rent: '' }, undefined, 2100],
	["another spelling of a figure is the user's own", '', { Rent: '' }, 'Ada', 2100],
	['a figure that is filled stays', 'userId', { rent: 1 }, undefined, undefined],
])('results: %s', (_, matchColumn, cells, firstName, rent) => {
	const row = { userId: 'u', resultStatus: '', resultNote: '', ...cells };
	const request = { ...REQUEST, neededColumns: ['rent'] };
	const { rows, item, setupFailure } = openResults([row], { matchColumn, request });
	expect(setupFailure).toBeUndefined();
	const written = readJson(rows.writeResults(item, { firstName: 'Ada', rent: 2100 }))!;
	expect([written.firstName || undefined, written.rent]).toEqual([firstName, rent]);
	if ('Rent' in cells) expect(written.Rent).toBe('');
});
