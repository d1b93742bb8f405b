import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { getResults } from '../../../nodes/RentalScreening/resources/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/resources/screening.ts';
import { Failure, type FailureKind } from '../../../nodes/RentalScreening/run/failure.ts';
import type { RowColumns } from '../../../nodes/RentalScreening/run/operation.ts';
import { isSamePhone, Rows } from '../../../nodes/RentalScreening/run/rows.ts';

const SENT = sendScreening.rows!;
const FETCHED = getResults.rows!;

const itemOf = (columns: IDataObject) => ({ columns }) as unknown as ItemInput;

/** The rows of a sheet that has this row and these others. */
const rowsOf = (columns: RowColumns, row: IDataObject, ...others: IDataObject[]) =>
	new Rows([...others, row].map(itemOf), columns);

/** Whether nothing happens with a row: it is not sent, and it is returned as it came. */
const staysAsItIs = (columns: RowColumns, row: IDataObject) => {
	const rows = rowsOf(columns, row);
	return rows.isIdle(itemOf(row), false);
};

describe('a row is left alone', () => {
	test.each<[IDataObject, boolean]>([
		[{}, false],
		[{ userId: '' }, false],
		[{ userId: ' ' }, false],
		[{ screeningStatus: 'sent' }, true],
		[{ screeningStatus: ['sent'] }, true],
		[{ screeningStatus: { toString: 'no text', valueOf: 'no value' } }, false],
		[{ 'Screening Status': ' Sent ' }, true],
		[{ screeningStatus: 'maybe sent' }, true],
		[{ screeningStatus: 'Maybe' }, true],
		[{ screeningStatus: 'Refused' }, true],
		[{ screeningStatus: 'not sent' }, false],
		[{ screeningStatus: 'sending' }, false],
		[{ screeningStatus: 'sent by hand' }, false],
		[{ screeningStatus: null }, false],
		[{ screeningStatus: 'not sent', 'Screening status': 'sent' }, true],
		[{ resultStatus: 'complete' }, false],
	])('of a send, %j: %j', (row, isIdle) => {
		expect(staysAsItIs(SENT, row)).toBe(isIdle);
		expect(rowsOf(SENT, row).isIdle(itemOf(row), true)).toBe(true);
	});

	test.each<[IDataObject, boolean]>([
		[{}, false],
		[{ userId: 'usr-1' }, false],
		[{ resultStatus: 'complete' }, true],
		[{ 'Result Status': 'Complete' }, true],
		[{ resultStatus: 'not complete' }, false],
		[{ resultStatus: 'maybe' }, false],
		[{ resultStatus: 'refused' }, false],
	])('of results, %j: %j', (row, isIdle) => {
		expect(staysAsItIs(FETCHED, row)).toBe(isIdle);
	});
});

describe('an ID without a status that says so', () => {
	test.each<[IDataObject]>([
		[{ userId: 'CRM-17' }],
		[{ 'User ID': 7 }],
		[{ userId: '', 'User ID': 'u-1' }],
		[{ userId: '-', 'User ID': 'u-1' }],
		[{ userId: 'u-1', screeningStatus: 'active' }],
		[{ userId: 'u-1', screeningStatus: 'sending' }],
	])('is not sent, keeps all and says once why: %j', (row) => {
		const rows = rowsOf(SENT, row);
		expect(rows.isIdle(itemOf(row), false)).toBe(false);
		const written = rows.withUnknownId(itemOf(row))!;
		expect(written).toEqual({ screeningStatus: null, ...row, screeningNote: expect.any(String) });
		expect(written.screeningNote).toMatch(/^Not sent, because 'user ?id' is filled\. /i);
		expect(rowsOf(SENT, written).isIdle(itemOf(written), false)).toBe(true);
	});

	test.each(['', ' ', null, '-', '–', 'n/a', 'N/A', '0', 0, false, 'FALSE', '#N/A', '#REF!'])(
		'%j is no ID',
		(userId) => {
			expect(rowsOf(SENT, { userId }).withUnknownId(itemOf({ userId }))).toBeUndefined();
		},
	);

	test.each(['00', '-1', 'n/a 1', 'NA-1', 1, true])('%j is one', (userId) => {
		expect(rowsOf(SENT, { userId }).withUnknownId(itemOf({ userId }))).toBeDefined();
	});

	test('is what results are fetched with', () => {
		const row = { userId: 'u-1' };
		expect(rowsOf(FETCHED, row).withUnknownId(itemOf(row))).toBeUndefined();
	});
});

describe('a row that was sent', () => {
	const sentAt = Date.UTC(2026, 10, 22, 9, 30);
	const time = '2026-11-22T09:30:00.000Z';

	test('keeps its columns and gets ID, status, an empty note and the time', () => {
		const row = { Unit: '4B', screeningNote: 'of last time' };
		expect(
			rowsOf(SENT, row).sent({ input: itemOf(row), sentAt, alreadySent: false }, 'usr-1'),
		).toStrictEqual({
			Unit: '4B',
			screeningNote: '',
			userId: 'usr-1',
			screeningStatus: 'sent',
			sentAt: time,
		});
	});

	test('says so where it was sent before', () => {
		const { screeningNote } = rowsOf(SENT, {}).sent(
			{ input: itemOf({}), sentAt, alreadySent: true },
			'x',
		);
		expect(screeningNote).toBe(`Already sent at ${time}. It was not sent again.`);
	});

	test("has the sheet's first spelling of a column, also where only other rows have it", () => {
		const others = [{ 'User ID': '', 'Sent At': '', address: { screeningNote: 'not this' } }];
		const more = [{ 'user-id': '', 'SENT AT': '' }];
		const row = { Screening_Status: 'not sent' };
		expect(
			rowsOf(SENT, row, ...others, ...more).sent(
				{ input: itemOf(row), sentAt, alreadySent: false },
				'x',
			),
		).toStrictEqual({
			Screening_Status: 'sent',
			'User ID': 'x',
			screeningNote: '',
			'Sent At': time,
		});
	});

	test('has no ID or time where the operation has no columns for them', () => {
		const row = { userId: 'usr-1' };
		expect(
			rowsOf(FETCHED, row).sent({ input: itemOf(row), sentAt, alreadySent: false }, 'x'),
		).toStrictEqual({ userId: 'usr-1', resultStatus: 'complete', resultNote: '' });
	});
});

describe('a row that failed', () => {
	const failure = (kind: FailureKind) => new Failure(kind, 'It happened', 'Do this.');

	test('says why, and keeps ID and time', () => {
		const row = { userId: 'usr-1', sentAt: 'Monday' };
		expect(rowsOf(SENT, row).failed(itemOf(row), failure('invalid'))).toStrictEqual({
			userId: 'usr-1',
			sentAt: 'Monday',
			screeningStatus: 'not sent',
			screeningNote: 'It happened. Do this.',
		});
	});

	test('is at maybe where the request may have been accepted', () => {
		expect(rowsOf(SENT, {}).failed(itemOf({}), failure('maybe'))).toStrictEqual({
			userId: null,
			sentAt: null,
			screeningStatus: 'maybe sent',
			screeningNote: 'It happened. Do this.',
		});
	});

	test('is refused where the service says no, until a person clears the status', () => {
		const row = { 'Screening Status': '' };
		expect(rowsOf(SENT, row).failed(itemOf(row), failure('refused'))).toMatchObject({
			'Screening Status': 'refused',
			screeningNote: "It happened. Do this. To send it again, clear 'Screening Status'.",
		});
		expect(rowsOf(FETCHED, row).failed(itemOf(row), failure('refused'))).toMatchObject({
			resultStatus: 'not fetched',
			resultNote: 'It happened. Do this.',
		});
	});

	test.each<FailureKind>(['invalid', 'unreachable', 'noAccess', 'tryLater', 'unavailable'])(
		'is sent again after %s',
		(kind) => {
			expect(rowsOf(SENT, {}).failed(itemOf({}), failure(kind)).screeningStatus).toBe('not sent');
		},
	);

	test.each([
		["'Email' is empty", "Reason: 'Email' is empty. Do this."],
		['=1+1', 'Reason: =1+1. Do this.'],
		['It is invalid.', 'It is invalid. Do this.'],
		['It is…', 'It is… Do this.'],
		['a\nb', 'a b. Do this.'],
	])('has a note that begins with a letter and ends its sentences: %j', (message, note) => {
		const { screeningNote } = rowsOf(SENT, {}).failed(
			itemOf({}),
			new Failure('invalid', message, 'Do this.'),
		);
		expect(screeningNote).toBe(note);
	});

	test('has no ID or time where the operation has no columns for them', () => {
		expect(rowsOf(FETCHED, {}).failed(itemOf({}), failure('refused'))).toStrictEqual({
			resultStatus: 'not fetched',
			resultNote: 'It happened. Do this.',
		});
	});
});

describe('a row with results', () => {
	const fetched = (row: IDataObject, result: IDataObject) =>
		rowsOf(FETCHED, row).fetched(itemOf(row), result);

	test('of a data table keeps what n8n notes in it, without a word', () => {
		const row = { updatedAt: '2026-01-31T10:00:00.000Z' };
		expect(fetched(row, { updatedAt: '2026-01-02' })).toMatchObject({ ...row, resultNote: '' });
	});

	test('is filled; nothing that is filled changes, and the note says where the service differs', () => {
		const row = { 'First Name': 'Ann', lastName: '', Rent: 2450, 'Start Date': 'x', pets: '' };
		const result = { firstName: 'Anna', lastName: 'Lee', rent: 2100, startDate: null, pets: null };
		expect(fetched(row, { ...result, age: 4 })).toStrictEqual({
			'First Name': 'Ann',
			lastName: 'Lee',
			Rent: 2450,
			'Start Date': 'x',
			pets: null,
			age: 4,
			resultStatus: 'complete',
			resultNote: 'The service has other values: First Name: Anna; Rent: 2100',
		});
	});

	test.each<[unknown, unknown]>([
		['no', true],
		['maybe', true],
		['$2,101', 2100],
		['none', 0],
		['next friday', '1990-05-17'],
		['28,4', 284],
		['12 Main Street Apt 10', '12 Oak Avenue Apt 10'],
		['01012030', '20300101'],
	])('%j is not what the service says as %j', (cell, value) => {
		expect(fetched({ a: cell } as IDataObject, { a: value } as IDataObject)).toMatchObject({
			a: cell,
			resultNote: `The service has other values: a: ${String(value)}`,
		});
	});

	test.each([
		['5/17/1990', '1990-05-17', true],
		['17.05.90', '1990-05-17', true],
		['7.5.26', '2026-05-07', true],
		['May 17, 1990', '1990-05-17', true],
		['19900517', '1990-05-17', true],
		['03/04/1990', '1990-04-03', true],
		['03/04/1990', '04/03/1990', false],
		['5/18/1990', '1990-05-17', false],
		['5/17/1991', '1990-05-17', false],
		['June 17, 1990', '1990-05-17', false],
		['17 avril 1990', '1990-01-17', false],
	])('the date %j is %j of the service: %j', (dateOfBirth, value, same) => {
		const note = same ? '' : `The service has other values: dateOfBirth: ${value}`;
		expect(fetched({ dateOfBirth }, { dateOfBirth: value })).toMatchObject({
			dateOfBirth,
			resultNote: note,
		});
	});

	test.each<[unknown, unknown]>([
		['Ann', 'ann'],
		[' Ann ', 'Ann'],
		['6250', 6250],
		[6250, 6250],
		[14165550100, '+14165550100'],
		['(416) 555-0100', '+14165550100'],
		['TRUE', true],
		['yes', true],
		[0, false],
		['$2,100', 2100],
		['2 100.50', 2100.5],
		['28.4%', 28.4],
	])('%j is what the service says as %j', (cell, value) => {
		expect(fetched({ a: cell } as IDataObject, { a: value } as IDataObject)).toMatchObject({
			a: cell,
			resultNote: '',
		});
	});

	test.each<[string, unknown, unknown]>([
		['phoneNumber', '(416) 555-0100', '416-555-0100'],
		['phoneNumber', '+1 (416) 555-0100', '14165550100'],
		['dateOfBirth', 33433, '1991-07-14'],
		['dateOfBirth', '1991-07-14T00:00:00.000Z', '1991-07-14'],
	])('%s %j is what the service says as %j', (name, cell, value) => {
		const row = fetched({ [name]: cell } as IDataObject, { [name]: value } as IDataObject);
		expect(row).toMatchObject({ [name]: cell, resultNote: '' });
	});

	test.each<[unknown, unknown]>([
		['Ann', 'Anna'],
		['4165550100', 14165550100],
		['1991-07-15', '1991-07-14'],
		// As day counts they would be one day.
		[6250, 6250.4],
		['2100', 2450],
		['4165550101', '+14165550100'],
		['', 0],
		[0, 5],
	])('%j is not what the service says as %j', (cell, value) => {
		const { a, resultNote } = fetched({ a: cell } as IDataObject, { a: value } as IDataObject);
		if (cell === '') expect(a).toBe(value);
		else expect([a, resultNote]).toEqual([cell, expect.stringMatching(/^The service has other/)]);
	});

	test('ticks a box', () => {
		expect(fetched({ checkComplete: false }, { checkComplete: true })).toMatchObject({
			checkComplete: true,
		});
		expect(fetched({ paid: false }, { paid: 'x' })).toMatchObject({ paid: false });
	});

	test('of somebody else stays as it is', () => {
		const row = { score: '', email: 'a@x.example' };
		expect(rowsOf(FETCHED, row).ofSomebodyElse(itemOf(row))).toStrictEqual({
			...row,
			resultStatus: 'not fetched',
			resultNote: expect.stringMatching(/^The results are another person's/),
		});
	});

	test('says that the applicant is not done', () => {
		const row = { score: 1 };
		expect(rowsOf(FETCHED, row).notComplete(itemOf(row))).toStrictEqual({
			score: 1,
			resultStatus: 'not complete',
			resultNote: 'The applicant has not completed the screening yet.',
		});
	});
});

describe('only written columns', () => {
	const header = { row_number: 2, Unit: '4B', 'User ID': '', screeningStatus: '', Note: 'mine' };
	const full = { ...header, 'Screening Note': 'old', sentAt: '' };
	const written = (row: IDataObject, ...others: IDataObject[]) =>
		new Rows([row, ...others].map(itemOf), SENT, 'row_number');
	const sentAt = 0;

	test('of a row that was sent', () => {
		expect(
			written(full).sent({ input: itemOf(full), sentAt, alreadySent: false }, 'u'),
		).toStrictEqual({
			row_number: 2,
			'User ID': 'u',
			screeningStatus: 'sent',
			'Screening Note': '',
			sentAt: '1970-01-01T00:00:00.000Z',
		});
	});

	test('of a row that failed: status and note', () => {
		const row = { ...full, sentAt: 'Monday' };
		expect(written(row).failed(itemOf(row), new Failure('invalid', 'No', 'Yes.'))).toStrictEqual({
			row_number: 2,
			screeningStatus: 'not sent',
			'Screening Note': 'No. Yes.',
		});
	});

	test('of results: what is not there yet', () => {
		const row = { key: 'k', resultStatus: '', resultNote: null, score: '', Rent: 1, pets: '' };
		const rows = new Rows([itemOf(row)], FETCHED, 'Key');
		expect(rows.fetched(itemOf(row), { score: 7, rent: 1, pets: null, more: 1 })).toStrictEqual({
			key: 'k',
			resultStatus: 'complete',
			resultNote: '',
			score: 7,
		});
		expect(Object.keys(rows.notComplete(itemOf(row)))).toEqual([
			'key',
			'resultStatus',
			'resultNote',
		]);
		expect(Object.keys(rows.ofSomebodyElse(itemOf(row)))).toEqual([
			'key',
			'resultStatus',
			'resultNote',
		]);
	});

	test('of an ID without a status: the note, and the status as it is', () => {
		const row = { ...full, 'User ID': 'CRM-17', screeningStatus: null };
		expect(written(row).withUnknownId(itemOf(row))).toStrictEqual({
			row_number: 2,
			screeningStatus: '',
			'Screening Note': expect.stringMatching(/^Not sent, because 'User ID'/),
		});
	});

	test('of an ID without a status, where no column takes the note: none', () => {
		const row = { ...header, 'User ID': 'CRM-17' };
		expect(written(row).isIdle(itemOf(row), false)).toBe(true);
	});

	test('a column that the sheet lacks is a reason not to send, and is never returned', () => {
		const rows = written(header);
		const failure = rows.missingColumns(['score'])!;
		expect(failure.message).toBe("Columns are missing: 'screeningNote', 'sentAt' and 'score'");
		expect(rows.failed(itemOf(header), failure)).toStrictEqual({
			row_number: 2,
			screeningStatus: 'not sent',
		});
		expect(written(full).missingColumns([])).toBeUndefined();
		expect(rowsOf(SENT, {}).missingColumns(['score'])).toBeUndefined();
	});

	test.each<[IDataObject, string[]]>([
		[{ row_number: 2 }, ['screeningStatus']],
		[{ screeningStatus: '' }, ['row_number']],
		[{}, ['screeningStatus', 'row_number']],
	])('without status or match column, as in %j, the sheet cannot be updated', (row, names) => {
		const fault = written(row).fault();
		for (const name of names) expect(fault?.message).toContain(`'${name}'`);
		expect(written(full).fault()).toBeUndefined();
		expect(rowsOf(SENT, {}).fault()).toBeUndefined();
	});

	test('the missing headers are all named', () => {
		expect(written({ row_number: 2 }).fault(['score', 'row_number'])?.hint).toBe(
			"Add to the header row of the sheet: 'userId', 'screeningStatus', 'screeningNote', 'sentAt' and 'score'.",
		);
	});

	test.each<[unknown, unknown, boolean]>([
		[1, 2, true],
		['a', 'A', true],
		['', 'a', false],
		[null, 'a', false],
		[' ', 'a', false],
		[undefined, 'a', false],
		[{ a: 1 }, 'a', false],
		['a', 'a', false],
		['07', 7, false],
		['7.0', '7', false],
		[0, '', false],
		[0, 1, true],
	])('a row at %j beside one at %j can be found: %j', (one, other, isFound) => {
		const items = [one, other].map((key) => itemOf({ screeningStatus: '', key } as IDataObject));
		expect(new Rows(items, SENT, 'key').isUnmatched(items[0]!)).toBe(!isFound);
		expect(new Rows(items, SENT).isUnmatched(items[0]!)).toBe(false);
	});
});

test.each([
	['+14165550100', '4165550100', true],
	['+14165550100', '(416) 555-0100', true],
	['0049 30 1234567', '+49301234567', true],
	['030 1234567', '+49301234567', true],
	['+44 (0)20 7946 0958', '+442079460958', true],
	['14165550100.0', '+14165550100', true],
	['416.055.0100', '+14160550100', true],
	['+14165550100', '+14165550101', false],
	['100', '+14165550100', false],
	['', '', false],
])('the phones %j and %j are the same: %j', (one, other, same) => {
	expect(isSamePhone(one, other)).toBe(same);
	expect(isSamePhone(other, one)).toBe(same);
});
