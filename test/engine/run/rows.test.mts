import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Fault, Sandbox } from '../../../dev/sandbox/index.mts';
import {
	applicants,
	emailOf,
	getByRow,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { credentialFor, ON_ERROR, retrying, runNode, runOn } from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// What Update Rows sends, and what it writes into each row.

const newSandbox = useSandbox();

const updating: INodeParameters = { ...sendByColumns, updateRows: true };
const inBatches = { requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } } };
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters = updating,
	settings: Partial<INode> = {},
) {
	return await runOn(sandbox, { parameters, rows, settings });
}

const statusesOf = (rows: IDataObject[]) => rows.map(({ screeningStatus }) => screeningStatus);

test('a Country Code that is wrong for one row keeps only that row from being sent', async () => {
	const sandbox = await newSandbox();
	const countryCode = "={{ $json.row === 0 ? 'none' : '1' }}";
	const { rows } = await run(sandbox, applicants(3), { ...updating, countryCode });
	expect(statusesOf(rows)).toEqual(['not sent', 'sent', 'sent']);
	expect(rows[0]!.screeningNote).toContain("'Country Code' must be a country code");
});

describe('which rows are due', () => {
	test.each<[string, IDataObject]>([
		['is refused', { screeningStatus: 'refused' }],
		['is sent', { screeningStatus: 'sent' }],
		['is SENT in the spelling of the sheet', { 'Screening Status': ' SENT ' }],
		['is maybe sent', { screening_status: 'Maybe Sent' }],
		['has maybe in front', { screeningStatus: 'maybe, ask them' }],
		['has an invisible blank behind it', { 'Screening Status': 'sent\u200b' }],
		['has a no-break space in it', { screeningStatus: 'maybe\u00a0sent' }],
		['has two blanks in it', { screeningStatus: 'Maybe  Sent' }],
		['has another separator', { screeningStatus: 'maybe_sent' }],
		[
			'is in one of two columns of that name',
			{ screeningStatus: 'not sent', 'Screening Status': 'maybe sent' },
		],
	])('not one whose status %s: it passes unchanged', async (_, columns) => {
		const sandbox = await newSandbox();
		const sheet = applicants(2, { 0: columns, 1: { ...columns, email: 'not even an address' } });
		expect((await run(sandbox, sheet)).rows).toEqual(sheet);
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

	test('one without any cell, where expressions have a value all the same', async () => {
		const panel = { ...sendByExpressions, email: "={{ 'ann@example.com' }}", updateRows: true };
		const parameters = { ...panel, phone: "={{ '+14165550100' }}" };
		const { rows } = await run(await newSandbox(), [{}], parameters);
		expect(statusesOf(rows)).toEqual(['sent']);
	});

	test('of a report without a name only that row is not sent, if a name is an expression', async () => {
		const sandbox = await newSandbox();
		const firstName = '={{ $json.First }}';
		const report = { resource: 'rentReport', operation: 'submit', rentPaid: '={{ $json.Paid }}' };
		const sheet = [
			{ First: 'Ann', Paid: '2100' },
			{ First: '', Paid: '2200' },
		];
		const { rows } = await run(sandbox, sheet, { ...report, firstName, updateRows: true });
		expect(rows.map(({ reportStatus }) => reportStatus)).toEqual(['reported', 'not reported']);
		expect(rows[1]!.reportNote).toContain("'Last Name' is empty, like 'First Name'");
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
});

describe('the columns that are written', () => {
	test('have the spelling of the sheet, in every row', async () => {
		const sandbox = await newSandbox();
		const spelled = { 'User ID': '', 'Screening Status': '', NOTE: 'mine' };
		const { rows } = await run(sandbox, applicants(2, { 0: spelled }));
		for (const row of rows) {
			expect(row).toMatchObject({ 'User ID': expect.any(String), 'Screening Status': 'sent' });
			expect(row).not.toHaveProperty('userId');
			expect(row).not.toHaveProperty('screeningStatus');
		}
		expect(rows[0]!.NOTE).toBe('mine');
	});

	test("are not spelled like a key of an 'address' object, which is no column", async () => {
		const sandbox = await newSandbox();
		const address = { 'User ID': 'other', 'Screening Status': 'other' };
		const { rows } = await run(sandbox, applicants(2, { 0: { address } }));
		for (const row of rows) {
			expect(row).toMatchObject({ userId: expect.any(String), screeningStatus: 'sent' });
			expect(row).not.toHaveProperty(['User ID']);
		}
	});

	test.each(['  ', '\u200b', '\n', true])(
		'have no unusable userId (%j): maybe sent',
		async (userId) => {
			const sandbox = await newSandbox();
			sandbox.addFault({ status: 200, body: { userId, message: 'Sent' } });
			const { rows } = await run(sandbox, applicants(1));
			expect(rows[0]).toMatchObject({ userId: null, screeningStatus: 'maybe sent' });
		},
	);

	test('have notes of one line each, in which IDs are cut', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'sendScreening', status: 400 });
		const { rows } = await run(
			sandbox,
			applicants(2, { 0: { propertyId: 'x\r=cmd|calc' }, 1: { propertyId: 'y'.repeat(5000) } }),
			{ ...updating, operation: 'send', propertyId: '' },
		);
		const notes = rows.map(({ screeningNote }) => String(screeningNote));
		expect(notes[0]).toContain("the property ID 'x =cmd|calc' (400)");
		expect(notes[1]!.length).toBeLessThan(400);
	});

	test('are the same where each field is mapped by expression, in batches', async () => {
		const sandbox = await newSandbox();
		const parameters = { ...sendByExpressions, updateRows: true, ...inBatches };
		const { rows } = await run(sandbox, applicants(5, { 1: { email: 'bad' } }), parameters);
		expect(statusesOf(rows)).toEqual(['sent', 'not sent', 'sent', 'sent', 'sent']);
	});

	test('leave the files of a row as they are, whatever happens to it', async () => {
		const sandbox = await newSandbox();
		const { items } = await runOn(sandbox, {
			parameters: updating,
			rows: applicants(3, { 0: { screeningStatus: 'sent' }, 1: { email: 'bad' } }),
			binary: { lease: { data: 'eA==', mimeType: 'text/plain' } },
		});
		expect(
			items.map(({ json, binary }) => [json.screeningStatus, Object.keys(binary ?? {})]),
		).toEqual(['sent', 'not sent', 'sent'].map((status) => [status, ['lease']]));
	});

	test('of Property: Create are propertyId, propertyStatus and propertyNote', async () => {
		const sandbox = await newSandbox();
		const parameters = {
			resource: 'property',
			operation: 'create',
			mappingMode: 'autoMapInputData',
		};
		const sheet = [{ Property: '1 Elm Street' }, { Property: '', Rent: 1 }, { Property: '3' }];
		const first = await run(sandbox, sheet, parameters);
		const created = {
			propertyId: expect.any(String) as unknown,
			propertyStatus: 'created',
			propertyNote: '',
		};
		const propertyNote = expect.stringContaining('is empty') as unknown;
		expect(first.rows).toEqual([
			{ ...sheet[0], ...created },
			{ ...sheet[1], propertyId: null, propertyStatus: 'not created', propertyNote },
			{ ...sheet[2], ...created },
		]);
		expect((await run(sandbox, first.rows, parameters)).rows).toEqual(first.rows);
		expect(sandbox.requestsOf('createProperty')).toHaveLength(2);
	});

	test('of Rent Report: Submit have the id of the answer, and when', async () => {
		const sandbox = await newSandbox();
		const parameters = {
			resource: 'rentReport',
			operation: 'submit',
			mappingMode: 'autoMapInputData',
		};
		const sheet = [{ 'Last Name': 'Smith', 'Rent Paid': 1500, id: 'my own' }];
		const first = await run(sandbox, sheet, parameters);
		expect(first.rows).toEqual([
			{
				...sheet[0],
				reportId: expect.any(String),
				reportStatus: 'reported',
				reportNote: '',
				reportedAt: ISO_TIME,
			},
		]);
		await run(sandbox, first.rows, parameters);
		expect(sandbox.requestsOf('submitRentReport')).toHaveLength(1);
	});
});

describe.each(ON_ERROR)('failures of single rows, On Error = %s', (onError) => {
	test('a row that fails says why, and the others go', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ applicant: emailOf(1), status: 422, body: { message: 'No such flow' } });
		sandbox.addFault({ applicant: emailOf(3), status: 500, acts: true });
		const { rows, errorItems, error } = await run(sandbox, applicants(6), updating, { onError });
		expect([error, errorItems]).toEqual([undefined, []]);
		expect(statusesOf(rows)).toEqual(['sent', 'refused', 'sent', 'maybe sent', 'sent', 'sent']);
		expect(rows[1]!.screeningNote).toContain('No such flow');
		expect(rows[3]!.screeningNote).toContain('may have been accepted');
		const again = await run(sandbox, rows, updating, { onError });
		expect(again.rows[3]).toEqual(rows[3]);
		expect(sandbox.screenings.filter(({ email }) => email === emailOf(3))).toHaveLength(1);
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
		const parameters = { ...updating, options: { maxConcurrency: 1 } };
		const { rows, error } = await run(sandbox, applicants(8), parameters, { onError });
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(8);
		const sent = statusesOf(rows).filter((status) => status === 'sent');
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
		const { rows } = await run(sandbox, applicants(4), updating, { ...retrying, onError });
		expect(statusesOf(rows)).toEqual(['sent', 'sent', 'maybe sent', 'sent']);
		expect(sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(6);
	});
});

const onlyWritten = { updateRows: true, returnColumns: 'written' };
const sending: INodeParameters = { ...sendByColumns, ...onlyWritten };
const HEADERS = { 'User ID': '', screeningStatus: '', screeningNote: '', 'Sent At': '' };

/** A sheet as the Google Sheets node reads it, with all columns that are written. */
const sheetOf = (count: number, change: Record<number, IDataObject> = {}): IDataObject[] =>
	applicants(count).map((row, index) => ({
		row_number: index + 2,
		...row,
		...HEADERS,
		paid: false,
		...change[index],
	}));

const NOT_SENT = (row_number: number, note: unknown) => ({
	row_number,
	screeningStatus: 'not sent',
	screeningNote: note,
});

/** The sheet with names that mean no field. */
const renamed = (sheet: IDataObject[], columns: readonly string[]) =>
	sheet.map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([name, cell]) => [
				columns.includes(name) ? `The ${name}` : name,
				cell,
			]),
		),
	);

describe.each(ON_ERROR)('what concerns all rows, On Error = %s', (onError) => {
	// A service that cannot be reached is tried again, with growing pauses.
	useFastTime();

	interface Cause {
		fault?: Fault;
		baseUrl?: string;
		parameters?: INodeParameters;
		missing?: string[];
	}

	test.each<[string, Cause, string]>([
		['a refused login', { fault: { operation: 'login', status: 401 } }, 'refused the login'],
		[
			'an account that is refused',
			{ fault: { operation: 'sendScreeningWithFlow', status: 401 } },
			'refused access',
		],
		['a service that is down', { baseUrl: 'http://127.0.0.1:9' }, 'nothing answers'],
		[
			'no flow ID in the panel nor in a column',
			{ parameters: { flowId: '' } },
			"'Flow ID' is empty",
		],
		['no column for a required field', { missing: ['phone'] }, 'No phone column found'],
		[
			'no column for any field',
			{ missing: Object.keys(applicants(1)[0]!) },
			'No email column found',
		],
		[
			'a setting that cannot be read',
			{ parameters: { options: { maxConcurrency: 'x' } } },
			"'Max Concurrency' must be",
		],
		[
			'another such setting',
			{ parameters: { options: { sendAgain: 'x' } } },
			"'Send Again' must be true or false",
		],
	])(
		'%s: no row changes, or each of Only Written Columns is not sent',
		async (_, cause, message) => {
			const { fault, baseUrl, parameters = {}, missing = [] } = cause;
			const sandbox = await newSandbox();
			if (fault !== undefined) sandbox.addFault(fault);
			const sheet = renamed(sheetOf(3), missing);
			const failing = async (base: INodeParameters) => {
				const credential = credentialFor({ ...sandbox, baseUrl: baseUrl ?? sandbox.baseUrl });
				const spec = { credential, parameters: { ...base, ...parameters }, rows: sheet };
				return await runNode({ ...spec, settings: { onError } });
			};

			const all = await failing(updating);
			const failed = [...all.items, ...all.errorItems].map(({ json }) => json);
			if (onError === 'stopWorkflow') expect(all.error?.message).toContain(message);
			const error: unknown = expect.objectContaining({ message: expect.stringContaining(message) });
			expect(failed).toEqual(
				onError === 'stopWorkflow' ? [] : sheet.map((row) => ({ ...row, error })),
			);

			const written = await failing(sending);
			expect([written.error, written.errorItems]).toEqual([undefined, []]);
			expect(written.rows).toEqual(
				[2, 3, 4].map((number) => NOT_SENT(number, expect.stringContaining(message))),
			);
			expect(sandbox.screenings).toEqual([]);
			if (fault === undefined) expect(sandbox.requests).toEqual([]);
		},
	);
});

test('a flow ID that some rows lack in their own column: only they are not sent', async () => {
	const sandbox = await newSandbox();
	const sheet = applicants(2, { 0: { flowId: sandbox.flowId }, 1: { flowId: '' } });
	const { rows } = await run(sandbox, sheet, { ...updating, flowId: '' });
	expect(statusesOf(rows)).toEqual(['sent', 'not sent']);
});

describe.each(ON_ERROR)('only written columns, On Error = %s', (onError) => {
	test.each([
		['columns', sending],
		['expressions', { ...sendByExpressions, ...onlyWritten }],
		['columns, in batches', { ...sending, ...inBatches }],
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

	test('a column that is missing: nothing is sent, and the note names it', async () => {
		const sandbox = await newSandbox();
		const { rows } = await run(sandbox, renamed(sheetOf(2), ['Sent At']), sending, { onError });
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
		const sheet = renamed(sheetOf(3, { 2: { 'User ID': 'CRM-1' } }), [name]);
		const { items, errorItems, error } = await run(sandbox, sheet, parameters, { onError });
		if (onError === 'stopWorkflow') expect(error?.message).toContain(`no column '${name}'`);
		for (const { json } of [...items, ...errorItems]) expect(json.error).toBeDefined();
		expect(items.length + errorItems.length).toBe(onError === 'stopWorkflow' ? 0 : 3);
		expect(sandbox.requests).toEqual([]);
	});

	test('a match value that is empty or occurs twice: not sent, not returned', async () => {
		const sandbox = await newSandbox();
		const keys = ['a', '', 'b', 'b', null, 'c'];
		const sheet = sheetOf(6).map((row, index) => ({ ...row, Key: keys[index]! }));
		const { rows } = await run(sandbox, sheet, { ...sending, matchColumn: 'key' }, { onError });
		expect(rows.map(({ Key, screeningStatus }) => [Key, screeningStatus])).toEqual([
			['a', 'sent'],
			['c', 'sent'],
		]);
		expect(sandbox.screenings).toHaveLength(2);
	});
});

describe('results with Update Rows', () => {
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

	test.each(['skip', 'error'])(
		'every row is in the output, also with When Incomplete = %s',
		async (whenIncomplete) => {
			const sandbox = await newSandbox();
			const open = { screening: {}, user: { checkComplete: false, firstName: 'A' } };
			const sheet = [{ userId: sandbox.addApplicant(open) }, { userId: 'nobody' }];
			const all = { ...get, returnColumns: 'all', output: 'simplified' };
			const { rows } = await run(sandbox, sheet, { ...all, options: { whenIncomplete } });
			expect(rows.map(({ resultStatus }) => resultStatus)).toEqual([
				'not complete',
				'not complete',
			]);
		},
	);

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

describe('When Incomplete without Update Rows', () => {
	const leaveOut = { ...getByRow, output: 'report', options: { whenIncomplete: 'skip' } };

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'Leave Out: no item for who is not done, 404 included (%s)',
		async (onError) => {
			const sandbox = await newSandbox();
			const done = sandbox.addApplicant({ screening: {}, user: { checkComplete: true } });
			const open = sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
			const sheet = [open, done, 'nobody'].map((userId) => ({ userId }));
			const { items, error } = await run(sandbox, sheet, leaveOut, { onError });
			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json.userId, pairedItem])).toEqual([
				[done, { item: 1 }],
			]);
		},
	);

	test('Leave Out: everything else that fails still fails', async () => {
		const sandbox = await newSandbox();
		sandbox.addFault({ operation: 'getScreeningData', status: 403 });
		const { error } = await run(sandbox, [{ userId: 'u' }], leaveOut);
		expect(error?.message).toContain('(403)');
	});
});
