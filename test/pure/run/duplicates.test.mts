import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { Duplicates, requestKey } from '../../../nodes/RentalScreening/run/duplicates.ts';
import { type Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

const DAY = 24 * 3_600_000;
const accepted = { userId: 'u' };

test.each([
	[accepted, true],
	['maybe', true],
	[undefined, false],
] as const)(
	'a request is known from its claim on, and once it has ended as %j: %p',
	async (result, isKnown) => {
		const duplicates = new Duplicates();
		expect(duplicates.find('k')).toBeUndefined();
		const claim = duplicates.claim('k', '7');
		const known = duplicates.find('k')!;
		expect(known).toMatchObject({ executions: new Set(['7']), endedAt: Infinity });
		claim.end(result);
		await known.ended;
		expect(known.result).toEqual(result);
		expect(duplicates.find('k') !== undefined).toBe(isKnown);
	},
);

test.each([accepted, 'maybe'] as const)(
	'%j is known for 24 hours from its last sending',
	(result) => {
		const duplicates = new Duplicates();
		const claim = duplicates.claim('k', '7');
		jest.advanceTimersByTime(5000);
		claim.sentAt = Date.now();
		claim.end(result);
		jest.advanceTimersByTime(DAY - 1);
		expect(duplicates.find('k')).toMatchObject({ sentAt: 1_005_000 });
		jest.advanceTimersByTime(1);
		expect(duplicates.find('k')).toBeUndefined();
	},
);

test('what is in flight is known as long as it takes', () => {
	const duplicates = new Duplicates();
	duplicates.claim('k', '7');
	jest.advanceTimersByTime(2 * DAY);
	expect(duplicates.find('k')).toBeDefined();
});

test('what was sent first is forgotten first, nothing younger than 40 minutes, never what is in flight', () => {
	const duplicates = new Duplicates(2);
	for (const key of ['a', 'b']) duplicates.claim(key, '7').end(accepted);
	jest.advanceTimersByTime(40 * 60_000 - 1);
	duplicates.claim('in flight', '7');
	duplicates.claim('c', '7').end(accepted);
	expect(duplicates.find('a')).toBeDefined();
	jest.advanceTimersByTime(1);
	duplicates.claim('c', '7').end(accepted);
	expect(['in flight', 'a', 'b', 'c'].filter((key) => duplicates.find(key))).toEqual([
		'in flight',
		'c',
	]);
});

test('of more than 50,000 requests the oldest is forgotten', () => {
	const duplicates = new Duplicates();
	for (let index = 0; index < 50_000; index++) duplicates.claim(`${index}`, '7').end(accepted);
	jest.advanceTimersByTime(40 * 60_000);
	duplicates.claim('50000', '7').end(accepted);
	const isKnown = ['0', '1', '50000'].map((key) => duplicates.find(key) !== undefined);
	expect(isKnown).toEqual([false, true, true]);
});

test('a repeat that is not accepted leaves the earlier request known, until its 24 hours end', () => {
	const duplicates = new Duplicates();
	duplicates.claim('k', '7').end(accepted);
	duplicates.claim('k', '8').end(undefined);
	expect(duplicates.find('k')).toMatchObject({ executions: new Set(['7']), result: accepted });
	jest.advanceTimersByTime(DAY);
	expect(duplicates.find('k')).toBeUndefined();
});

test('a repeat that is unclear takes the place of the earlier request', () => {
	const duplicates = new Duplicates();
	duplicates.claim('k', '7').end(accepted);
	duplicates.claim('k', '8').end('maybe');
	const executions = new Set(['7', '8']);
	expect(duplicates.find('k')).toMatchObject({ executions, result: 'maybe' });
});

test('a repeat keeps nothing of the request before it in memory', async () => {
	const duplicates = new Duplicates();
	const send = () => {
		const request = duplicates.claim('k', '7');
		request.end(accepted);
		return new WeakRef(request);
	};
	const [before, last] = [send(), send()];
	await nextTurn();
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	expect([before.deref(), last.deref()]).toEqual([undefined, duplicates.find('k')]);
});

const sent: IDataObject = { email: 'ana@example.com' };
const flow = { isPerRow: true, rows: submitRentReport.rows } as Operation;
const createKey = (
	columns: IDataObject,
	{ account = 'one', path = '/v1/a', body = sent, operation = flow, isToolCall = false } = {},
) => {
	const input = { columns, isToolCall } as Item;
	const transport = { path } as Transport;
	return requestKey(account, new Job(input, { body, problems: [] }, transport), operation);
};

test('the key of a request differs by account, path, body and row, and gives none of them away', () => {
	const keys = [
		createKey({}),
		createKey({}, { account: 'other' }),
		createKey({}, { path: '/v1/b' }),
		createKey({}, { body: { email: 'bo@example.com' } }),
		createKey({ Month: 'January' }),
		createKey({ Month: 'February' }),
		createKey({ Paid: 'January' }),
		createKey({ Month: ['January'] }),
	];
	expect(new Set(keys).size).toBe(keys.length);
	expect(createKey({}, { body: { ...sent } })).toBe(keys[0]);
	expect(keys.join()).not.toMatch(/ana|January/);
});

test('the key holds nothing of the row where equal requests are one, and where a model calls', () => {
	const screening = { rows: submitRentReport.rows } as Operation;
	for (const other of [{ operation: screening }, { isToolCall: true }]) {
		expect(createKey({ Month: 'January' }, other)).toBe(createKey({ Month: 'February' }, other));
	}
});

test.each([
	[
		'what the node writes',
		{ 'Report Status': 'not reported', 'report mark': 'x', reportedAt: 'y' },
	],
	['what n8n writes', { row_number: 3, id: 7, createdAt: 'x', updatedAt: 'y' }],
	['an empty cell', { Note: '', Other: null }],
	['a number that is a text', { amount: '2100 ' }],
])('the key does not depend on %s', (_, columns) => {
	const row = { Month: 'January', amount: 2100 };
	expect(createKey({ ...row, ...columns })).toBe(createKey(row));
});

test('the key does not depend on the spelling and the order of the columns', () => {
	expect(createKey({ Amount: 2100, month: 'January' })).toBe(
		createKey({ Month: 'January', amount: 2100 }),
	);
});
