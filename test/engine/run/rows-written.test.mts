import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import {
	applicants,
	emailOf,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { credentialFor, ON_ERROR, runNode, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
type Sandbox = Awaited<ReturnType<typeof newSandbox>>;

const onlyWritten = { updateRows: true, returnColumns: 'written' };
const sending: INodeParameters = { ...sendByColumns, ...onlyWritten };
const HEADERS = { 'User ID': '', screeningStatus: '', screeningNote: '', 'Sent At': '' };

/** A sheet as the Google Sheets node reads it, with all columns that are written. */
const sheetOf = (count: number, change: Record<number, IDataObject> = {}) =>
	applicants(count).map((row, index) => ({
		row_number: index + 2,
		...row,
		...HEADERS,
		paid: false,
		...change[index],
	}));

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters: INodeParameters = sending,
	settings: Partial<INode> = {},
) {
	const outcome = await runOn(sandbox, { parameters, rows, settings });
	return { ...outcome, rows: outcome.items.map(({ json }) => json) };
}

const NOT_SENT = (row_number: number, note: unknown) => ({
	row_number,
	screeningStatus: 'not sent',
	screeningNote: note,
});

describe.each(ON_ERROR)('only written columns, On Error = %s', (onError) => {
	test.each([
		['columns', sending],
		['expressions', { ...sendByExpressions, ...onlyWritten }],
		[
			'columns, in batches',
			{
				...sending,
				requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } },
			},
		],
	])('of the rows that the node acted on, by %s', async (_, parameters) => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(3), status: 422, body: { message: 'No such flow' } });
		sandbox.addFault({ applicant: emailOf(4), status: 500, acts: true });
		const done = { 'User ID': 'u', screeningStatus: 'sent' };
		const blank = { email: '', phone: '', firstName: '', lastName: '' };
		const sheet = sheetOf(7, { 1: done, 2: { email: 'bad' }, 5: blank });
		const { items, rows, errorItems, error } = await run(sandbox, sheet, parameters, { onError });
		expect([error, errorItems]).toEqual([undefined, []]);
		const sent = (row_number: number) => ({
			row_number,
			'User ID': expect.any(String),
			screeningStatus: 'sent',
			screeningNote: '',
			'Sent At': expect.any(String),
		});
		expect(rows).toEqual([
			sent(2),
			NOT_SENT(4, expect.stringMatching(/^(Column|Reason: )/)),
			{
				...NOT_SENT(5, expect.stringMatching(/No such flow.*clear 'screeningStatus'\.$/)),
				screeningStatus: 'refused',
			},
			{ ...NOT_SENT(6, expect.stringContaining('may have been')), screeningStatus: 'maybe sent' },
			sent(8),
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 2, 3, 4, 6].map((item) => ({ item })),
		);
	});

	test.each([
		['a refused login', { operation: 'login', status: 401, body: {} }],
		['an account that is refused', { operation: 'sendScreeningWithFlow', status: 401, body: {} }],
	] as const)('%s makes every row not sent', async (_, fault) => {
		const sandbox = await newSandbox();
		sandbox.addFault(fault);
		const { rows, errorItems, error } = await run(sandbox, sheetOf(4), sending, { onError });
		expect([error, errorItems]).toEqual([undefined, []]);
		expect(rows).toEqual(
			[2, 3, 4, 5].map((number) => NOT_SENT(number, expect.stringContaining('refused'))),
		);
		expect(sandbox.screenings).toEqual([]);
	});

	test('so does a service that is down', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox);
		credential.stored.baseUrl = 'http://127.0.0.1:9';
		const { items, error } = await runNode({
			credential,
			parameters: sending,
			rows: sheetOf(2),
			settings: { onError },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(
			[2, 3].map((number) => NOT_SENT(number, expect.stringContaining('nothing answers'))),
		);
	});

	test.each([
		['no flow ID', { flowId: '' }, "Reason: 'Flow ID' is empty"],
		['a setting that cannot be read', { options: { maxConcurrency: 'x' } }, "'Max Concurrency'"],
	])('so does %s', async (_, parameters, note) => {
		const sandbox = await newSandbox();
		const wrong = { ...sending, ...parameters };
		const { rows, error } = await run(sandbox, sheetOf(2), wrong, { onError });
		expect(error).toBeUndefined();
		expect(rows).toEqual([2, 3].map((number) => NOT_SENT(number, expect.stringContaining(note))));
		expect(sandbox.requests).toEqual([]);
	});

	test('a column that is missing: nothing is sent, and the note names it', async () => {
		const sandbox = await newSandbox();
		const sheet = sheetOf(2);
		for (const row of sheet) delete (row as IDataObject)['Sent At'];
		const { rows } = await run(sandbox, sheet, sending, { onError });
		expect(rows).toEqual(
			[2, 3].map((number) => NOT_SENT(number, expect.stringContaining("missing: 'sentAt'"))),
		);
		expect(sandbox.requests).toEqual([]);
	});

	test.each([
		['status', sending, 'screeningStatus'],
		['match', { ...sending, matchColumn: 'Key' }, 'Key'],
	])('the %s column is missing: the node fails, nothing is sent', async (_, parameters, name) => {
		const sandbox = await newSandbox();
		const sheet = sheetOf(3, { 2: { 'User ID': 'CRM-1' } }).map(({ screeningStatus, ...row }) =>
			name === 'screeningStatus' ? row : { ...row, screeningStatus },
		) as IDataObject[];
		const { items, errorItems, error } = await run(sandbox, sheet, parameters, { onError });
		if (onError === 'stopWorkflow') expect(error?.message).toContain(`no column '${name}'`);
		for (const { json } of [...items, ...errorItems]) expect(json.error).toBeDefined();
		expect(items.length + errorItems.length).toBe(onError === 'stopWorkflow' ? 0 : 3);
		expect(sandbox.requests).toEqual([]);
	});

	test('a match value that is empty or occurs twice: not sent, not returned', async () => {
		const sandbox = await newSandbox();
		const keys = ['a', '', 'b', 'b', null, 'c'];
		const sheet = sheetOf(6).map((row, index) => ({ ...row, Key: keys[index] }));
		const parameters = { ...sending, matchColumn: 'key' };
		const { rows } = await run(sandbox, sheet as IDataObject[], parameters, { onError });
		expect(rows.map(({ Key, screeningStatus }) => [Key, screeningStatus])).toEqual([
			['a', 'sent'],
			['c', 'sent'],
		]);
		expect(sandbox.screenings).toHaveLength(2);
	});
});

describe('what concerns all rows, with all columns', () => {
	const all: INodeParameters = { ...sendByColumns, updateRows: true };

	test.each([
		['no flow ID in the panel nor in a column', { flowId: '' }, {}, "'Flow ID' is empty"],
		['no column for a required field', {}, { phone: undefined }, 'No phone column found'],
		['a setting', { options: { sendAgain: 'x' } }, {}, "'Send Again' must be true or false"],
	])('%s: the node fails, no row changes', async (_, parameters, change, message) => {
		for (const onError of ON_ERROR) {
			const sandbox = await newSandbox();
			const sheet = applicants(3).map((row) => JSON.parse(JSON.stringify({ ...row, ...change })));
			const wrong = { ...all, ...parameters };
			const { rows, errorItems, error } = await run(sandbox, sheet, wrong, { onError });
			if (onError === 'stopWorkflow') expect(error?.message).toContain(message);
			const told = [...rows, ...errorItems.map(({ json }) => json)];
			expect(told).toHaveLength(onError === 'stopWorkflow' ? 0 : 3);
			for (const row of told) {
				expect(row).toHaveProperty('error');
				expect(row).not.toHaveProperty('screeningStatus');
			}
			expect(sandbox.requests).toEqual([]);
		}
	});

	test('a flow ID that some rows lack in their own column: only they are not sent', async () => {
		const sandbox = await newSandbox();
		const rows = applicants(2, { 0: { flowId: sandbox.flowId }, 1: { flowId: '' } });
		const { rows: written } = await run(sandbox, rows, { ...all, flowId: '' });
		expect(written.map(({ screeningStatus }) => screeningStatus)).toEqual(['sent', 'not sent']);
	});

	test('binary data of a row stays, whatever happens to it', async () => {
		const sandbox = await newSandbox();
		const { items } = await runOn(sandbox, {
			parameters: all,
			rows: applicants(3, { 0: { screeningStatus: 'sent' }, 1: { email: 'bad' } }),
			binary: { lease: { data: 'eA==', mimeType: 'text/plain' } },
		});
		expect(
			items.map(({ json, binary }) => [json.screeningStatus, Object.keys(binary ?? {})]),
		).toEqual(['sent', 'not sent', 'sent'].map((status) => [status, ['lease']]));
	});
});

describe('results', () => {
	const get: INodeParameters = {
		resource: 'results',
		operation: 'get',
		mappingMode: 'autoMapInputData',
		output: 'selectedFields',
		fields: ['creditScore', 'rent', 'firstName'],
		...onlyWritten,
	};
	const columns = {
		resultStatus: '',
		resultNote: '',
		'Credit Score': '',
		Rent: 2450,
		Surname: 'x',
	};
	const found = {
		screening: { creditScore: 700, rent: 2100 },
		user: {
			checkComplete: true,
			firstName: 'Amara',
			email: 'amara@example.com',
			phoneNumber: '+14165550100',
		},
	};

	test('only empty cells are written, and the note names what differs', async () => {
		const sandbox = await newSandbox();
		const open = { screening: {}, user: { checkComplete: false } };
		const sheet = [
			{ row_number: 2, userId: sandbox.addApplicant(found), firstName: '', ...columns },
			{ row_number: 3, userId: sandbox.addApplicant(open), firstName: '', ...columns },
			{ row_number: 4, userId: '-', firstName: '', ...columns },
			{ row_number: 5, userId: 'u', firstName: '', ...columns, resultStatus: 'Complete' },
		];
		const { rows } = await run(sandbox, sheet, get);
		expect(rows).toEqual([
			{
				row_number: 2,
				resultStatus: 'complete',
				resultNote: 'The service has other values: Rent: 2100',
				'Credit Score': 700,
				firstName: 'Amara',
			},
			{ row_number: 3, resultStatus: 'not complete', resultNote: expect.any(String) },
		]);
	});

	test.each([
		['Somebody@Else.example', '(647) 555-0199', 'not fetched'],
		['AMARA@example.com', '(647) 555-0199', 'complete'],
		['somebody@else.example', '416 555 0100', 'complete'],
		['somebody@else.example', '', 'complete'],
	])('row %s, %s: %s', async (Email, Phone, status) => {
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant(found);
		const row = { row_number: 2, userId, Email, Phone, firstName: '', ...columns };
		const { rows } = await run(sandbox, [row], get);
		expect(rows[0]).toMatchObject({ row_number: 2, resultStatus: status });
		if (status === 'not fetched') {
			expect(Object.keys(rows[0]!)).toEqual(['row_number', 'resultStatus', 'resultNote']);
		}
	});

	test('a missing column of the output: not fetched, but names may be in other columns', async () => {
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant(found);
		const row = { row_number: 2, userId, 'Given Name': 'Amara', resultStatus: '', resultNote: '' };
		const { rows } = await run(sandbox, [row], get);
		expect(rows).toEqual([
			{
				row_number: 2,
				resultStatus: 'not fetched',
				resultNote: expect.stringContaining("Columns are missing: 'creditScore' and 'rent'."),
			},
		]);
		expect(sandbox.requestsOf('getScreeningData')).toEqual([]);
	});
});
