import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	applicants,
	emailOf,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { credentialFor, ON_ERROR, retrying, runNode, runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

const updating: INodeParameters = { ...sendByColumns, updateRows: true };
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

type Sandbox = Awaited<ReturnType<typeof newSandbox>>;

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	{
		parameters = updating,
		...settings
	}: { parameters?: INodeParameters } & Record<string, unknown> = {},
) {
	const outcome = await runOn(sandbox, { parameters, rows, settings });
	return { ...outcome, rows: outcome.items.map(({ json }) => json) };
}

describe('which rows are due', () => {
	test.each<[string, IDataObject]>([
		['the status refused', { screeningStatus: 'refused' }],
		['the status sent', { screeningStatus: 'sent' }],
		['the status SENT in the spelling of the sheet', { 'Screening Status': ' SENT ' }],
		['the status maybe sent', { screening_status: 'Maybe Sent' }],
		['another status with maybe in front', { screeningStatus: 'maybe, ask them' }],
	])('not one with %s: it passes unchanged', async (_, columns) => {
		const sandbox = await newSandbox();
		const row = { ...applicants(1)[0], ...columns, email: 'not even an address' };
		const { rows } = await run(sandbox, [row]);
		expect(rows).toEqual([row]);
		expect(sandbox.requests).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['a userId', { userId: 'u' }],
		['a User ID in the spelling of the sheet', { 'User ID': 'u' }],
		['an empty userId beside a filled User ID', { userId: '', 'User ID': 'u' }],
	])('not one with %s but no status: its note says so once', async (_, columns) => {
		const sandbox = await newSandbox();
		const row = { ...applicants(1)[0], ...columns, screeningStatus: '' };
		const { rows } = await run(sandbox, [row]);
		const screeningNote = expect.stringMatching(/^Not sent, because '(userId|User ID)' is filled/);
		expect(rows).toEqual([{ ...row, screeningNote }]);
		expect((await run(sandbox, rows)).rows).toEqual(rows);
		expect(sandbox.requests).toEqual([]);
	});

	test('not a blank one, even if boxes are not ticked', async () => {
		const sandbox = await newSandbox();
		const blank = { email: ' ', phone: '', lastName: null, paid: false, flowId: 'x', Unit: '4B' };
		const { rows } = await run(sandbox, [blank, ...applicants(1)]);
		expect([rows[0], rows[1]!.screeningStatus]).toEqual([blank, 'sent']);
	});

	test.each<[string, IDataObject]>([
		['no status', {}],
		['what is no ID', { userId: 'N/A', screeningStatus: '' }],
		['an empty one', { screeningStatus: '', userId: ' ' }],
		['not sent', { screeningStatus: 'not sent' }],
		['sending, left by a crash', { screeningStatus: 'sending' }],
		['another word', { screeningStatus: 'resent please' }],
	])('one with %s', async (_, columns) => {
		const sandbox = await newSandbox();
		const { rows } = await run(sandbox, [{ ...applicants(1)[0], ...columns }]);
		expect(rows[0]).toMatchObject({ screeningStatus: 'sent', userId: expect.any(String) });
	});

	test("the sheet's own spelling of a column is filled, in every row", async () => {
		const sandbox = await newSandbox();
		const rows = applicants(2);
		rows[0] = { ...rows[0], 'User ID': '', 'Screening Status': '', NOTE: 'mine' };
		const { rows: written } = await run(sandbox, rows);
		for (const row of written) {
			expect(row).toMatchObject({ 'User ID': expect.any(String), 'Screening Status': 'sent' });
			expect(row).not.toHaveProperty('userId');
			expect(row).not.toHaveProperty('screeningStatus');
		}
		expect(written[0]!.NOTE).toBe('mine');
	});
});

describe.each(ON_ERROR)('failures with Update Rows, On Error = %s', (onError) => {
	test('a row that fails says why, and the others go', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(1), status: 422, body: { message: 'No such flow' } });
		sandbox.addFault({ applicant: emailOf(3), status: 500, acts: true });
		const { rows, errorItems, error } = await run(sandbox, applicants(6), { onError });
		expect(error).toBeUndefined();
		expect(errorItems).toEqual([]);
		expect(rows.map(({ screeningStatus }) => screeningStatus)).toEqual([
			'sent',
			'refused',
			'sent',
			'maybe sent',
			'sent',
			'sent',
		]);
		expect(rows[1]!.screeningNote).toContain('No such flow');
		expect(rows[3]!.screeningNote).toContain('may have been accepted');
		const again = await run(sandbox, rows, { onError });
		expect(again.rows[3]).toEqual(rows[3]);
		expect(sandbox.screenings.filter(({ email }) => email === emailOf(3))).toHaveLength(1);
	});

	test.each([
		['a refused login', { operation: 'login', status: 401, body: {} }],
		['an account that is refused', { operation: 'sendScreeningWithFlow', status: 401, body: {} }],
	] as const)('%s: the node fails, nothing is sent, no row changes', async (_, fault) => {
		const sandbox = await newSandbox();
		sandbox.addFault(fault);
		const { rows, items, errorItems, error } = await run(sandbox, applicants(20), { onError });
		expect(sandbox.screenings).toEqual([]);
		if (onError === 'stopWorkflow') {
			expect(error?.message).toMatch(/refused (the login|access)/);
			expect(rows).toEqual([]);
		} else {
			expect(error).toBeUndefined();
			const all = [...items, ...errorItems].map(({ json }) => json);
			expect(all).toHaveLength(20);
			for (const row of all) {
				expect(row.error).toBeDefined();
				expect(row).not.toHaveProperty('screeningStatus');
			}
		}
	});

	test('a service that cannot be reached: the node fails, no row changes', async () => {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox);
		credential.stored.baseUrl = 'http://127.0.0.1:9';
		const { items, errorItems, error } = await runNode({
			credential,
			parameters: updating,
			rows: applicants(4),
			settings: { onError },
		});
		if (onError === 'stopWorkflow') expect(error?.message).toContain('nothing answers');
		for (const { json } of [...items, ...errorItems]) {
			expect(json.error).toBeDefined();
			expect(json).not.toHaveProperty('screeningStatus');
		}
	});

	test('a login that is refused in the middle: the rest is not sent and says so', async () => {
		const sandbox = await newSandbox();
		let answered = 0;
		sandbox.addFault({
			match: ({ operation }) => {
				if (operation === 'sendScreeningWithFlow' && ++answered === 3) {
					sandbox.revokeTokens();
					sandbox.addFault({ operation: 'login', status: 401, body: {} });
				}
				return false;
			},
			status: 500,
		});
		const { rows, error } = await run(sandbox, applicants(8), {
			onError,
			parameters: { ...updating, options: { maxConcurrency: 1 } },
		});
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(8);
		const sent = rows.filter(({ screeningStatus }) => screeningStatus === 'sent');
		expect(sent.length).toBe(sandbox.screenings.length);
		expect(rows.at(-1)).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('refused the login'),
		});
	});

	test('Retry On Fail tries the rows that may pass, never one that may have been accepted', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(0), status: 425, times: 2 });
		sandbox.addFault({ applicant: emailOf(2), status: 500, acts: true });
		const { rows } = await run(sandbox, applicants(4), {
			...retrying,
			onError,
		});
		expect(rows.map(({ screeningStatus }) => screeningStatus)).toEqual([
			'sent',
			'sent',
			'maybe sent',
			'sent',
		]);
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(6);
	});
});

test('each field mapped by expression, in batches: the rows are the same', async () => {
	const sandbox = await newSandbox();
	const { rows } = await run(sandbox, applicants(5, { 1: { email: 'bad' } }), {
		parameters: {
			...sendByExpressions,
			updateRows: true,
			requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } },
		},
	});
	expect(rows.map(({ screeningStatus }) => screeningStatus)).toEqual([
		'sent',
		'not sent',
		'sent',
		'sent',
		'sent',
	]);
});

describe('the other operations', () => {
	test('Property: Create fills propertyId, propertyStatus and propertyNote', async () => {
		const sandbox = await newSandbox();
		const parameters = {
			resource: 'property',
			operation: 'create',
			mappingMode: 'autoMapInputData',
		};
		const rows = [
			{ Property: '1 Elm Street' },
			{ Property: '', Rent: 1 },
			{ Property: '3 Elm Street' },
		];
		const first = await run(sandbox, rows, { parameters });
		expect(first.rows).toEqual([
			{
				Property: '1 Elm Street',
				propertyId: expect.any(String),
				propertyStatus: 'created',
				propertyNote: '',
			},
			{
				Property: '',
				Rent: 1,
				propertyId: null,
				propertyStatus: 'not created',
				propertyNote: expect.stringContaining('is empty'),
			},
			{
				Property: '3 Elm Street',
				propertyId: expect.any(String),
				propertyStatus: 'created',
				propertyNote: '',
			},
		]);
		const second = await run(sandbox, first.rows, { parameters });
		expect(second.rows).toEqual(first.rows);
		expect(sandbox.requestsOf('createProperty')).toHaveLength(2);
	});

	test('Rent Report: Submit fills reportId from the id of the answer, and when', async () => {
		const sandbox = await newSandbox();
		const parameters = {
			resource: 'rentReport',
			operation: 'submit',
			mappingMode: 'autoMapInputData',
		};
		const rows = [{ 'Last Name': 'Smith', 'Rent Paid': 1500, id: 'my own' }];
		const first = await run(sandbox, rows, { parameters });
		expect(first.rows).toEqual([
			{
				'Last Name': 'Smith',
				'Rent Paid': 1500,
				id: 'my own',
				reportId: expect.any(String),
				reportStatus: 'reported',
				reportNote: '',
				reportedAt: ISO_TIME,
			},
		]);
		await run(sandbox, first.rows, { parameters });
		expect(sandbox.requestsOf('submitRentReport')).toHaveLength(1);
	});
});

describe('results with Update Rows', () => {
	const get: INodeParameters = {
		resource: 'results',
		operation: 'get',
		mappingMode: 'autoMapInputData',
		output: 'simplified',
	};
	const open = { screening: {}, user: { checkComplete: false, firstName: 'A' } };

	test.each(['skip', 'error'])(
		'every row is in the output, also with When Incomplete = %s',
		async (whenIncomplete) => {
			const sandbox = await newSandbox();
			const rows = [{ userId: sandbox.addApplicant(open) }, { userId: 'nobody' }];
			const { rows: written } = await run(sandbox, rows, {
				parameters: { ...get, options: { whenIncomplete } },
			});
			expect(written.map(({ resultStatus }) => resultStatus)).toEqual([
				'not complete',
				'not complete',
			]);
		},
	);
});

describe('When Incomplete without Update Rows', () => {
	const get = (whenIncomplete: string): INodeParameters => ({
		resource: 'results',
		operation: 'get',
		userId: '={{ $json.userId }}',
		output: 'report',
		options: { whenIncomplete },
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'Leave Out: no item for who is not done, 404 included (%s)',
		async (onError) => {
			const sandbox = await newSandbox();
			const done = sandbox.addApplicant({ screening: {}, user: { checkComplete: true } });
			const open = sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
			const { items, error } = await run(
				sandbox,
				[{ userId: open }, { userId: done }, { userId: 'nobody' }],
				{ parameters: get('skip'), onError },
			);
			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json.userId, pairedItem])).toEqual([
				[done, { item: 1 }],
			]);
		},
	);

	test('Leave Out: everything else that fails still fails', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'getScreeningData', status: 403 });
		const { error } = await run(sandbox, [{ userId: 'u' }], { parameters: get('skip') });
		expect(error?.message).toContain('(403)');
	});
});
