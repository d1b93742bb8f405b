import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { getResults } from '../../../nodes/RentalScreening/resources/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/resources/screening.ts';
import { Failure, type FailureKind } from '../../../nodes/RentalScreening/run/failure.ts';
import { Rows, type RowColumns } from '../../../nodes/RentalScreening/run/rows.ts';

const SENT = sendScreening.rows!;
const FETCHED = getResults.rows!;

const itemOf = (columns: IDataObject) => ({ columns }) as unknown as ItemInput;

/** The rows of a sheet that has this row and these others. */
const rowsOf = (columns: RowColumns, row: IDataObject, ...others: IDataObject[]) =>
	new Rows([...others, row].map(itemOf), columns);

describe('a row is left alone', () => {
	test.each<[IDataObject, boolean]>([
		[{}, false],
		[{ userId: '' }, false],
		[{ userId: ' ' }, false],
		[{ userId: 'usr-1' }, true],
		[{ 'User ID': 'usr-1' }, true],
		[{ userId: 7 }, true],
		[{ screeningStatus: 'sent' }, true],
		[{ screeningStatus: ['sent'] }, true],
		[{ screeningStatus: { toString: 'no text', valueOf: 'no value' } }, false],
		[{ 'Screening Status': ' Sent ' }, true],
		[{ screeningStatus: 'maybe sent' }, true],
		[{ screeningStatus: 'Maybe' }, true],
		[{ screeningStatus: 'not sent' }, false],
		[{ screeningStatus: 'sent by hand' }, false],
		[{ screeningStatus: null }, false],
		[{ screeningStatus: 'not sent', 'Screening status': 'sent' }, true],
		[{ resultStatus: 'complete' }, false],
	])('of a send, %j: %j', (row, isIdle) => {
		expect(rowsOf(SENT, row).isIdle(itemOf(row), false)).toBe(isIdle);
		expect(rowsOf(SENT, row).isIdle(itemOf(row), true)).toBe(true);
	});

	test.each<[IDataObject, boolean]>([
		[{}, false],
		[{ userId: 'usr-1' }, false],
		[{ resultStatus: 'complete' }, true],
		[{ 'Result Status': 'Complete' }, true],
		[{ resultStatus: 'not complete' }, false],
		[{ resultStatus: 'maybe' }, false],
	])('of results, %j: %j', (row, isIdle) => {
		expect(rowsOf(FETCHED, row).isIdle(itemOf(row), false)).toBe(isIdle);
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
		expect(rowsOf(SENT, row).failed(itemOf(row), failure('refused'))).toStrictEqual({
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

	test('has no ID or time where the operation has no columns for them', () => {
		expect(rowsOf(FETCHED, {}).failed(itemOf({}), failure('refused'))).toStrictEqual({
			resultStatus: 'not fetched',
			resultNote: 'It happened. Do this.',
		});
	});
});

describe('a row with results', () => {
	test('is filled; what it says of the person stays, and nothing is emptied', () => {
		const row = { 'First Name': 'Ann', lastName: '', score: 1, income: 5, pets: '' };
		const result = {
			firstName: 'Anna',
			lastName: 'Lee',
			score: 2,
			income: null,
			pets: null,
			age: 4,
		};
		expect(
			rowsOf(FETCHED, row).fetched(itemOf(row), result, ['firstName', 'lastName']),
		).toStrictEqual({
			'First Name': 'Ann',
			lastName: 'Lee',
			score: 2,
			income: 5,
			pets: null,
			age: 4,
			resultStatus: 'complete',
			resultNote: '',
		});
	});

	test("leaves what stands in a column of the sheet's own: the result gets a column of its name", () => {
		const row = { 'Start Date': '2026-09-01', Rent: 2450, Income: '', Score: 7 };
		const result = { startDate: '2021-04-12', rent: 2100, income: 6250, score: 7 };
		expect(rowsOf(FETCHED, row).fetched(itemOf(row), result, [])).toMatchObject({
			'Start Date': '2026-09-01',
			startDate: '2021-04-12',
			Rent: 2450,
			rent: 2100,
			Income: 6250,
			Score: 7,
		});
		expect(rowsOf(FETCHED, row).fetched(itemOf(row), result, [])).not.toHaveProperty('score');
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
