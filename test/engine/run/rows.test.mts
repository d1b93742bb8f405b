import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Disruption, Sandbox } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	listSends,
	listStatuses,
	toEmail,
	sendByColumns,
} from '../../support/applicants.mts';
import {
	createCredential,
	createExecutionId,
	ON_ERROR,
	runNode,
	runOn,
	type RunSpec,
} from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Update Rows in n8n's engine. What happens to a row and what is written into it is tested whole in test/pure/rows.

const newSandbox = useSandbox();

const auto: INodeParameters = { mappingMode: 'autoMapInputData', updateRows: 'due' };
/** Only what is written comes out, or whole rows. */
const sending: INodeParameters = { ...sendByColumns, ...auto };
const updating: INodeParameters = { ...sending, matchColumn: '' };
/** It has no flow ID. */
const checked: INodeParameters = { ...sending, updateRows: 'checked', flowId: '' };
const MARK = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z \w{12} \w{16}$/) as unknown;
const ID = expect.any(String) as unknown;
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
const OWN = { userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' };

/** A sheet as the Google Sheets node reads it, with all columns that are written. */
const createSheet = (count: number, change: Record<number, IDataObject> = {}): IDataObject[] =>
	createApplicants(count).map((row, index) => ({
		row_number: index + 2,
		...{ ...row, ...OWN, paid: false, ...change[index] },
	}));

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters = updating,
	settings: Partial<INode> = {},
) {
	return await runOn(sandbox, { parameters, rows, settings });
}

test('whole rows keep their files, and a flow ID that one lacks keeps only that from being sent', async () => {
	const { flowId } = sendByColumns as { flowId: string };
	const { items } = await runOn(await newSandbox(), {
		parameters: { ...updating, flowId: '' },
		rows: createApplicants(3, {
			0: { flowId, screeningStatus: 'sent' },
			1: { flowId: '' },
			2: { flowId },
		}),
		binary: { lease: { data: 'eA==', mimeType: 'text/plain' } },
	});
	expect(
		items.map(({ json, binary }) => [json.screeningStatus, Object.keys(binary ?? {})]),
	).toEqual(['sent', 'refused', 'sent'].map((status) => [status, ['lease']]));
	expect(items[1]!.json.screeningNote).toContain("'Flow ID' is empty");
});

test.each<[string, string, IDataObject, object]>([
	[
		'property: create',
		'createProperty',
		{ Property: '1 Elm Street' },
		{ propertyId: ID, propertyStatus: 'created', propertyNote: '', propertyMark: MARK },
	],
	[
		'rentReport: submit',
		'submitRentReport',
		{ 'Last Name': 'Smith', 'Rent Paid': 1500, id: 'my own' },
		{
			...{ reportId: ID, reportStatus: 'reported', reportNote: '', reportMark: MARK },
			reportedAt: ISO_TIME,
		},
	],
])(
	'%s writes its own columns; a done row is not sent again',
	async (place, asked, row, written) => {
		const sandbox = await newSandbox();
		const [resource = '', operation = ''] = place.split(': ');
		const parameters = { ...{ resource, operation }, ...auto, matchColumn: '' };
		const bad = { ...row, Property: '', Rent: 1, 'Rent Paid': '$1' };
		const { rows } = await run(sandbox, [row, bad], parameters);
		expect(rows[0]).toEqual({ ...row, ...written });
		expect(Object.keys(rows[1]!).sort()).toEqual(Object.keys({ ...bad, ...written }).sort());
		expect(JSON.stringify(rows[1])).toContain('"refused"');
		expect((await run(sandbox, rows, parameters)).rows).toEqual(rows);
		expect(sandbox.listRequests(asked as 'createProperty')).toHaveLength(1);
	},
);

describe.each(ON_ERROR)('with On Error = %s', (onError) => {
	const batch = { batchSize: 2, batchInterval: 1 };
	test.each([
		['all at once', sending],
		['in batches', { ...sending, requestOptions: { batching: { batch } } }],
	])(
		'of rows that are sent %s, those that changed come out with what is written, linked',
		async (_, parameters) => {
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(3), status: 422, body: { message: 'No such flow' } });
			sandbox.disrupt({ applicant: toEmail(4), status: 500, acts: true });
			const done = { userId: 'u', screeningStatus: 'sent' };
			const blank = { email: '', phone: '', firstName: '', lastName: '' };
			const sheet = createSheet(7, { 1: done, 2: { email: 'bad' }, 5: blank });
			const { items, rows, errorItems, error } = await run(sandbox, sheet, parameters, { onError });
			expect([error, errorItems]).toEqual([undefined, []]);
			const sent = (row_number: number) => ({
				...{ row_number, userId: ID, screeningStatus: 'sent', screeningNote: '' },
				...{ screeningMark: MARK, sentAt: ISO_TIME },
			});
			const not = (row_number: number, screeningStatus: string, note: RegExp) => ({
				...{ row_number, screeningStatus, screeningMark: MARK },
				screeningNote: expect.stringMatching(note) as unknown,
			});
			expect(rows).toEqual([
				sent(2),
				not(4, 'refused', /^Reason: /),
				not(5, 'refused', /No such flow/),
				not(6, 'maybe sent', /may have been accepted.*clear 'screeningStatus' to send it again\.$/),
				sent(8),
			]);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 2, 3, 4, 6].map((item) => ({ item })),
			);
		},
	);

	test.each<[string, Disruption, INodeParameters, string]>([
		['a refused login', { operation: 'login', status: 401 }, {}, 'refused the login'],
		['no access', { operation: 'sendScreeningWithFlow', status: 401 }, {}, 'refused access'],
		['no flow ID', { latencyMs: 0 }, { flowId: '' }, "'Flow ID' is empty"],
	])('%s fails the node, and no row changes', async (_, fault, parameters, message) => {
		const sandbox = await newSandbox();
		sandbox.disrupt(fault);
		const sheet = createSheet(3);
		const isAsked = fault.status !== undefined;
		// Check Only makes no request.
		const nodes = [updating, sending, ...(isAsked ? [] : [{ ...sending, updateRows: 'check' }])];
		for (const base of nodes) {
			const given = { ...base, ...parameters };
			const { items, errorItems, error } = await run(sandbox, sheet, given, { onError });
			const failed = [...items, ...errorItems].map(({ json }) => json);
			if (onError === 'stopWorkflow') {
				expect([error?.message, failed]).toEqual([expect.stringContaining(message), []]);
				expect(error?.message).not.toMatch(/^Row|\[item/);
				continue;
			}
			expect(onError === 'continueErrorOutput' ? items : errorItems).toEqual([]);
			const said: unknown = expect.objectContaining({ message: expect.stringContaining(message) });
			// To a node that updates a sheet goes no cell of the user's.
			const isWhole = base === updating || onError === 'continueErrorOutput';
			expect(failed).toEqual(sheet.map((row) => ({ ...(isWhole ? row : {}), error: said })));
		}
		expect(sandbox.screenings).toEqual([]);
		expect(sandbox.requests.length > 0).toBe(isAsked);
	});
});

describe('Check Only, then Checked Rows', () => {
	/** A sheet, and the two nodes that act on it, each in an execution of its own: what they return is written into it. */
	async function openSheet(count: number, change: Record<number, IDataObject> = {}) {
		const sandbox = await newSandbox();
		const sheet = createSheet(count, change);
		const pass = async (by: Partial<RunSpec>, parameters: INodeParameters, matchColumn: string) => {
			const credential = createCredential(sandbox);
			const outcome = await runNode({ credential, parameters, rows: sheet, ...by });
			for (const row of outcome.rows) {
				const own = sheet.filter((one) => one[matchColumn] === row[matchColumn]);
				expect(own).toHaveLength(1);
				expect(Object.keys(own[0]!)).toEqual(expect.arrayContaining(Object.keys(row)));
				Object.assign(own[0]!, row);
			}
			return outcome;
		};
		return {
			...{ sandbox, sheet },
			check: async (by: Partial<RunSpec> = {}) =>
				await pass(by, { ...sending, updateRows: 'check' }, 'row_number'),
			send: async (by: Partial<RunSpec> = {}) => await pass(by, checked, 'screeningMark'),
			/** The statuses, and how many requests were sent. */
			result: () => [listStatuses({ rows: sheet }), listSends(sandbox).length],
		};
	}

	test('Check Only marks what is due and says what is wrong, without a request; then it is sent', async () => {
		const { sandbox, check, send, sheet } = await openSheet(4, {
			1: { userId: 'u', screeningStatus: 'sent' },
			2: { email: 'bad' },
		});
		sandbox.disrupt({ applicant: toEmail(3), status: 500, acts: true });
		const before = structuredClone(sheet);
		const executionId = createExecutionId();
		const { rows } = await check({ executionId });
		expect(sandbox.requests).toEqual([]);
		expect(rows).toEqual(
			[2, 4, 5].map((row_number) => ({
				...{ row_number, screeningStatus: 'in progress', screeningMark: MARK },
				screeningNote: expect.stringMatching(
					row_number === 4
						? /^Will be refused: 'email' must be/
						: /^Will send \(do not clear the status\): Email applicant\d@/,
				) as unknown,
			})),
		);
		const marks = sheet.map(({ screeningMark }) => screeningMark);
		const { error, errorItems } = await send({ executionId });
		expect([error, errorItems]).toEqual([undefined, []]);
		expect(listStatuses({ rows: sheet })).toEqual(['sent', 'sent', 'refused', 'maybe sent']);
		expect(sheet.map(({ screeningMark }) => screeningMark)).toEqual(marks);
		expect(sheet).toMatchObject(before.map(({ email, phone, paid }) => ({ email, phone, paid })));
		expect(sandbox.screenings).toHaveLength(2);
	});

	test('a row that is marked is due again after a run of Due Rows to which the account is refused', async () => {
		const { sandbox, check, send, result } = await openSheet(1);
		await check();
		const end = sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 401 });
		expect((await send({ parameters: sending })).error?.message).toContain('refused access');
		end();
		expect(result()[0]).toEqual(['in progress']);
		await send();
		expect(result()).toEqual([['sent'], 3]);
	});

	test('two accounts in one workflow: no row is sent under the other’s', async () => {
		const credentials = { rentalScreeningApi: { id: '2', name: 'Another account' } };
		const other = { settings: { credentials } };
		const { check, send, sheet, result } = await openSheet(2);
		await check({ rows: sheet.slice(0, 1) });
		await check({ rows: sheet.slice(1), ...other });
		await send();
		expect(result()).toEqual([['sent', 'in progress'], 1]);
		await send(other);
		expect(result()).toEqual([['sent', 'sent'], 2]);
	});

	test('a login that is refused: the rows say so, and the next run sends them', async () => {
		const { sandbox, check, send, sheet, result } = await openSheet(1);
		await check();
		const end = sandbox.disrupt({ operation: 'login', status: 401 });
		expect((await send()).error).toBeUndefined();
		expect(sheet[0]).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('The service refused the login'),
		});
		end();
		await check();
		await send();
		expect(result()).toEqual([['sent'], 1]);
	});

	test('the settings are those of each row’s own check, though the node that sends has none', async () => {
		const { sandbox, check, send, sheet } = await openSheet(3, { 1: { phone: '6475550199' } });
		const checkRows = async (rows: IDataObject[], settings: INodeParameters) =>
			await check({ parameters: { ...sending, updateRows: 'check', ...settings }, rows });
		const payer = "={{ $json.row === 0 ? 'PAYER_SELF' : 'PAYER_OTHER' }}";
		const settings = { countryCode: '1', additionalFields: { payer } };
		await checkRows(sheet.slice(0, 2), settings);
		// A chosen column that is dragged in stays a column: it is not worked out for the check's row.
		const columns = { phone: '={{ $json.phone }}' };
		await checkRows(sheet.slice(2), { columns, additionalFields: { payer: 'PAYER_THREE' } });
		await send();
		const { flowId } = sendByColumns;
		expect(listSends(sandbox).map(({ body }) => body)).toMatchObject([
			{ flowId, payer: 'PAYER_SELF', phone: '+14165550000' },
			{ flowId, payer: 'PAYER_OTHER', phone: '+16475550199' },
			{ flowId, payer: 'PAYER_THREE', phone: '+14165550002' },
		]);
	});

	test('a row whose empty cell is left out when it is read alone is refused, not taken for changed', async () => {
		const { check, send, sheet, result } = await openSheet(2);
		delete sheet[1]!.phone;
		await check();
		for (const row of sheet) await send({ rows: [row] });
		expect(result()).toEqual([['sent', 'refused'], 1]);
	});
});

const getting: INodeParameters = { resource: 'results', operation: 'get', ...auto };

test('an Update Rows that the operation does not offer fails the node, and nothing is asked', async () => {
	const sandbox = await newSandbox();
	const { error } = await run(sandbox, [{ userId: '7' }], { ...getting, updateRows: 'check' });
	expect(error?.message).toContain("'Update Rows' has a value that this operation does not offer");
	expect(sandbox.requests).toEqual([]);
});

describe('results with Update Rows', () => {
	const get: INodeParameters = {
		...getting,
		...{ output: 'selectedFields', fields: ['creditScore', 'rent', 'firstName'] },
	};
	const columns = {
		...{ firstName: '', resultStatus: '', resultNote: '', creditScore: '' },
		...{ rent: 2450, Surname: 'x' },
	};

	test('results are written into empty cells of the right person only, and Only Complete leaves out no row', async () => {
		const sandbox = await newSandbox();
		const found = {
			screening: { creditScore: 700, rent: 2100 },
			user: { checkComplete: true, firstName: 'Amara', email: 'amara@example.com' },
		};
		const open = { screening: {}, user: { checkComplete: false } };
		const [done, others, waiting] = [found, found, open].map((one) => sandbox.addApplicant(one));
		const sheet = [
			{ userId: done },
			{ userId: waiting },
			{ userId: 'nobody' },
			{ userId: '-' },
			{ userId: 'u', resultStatus: 'Complete' },
			{ userId: others, Email: 'somebody@else.example' },
		].map((row, index) => ({ row_number: index + 2, Email: '', ...columns, ...row }));
		const parameters = { ...get, options: { onlyComplete: true } };
		const { rows } = await run(sandbox, sheet as IDataObject[], parameters);
		const resultNote = expect.any(String) as unknown;
		expect(rows).toEqual([
			{
				...{ userId: done, resultStatus: 'complete', resultNote: '' },
				...{ creditScore: 700, firstName: 'Amara' },
			},
			{ userId: waiting, resultStatus: 'not complete', resultNote },
			{ userId: 'nobody', resultStatus: 'not complete', resultNote },
			{ userId: others, resultStatus: 'not fetched', resultNote },
		]);
	});

	test.each<[string, IDataObject, Disruption]>([
		['a missing column', { resultNote: undefined }, {}],
		['a row that is not valid', { userId: 'a/b' }, {}],
		['a service that asks to wait', {}, { status: 429, headers: { 'Retry-After': '900' } }],
	])(
		'with Update Rows, no message about results speaks of sending: %s',
		async (_, change, fault) => {
			const sandbox = await newSandbox();
			const row = { row_number: 2, userId: 'u1', ...columns, ...change };
			const sheet = JSON.parse(JSON.stringify([row, { ...row, row_number: 3 }])) as IDataObject[];
			sandbox.disrupt({ operation: 'getScreeningData', latencyMs: 0, ...fault });
			const { rows, error } = await run(sandbox, sheet, get);
			const texts = [error?.message, error?.description, ...rows.map((one) => one.resultNote)];
			expect(texts.filter(Boolean)).not.toEqual([]);
			expect(texts.join(' ')).not.toMatch(/\b(send|sent)\b/i);
		},
	);
});
