import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { requestKey } from '../../../nodes/RentalScreening/run/duplicates.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';

const sent: IDataObject = { email: 'ana@example.com' };
const flow = { isPerRow: true, rows: submitRentReport.rows } as Operation;
const createKey = (
	columns: IDataObject,
	{
		account = 'one',
		path = '/v1/a/{id}',
		id = '1',
		body = sent,
		operation = flow,
		isToolCall = false,
	} = {},
) => {
	const item = { columns, isToolCall } as Item;
	const transport = { path } as Transport;
	const request = { pathValues: { id }, body, problems: [] };
	return requestKey(account, new Job(item, request, transport), operation);
};

test('the key of a request differs by account, path, body and row, and gives none of them away', () => {
	const keys = [
		createKey({}),
		createKey({}, { account: 'other' }),
		createKey({}, { path: '/v1/b/{id}' }),
		createKey({}, { id: '2' }),
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
	['when a workflow of ours last looked at the row', { checkedAt: '2026-11-24T12:00:00.000Z' }],
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
