import type { IDataObject, INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import type { Disruption, Sandbox } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	toEmail,
	getByRow,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import {
	createCredential,
	createExecutionId,
	ON_ERROR,
	retrying,
	runNode,
	runOn,
	type RunSpec,
} from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { atRequest, useSandbox } from '../../support/use-sandbox.mts';

// What Update Rows sends and writes in n8n's engine. What happens to which row is tested whole in test/pure/rows.

const newSandbox = useSandbox();

const auto: INodeParameters = { mappingMode: 'autoMapInputData', updateRows: 'due' };
/** Only what is written comes out, or whole rows. */
const sending: INodeParameters = { ...sendByColumns, ...auto };
const updating: INodeParameters = { ...sending, matchColumn: '' };
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

const listStatuses = (rows: IDataObject[]) => rows.map(({ screeningStatus }) => screeningStatus);
const sendsTo = (sandbox: Sandbox) => sandbox.listRequests('sendScreeningWithFlow').length;

test.each<[string, INodeParameters, Record<number, IDataObject>, string]>([
	[
		'a setting that is wrong for one row',
		{ countryCode: "={{ $json.row === 0 ? 'none' : '1' }}" },
		{ 0: { phone: '4165550100' } },
		"needs 'Country Code', which must be one to three digits",
	],
	[
		'a flow ID that one row lacks in its own column',
		{ flowId: '' },
		{ 0: { flowId: '' }, 1: { flowId: sendByColumns.flowId as string } },
		"'Flow ID' is empty",
	],
	['a value that is not valid', {}, { 0: { email: 'bad' } }, "'email' must be an email address"],
])('%s keeps only that row from being sent', async (_, parameters, change, note) => {
	const sandbox = await newSandbox();
	const { rows } = await run(sandbox, createApplicants(2, change), { ...updating, ...parameters });
	expect(listStatuses(rows)).toEqual(['refused', 'sent']);
	expect(rows[0]!.screeningNote).toContain(note);
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
	// A service that cannot be reached is tried again, with growing pauses.
	useFastTime();

	test('a login that is refused in the middle: the remaining rows are not sent and say so', async () => {
		const sandbox = await newSandbox();
		atRequest(sandbox, 'sendScreeningWithFlow', 3, () => {
			sandbox.revokeTokens();
			sandbox.disrupt({ operation: 'login', status: 401, body: {} });
		});
		const parameters = { ...updating, options: { maxConcurrency: 1 } };
		const { rows, error } = await run(sandbox, createApplicants(8), parameters, { onError });
		expect([error, rows.length]).toEqual([undefined, 8]);
		const sent = listStatuses(rows).filter((status) => status === 'sent');
		expect(sent.length).toBe(sandbox.screenings.length);
		expect(rows.at(-1)).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('refused the login'),
		});
	});

	const batch = { batchSize: 2, batchInterval: 1 };
	test.each([
		['in order', sending],
		['in batches', { ...sending, requestOptions: { batching: { batch } } }],
	])('%s: what is written comes out of the rows that changed, linked', async (_, parameters) => {
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
	});

	interface Cause {
		fault?: Disruption;
		baseUrl?: string;
		parameters?: INodeParameters;
	}

	test.each<[string, Cause, string]>([
		['a refused login', { fault: { operation: 'login', status: 401 } }, 'refused the login'],
		['a login that may work later', { fault: { operation: 'login', status: 503 } }, '(503)'],
		[
			'an account that is refused',
			{ fault: { operation: 'sendScreeningWithFlow', status: 401 } },
			'refused access',
		],
		['a service that is down', { baseUrl: 'http://127.0.0.1:9' }, 'nothing answers'],
		['no flow ID', { parameters: { flowId: '' } }, "'Flow ID' is empty"],
	])('%s fails the node, and no row changes', async (_, cause, message) => {
		const { fault, baseUrl, parameters = {} } = cause;
		const sandbox = await newSandbox();
		if (fault !== undefined) sandbox.disrupt(fault);
		const sheet = createSheet(3);
		const nodes = [updating, sending];
		// Check Only makes no request.
		if (fault === undefined && baseUrl === undefined)
			nodes.push({ ...sending, updateRows: 'check' });
		for (const base of nodes) {
			const credential = createCredential({ ...sandbox, baseUrl: baseUrl ?? sandbox.baseUrl });
			const spec = { credential, parameters: { ...base, ...parameters }, rows: sheet };
			const { items, errorItems, error } = await runNode({ ...spec, settings: { onError } });
			const failed = [...items, ...errorItems].map(({ json }) => json);
			if (onError === 'stopWorkflow') {
				expect([error?.message, failed]).toEqual([expect.stringContaining(message), []]);
				continue;
			}
			const said: unknown = expect.objectContaining({ message: expect.stringContaining(message) });
			// To a node that updates a sheet goes no cell of the user's.
			const isWhole = base === updating || onError === 'continueErrorOutput';
			expect(failed).toEqual(sheet.map((row) => ({ ...(isWhole ? row : {}), error: said })));
		}
		expect(sandbox.screenings).toEqual([]);
		if (fault === undefined) expect(sandbox.requests).toEqual([]);
	});
});

describe('Check Only, then Checked Rows', () => {
	afterEach(() => jest.useRealTimers());

	/** A sheet, and the two nodes that act on it in each execution: what they return is written into it. */
	async function sheetWith(count: number, change: Record<number, IDataObject> = {}) {
		const sandbox = await newSandbox();
		let sheet = createSheet(count, change);
		let executionId = createExecutionId();
		const mode: WorkflowExecuteMode = 'trigger';
		const pass = async (updateRows: string, by: Partial<RunSpec> = {}) => {
			const matchColumn = updateRows === 'checked' ? 'screeningMark' : 'row_number';
			const { flowId, ...more } = sending;
			const parameters = { ...more, updateRows, ...(updateRows === 'checked' ? {} : { flowId }) };
			const credential = createCredential(sandbox);
			const given = { credential, parameters, rows: sheet, executionId, mode, ...by };
			const outcome = await runNode(given);
			for (const row of outcome.rows) {
				const own = sheet.filter((one) => one[matchColumn] === row[matchColumn]);
				expect(own).toHaveLength(1);
				expect(Object.keys(own[0]!)).toEqual(expect.arrayContaining(Object.keys(row)));
				Object.assign(own[0]!, row);
			}
			return outcome;
		};
		const check = async (by?: Partial<RunSpec>) => await pass('check', by);
		const send = async (by?: Partial<RunSpec>) => await pass('checked', by);
		return {
			sandbox,
			check,
			send,
			/** Both, in an execution of their own. */
			runNext: async () => {
				executionId = createExecutionId();
				await check();
				await send();
			},
			nextExecution: () => (executionId = createExecutionId()),
			rows: () => sheet,
			edit: (edited: (rows: IDataObject[]) => IDataObject[]) => (sheet = edited(sheet)),
			/** The statuses, and how many requests were sent. */
			result: () => [listStatuses(sheet), sendsTo(sandbox)],
		};
	}

	test('Check Only marks what is due and says what is wrong, without a request; then it is sent', async () => {
		const { sandbox, check, send, rows } = await sheetWith(4, {
			1: { userId: 'u', screeningStatus: 'sent' },
			2: { email: 'bad' },
		});
		sandbox.disrupt({ applicant: toEmail(3), status: 500, acts: true });
		const own = structuredClone(rows());
		const checked = await check();
		expect(sandbox.requests).toEqual([]);
		expect(checked.rows).toEqual(
			[2, 4, 5].map((row_number) => ({
				...{ row_number, screeningStatus: 'in progress', screeningMark: MARK },
				screeningNote: expect.stringMatching(
					row_number === 4
						? /^Reason: 'email' must be/
						: /^Will send \(do not clear the status\): Email applicant\d@/,
				) as unknown,
			})),
		);
		const marks = rows().map(({ screeningMark }) => screeningMark);
		const outcome = await send();
		expect([outcome.error, outcome.errorItems]).toEqual([undefined, []]);
		expect(listStatuses(rows())).toEqual(['sent', 'sent', 'refused', 'maybe sent']);
		expect(rows().map(({ screeningMark }) => screeningMark)).toEqual(marks);
		expect(rows()).toMatchObject(own.map(({ email, phone, paid }) => ({ email, phone, paid })));
		expect(sandbox.screenings).toHaveLength(2);
	});

	test.each<[string, (rows: IDataObject[]) => IDataObject[], unknown[], number]>([
		['a sheet that is sorted', (rows) => [...rows].reverse(), ['sent', 'sent'], 2],
		[
			'a row that is corrected',
			([one, other]) => [{ ...one, phone: '+14165550188' }, other!],
			['maybe sent', 'sent'],
			1,
		],
	])(
		'%s between check and send: no outcome goes to another row',
		async (_, edited, statuses, sent) => {
			const { check, send, edit, result } = await sheetWith(2);
			await check();
			edit(edited);
			await send();
			expect(result()).toEqual([statuses, sent]);
		},
	);

	test('a run that stops at row 10 of 30 leaves the others due', async () => {
		const { sandbox, check, send, runNext, result } = await sheetWith(30);
		await check();
		let cancel = () => {};
		atRequest(sandbox, 'sendScreeningWithFlow', 10, () => cancel());
		const parameters = { ...sending, updateRows: 'checked', options: { maxConcurrency: 1 } };
		await send({ parameters, onStart: (end) => (cancel = end) });
		const before = sandbox.screenings.length;
		await runNext();
		const [statuses, requests] = result();
		expect(new Set(statuses as string[])).toEqual(new Set(['sent', 'maybe sent']));
		expect(sandbox.screenings).toHaveLength(30);
		expect([before, requests]).toEqual([10, 30]);
	});

	test('two starts with Send Again over one sheet: one link', async () => {
		const { check, send, nextExecution, result } = await sheetWith(1);
		const again = {
			parameters: { ...sending, updateRows: 'checked', options: { sendAgain: true } },
		};
		await check();
		nextExecution();
		await check();
		await Promise.all([send(again), send(again)]);
		expect(result()).toEqual([['sent'], 1]);
	});

	/** A node with another credential. */
	const withCredential = (id: string) => ({
		settings: { credentials: { rentalScreeningApi: { id, name: `Account ${id}` } } },
	});

	test('check and send with different credentials: the node fails and says so, and no row changes', async () => {
		const { check, send, rows, result } = await sheetWith(2);
		await check();
		const marked = structuredClone(rows());
		const { error } = await send(withCredential('2'));
		expect(error?.message).toContain('with this operation and credential');
		expect([rows(), result()[1]]).toEqual([marked, 0]);
	});

	test('a login that is refused: the rows say so, and the next run sends them', async () => {
		const { sandbox, check, send, runNext, rows, result } = await sheetWith(1);
		await check();
		const end = sandbox.disrupt({ operation: 'login', status: 401 });
		expect((await send()).error).toBeUndefined();
		expect(rows()[0]).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('The service refused the login'),
		});
		end();
		await runNext();
		expect(result()).toEqual([['sent'], 1]);
	});

	test('the settings are those of each row’s own check, though the node that sends has none', async () => {
		const { sandbox, check, send, rows } = await sheetWith(3, { 1: { phone: '6475550199' } });
		const checkRows = async (some: IDataObject[], settings: INodeParameters) =>
			await check({ parameters: { ...sending, updateRows: 'check', ...settings }, rows: some });
		const payer = "={{ $json.row === 0 ? 'PAYER_SELF' : 'PAYER_OTHER' }}";
		const settings = { countryCode: '1', additionalFields: { payer } };
		await checkRows(rows().slice(0, 2), settings);
		await checkRows(rows().slice(2), { additionalFields: { payer: 'PAYER_THREE' } });
		await send();
		const { flowId } = sendByColumns;
		expect(sandbox.listRequests('sendScreeningWithFlow').map(({ body }) => body)).toMatchObject([
			{ flowId, payer: 'PAYER_SELF', phone: '+14165550000' },
			{ flowId, payer: 'PAYER_OTHER', phone: '+16475550199' },
			{ flowId, payer: 'PAYER_THREE', phone: '+14165550002' },
		]);
	});

	test('Retry On Fail: a mark sends once', async () => {
		const { sandbox, check, send, result } = await sheetWith(2);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, times: 1 });
		await check();
		await send({ settings: retrying });
		expect(result()).toEqual([['maybe sent', 'not sent'], 1]);
	});
});

const getting: INodeParameters = { resource: 'results', operation: 'get', ...auto };

test.each<[string, INodeParameters]>([
	['an unknown value', { ...sending, updateRows: 'later' }],
	['a check of results', { ...getting, updateRows: 'check' }],
])('Update Rows with %s: the node fails, and nothing is asked', async (_, parameters) => {
	const sandbox = await newSandbox();
	const { error } = await run(
		sandbox,
		createSheet(2, { 0: { screeningStatus: 'sent' } }),
		parameters,
	);
	expect(error?.message).toContain("'Update Rows' has a value that this operation does not offer");
	expect(sandbox.requests).toEqual([]);
});

test('Update Rows beside Map Each Field Below is off, whatever is stored, and the fields are sent', async () => {
	const sandbox = await newSandbox();
	const parameters = { ...sendByExpressions, updateRows: 'checked', matchColumn: 'row_number' };
	const { items } = await run(sandbox, createApplicants(1), parameters);
	expect(items[0]!.json.userId).toEqual(ID);
	expect(items[0]!.json).not.toHaveProperty('screeningStatus');
});

test('a message names a row by its number in the sheet', async () => {
	const sandbox = await newSandbox();
	const sheet = createSheet(3, { 1: { email: 'bad' } });
	const off = await run(sandbox, sheet, { ...sendByColumns, updateRows: 'off' });
	expect(off.error?.message).toContain("Row 3 ('Nathan Smith 1'): ");
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
	const open = { screening: {}, user: { checkComplete: false } };

	test.each([true, false])('Only Complete = %p leaves out no row', async (onlyComplete) => {
		const sandbox = await newSandbox();
		const sheet = [{ userId: sandbox.addApplicant(open) }, { userId: 'nobody' }];
		const all = { ...get, matchColumn: '', output: 'simplified' };
		const { rows } = await run(sandbox, sheet, { ...all, options: { onlyComplete } });
		expect(rows.map(({ resultStatus }) => resultStatus)).toEqual(['not complete', 'not complete']);
	});

	test.each<[string, IDataObject, Partial<Disruption>]>([
		['a missing column', { resultNote: undefined }, {}],
		['a row that is not valid', { userId: 'a/b' }, {}],
		['a service that asks to wait', {}, { status: 429, headers: { 'Retry-After': '900' } }],
		['a refusal', {}, { status: 422 }],
	])('%s: no message speaks of sending', async (_, change, fault) => {
		const sandbox = await newSandbox();
		const row = { row_number: 2, userId: 'u1', ...columns, ...change };
		const sheet = [row, { ...row, row_number: 3 }].map((one) =>
			Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
		);
		if ('status' in fault) sandbox.disrupt({ operation: 'getScreeningData', ...fault });
		const { rows, error } = await run(sandbox, sheet, get);
		const texts = [error?.message, error?.description, ...rows.map((one) => one.resultNote)];
		expect(texts.filter(Boolean)).not.toEqual([]);
		expect(texts.join(' ')).not.toMatch(/\b(send|sent)\b/i);
	});
});

test('Only Complete hides no other failure than 404', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ operation: 'getScreeningData', status: 403 });
	const parameters = { ...getByRow, output: 'report', options: { onlyComplete: true } };
	const { error } = await run(sandbox, [{ userId: 'u' }], parameters);
	expect(error?.message).toContain('(403)');
});
