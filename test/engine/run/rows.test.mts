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
import { atRequest } from '../../support/moments.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// What Update Rows sends, and what it writes into each row.

const newSandbox = useSandbox();

const updating: INodeParameters = { ...sendByColumns, updateRows: 'due', matchColumn: '' };
const reporting: INodeParameters = {
	...{ resource: 'rentReport', operation: 'submit' },
	...{ mappingMode: 'autoMapInputData', updateRows: 'due' },
};
const inBatches = { requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1 } } } };
const MARK = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d+ \w+ \w+ \w+ \w+$/) as unknown;
const ID = expect.any(String) as unknown;
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

async function run(
	sandbox: Sandbox,
	rows: IDataObject[],
	parameters = updating,
	settings: Partial<INode> = {},
) {
	return await runOn(sandbox, { parameters, rows, settings });
}

/** The rows as they would be if their marks had been made so many minutes earlier. */
function aged(rows: IDataObject[], minutes: number): IDataObject[] {
	return rows.map((row) => {
		const [time = '', ...rest] = String(row.screeningMark).split(' ');
		const earlier = new Date(Date.parse(time) - minutes * 60_000);
		return { ...row, screeningMark: [earlier.toISOString(), ...rest].join(' ') };
	});
}

const listStatuses = (rows: IDataObject[]) => rows.map(({ screeningStatus }) => screeningStatus);

test('a setting that is wrong for one row keeps only that row from being sent', async () => {
	const sandbox = await newSandbox();
	const countryCode = "={{ $json.row === 0 ? 'none' : '1' }}";
	const { rows } = await run(sandbox, createApplicants(3), { ...updating, countryCode });
	expect(listStatuses(rows)).toEqual(['not sent', 'sent', 'sent']);
	expect(rows[0]!.screeningNote).toContain("'Country Code' must be a country code");
});

// Which rows are due is a table in the code, tested whole in test/pure/rows.
describe('which rows are due', () => {
	test('a refused one: at once when it is corrected or a person asks, else after a day', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 422 });
		const sends = () => sandbox.listRequests('sendScreeningWithFlow').length;
		const byItself = async (rows: IDataObject[]) =>
			await runOn(sandbox, { parameters: updating, rows, mode: 'trigger' });
		const first = await byItself(createApplicants(1));
		expect(listStatuses(first.rows)).toEqual(['refused']);
		expect((await byItself(first.rows)).rows).toEqual(first.rows);
		expect(sends()).toBe(1);
		await byItself([{ ...first.rows[0], phone: '+14165550199' }]);
		expect(sends()).toBe(2);
		await run(sandbox, first.rows);
		expect(sends()).toBe(3);
		await byItself(aged(first.rows, 24 * 60));
		expect(sends()).toBe(4);
	});

	test('a report without a name: only that row is not sent', async () => {
		const sandbox = await newSandbox();
		const parameters = { ...reporting, matchColumn: '' };
		const sheet = [
			{ 'First Name': 'Ann', 'Last Name': '', 'Rent Paid': '2100' },
			{ 'First Name': '', 'Last Name': '', 'Rent Paid': '2200' },
		];
		const { rows } = await run(sandbox, sheet, parameters);
		expect(rows.map(({ reportStatus }) => reportStatus)).toEqual(['reported', 'not reported']);
		expect(rows[1]!.reportNote).toContain("'Last Name' is empty, like 'First Name'");
	});
});

describe('the columns that are written', () => {
	test.each(['', 'row_number'])(
		"are spelled exactly: another spelling fails the node, Column to Match On = '%s'",
		async (matchColumn) => {
			const sandbox = await newSandbox();
			const sheet = createSheet(2, { 1: { 'User ID': '', 'screening status': '' } });
			const { error } = await run(sandbox, sheet, { ...updating, matchColumn });
			expect(error?.message).toBe(
				"Nothing was sent. The sheet has 'User ID' and 'screening status', but this node reads and writes 'userId' and 'screeningStatus'",
			);
			expect(sandbox.requests).toEqual([]);
		},
	);

	test('leave the files of a row as they are, whatever happens to it', async () => {
		const sandbox = await newSandbox();
		const { items } = await runOn(sandbox, {
			parameters: updating,
			rows: createApplicants(3, { 0: { screeningStatus: 'sent' }, 1: { email: 'bad' } }),
			binary: { lease: { data: 'eA==', mimeType: 'text/plain' } },
		});
		expect(
			items.map(({ json, binary }) => [json.screeningStatus, Object.keys(binary ?? {})]),
		).toEqual(['sent', 'not sent', 'sent'].map((status) => [status, ['lease']]));
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
	])('of %s are its own; a done row is not sent again', async (place, asked, row, written) => {
		const sandbox = await newSandbox();
		const [resource = '', operation = ''] = place.split(': ');
		const parameters = {
			...{ resource, operation },
			...{ mappingMode: 'autoMapInputData', matchColumn: '' },
		};
		const bad = { ...row, Property: '', Rent: 1, 'Rent Paid': '$1' };
		const { rows } = await run(sandbox, [row, bad], parameters);
		expect(rows[0]).toEqual({ ...row, ...written });
		expect(Object.keys(rows[1]!).sort()).toEqual(Object.keys({ ...bad, ...written }).sort());
		expect(JSON.stringify(rows[1])).toMatch(/"not (created|reported)"/);
		expect((await run(sandbox, rows, parameters)).rows).toEqual(rows);
		expect(sandbox.listRequests(asked as 'createProperty')).toHaveLength(1);
	});
});

describe.each(ON_ERROR)('failures of single rows, On Error = %s', (onError) => {
	test('a row that fails says why, and the others go', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(1), status: 422, body: { message: 'No such flow' } });
		sandbox.disrupt({ applicant: toEmail(3), status: 500, acts: true });
		const { rows, errorItems, error } = await run(sandbox, createApplicants(6), updating, {
			onError,
		});
		expect([error, errorItems]).toEqual([undefined, []]);
		expect(listStatuses(rows)).toEqual(['sent', 'refused', 'sent', 'maybe sent', 'sent', 'sent']);
		expect(rows[1]!.screeningNote).toContain('No such flow');
		expect(rows[3]!.screeningNote).toContain('may have been accepted');
		const again = await run(sandbox, rows, updating, { onError });
		expect(again.rows[3]).toEqual(rows[3]);
		expect(sandbox.screenings.filter(({ email }) => email === toEmail(3))).toHaveLength(1);
	});

	test('a login that is refused in the middle: the rest is not sent and says so', async () => {
		const sandbox = await newSandbox();
		atRequest(sandbox, 'sendScreeningWithFlow', 3, () => {
			sandbox.revokeTokens();
			sandbox.disrupt({ operation: 'login', status: 401, body: {} });
		});
		const parameters = { ...updating, options: { maxConcurrency: 1 } };
		const { rows, error } = await run(sandbox, createApplicants(8), parameters, { onError });
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(8);
		const sent = listStatuses(rows).filter((status) => status === 'sent');
		expect(sent.length).toBe(sandbox.screenings.length);
		expect(rows.at(-1)).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('refused the login'),
		});
	});
});

const onlyWritten = { updateRows: 'due' };
const sending: INodeParameters = { ...sendByColumns, ...onlyWritten };
const HEADERS = {
	userId: '',
	screeningStatus: '',
	screeningNote: '',
	screeningMark: '',
	sentAt: '',
};

/** A sheet as the Google Sheets node reads it, with all columns that are written. */
const createSheet = (count: number, change: Record<number, IDataObject> = {}): IDataObject[] =>
	createApplicants(count).map((row, index) => ({
		row_number: index + 2,
		...row,
		...HEADERS,
		paid: false,
		...change[index],
	}));

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

	const SEND_AGAIN = "'Send Again' must be true or false";

	interface Cause {
		fault?: Disruption;
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
		[
			'no flow ID by an expression of the panel',
			{ parameters: { flowId: '={{ $json.none }}' } },
			"'Flow ID' is empty",
		],
		['no column for a required field', { missing: ['phone'] }, 'No phone column found'],
		[
			'no column for any field',
			{ missing: Object.keys(createApplicants(1)[0]!) },
			'No email column found',
		],
		[
			'a setting that cannot be read',
			{ parameters: { options: { maxConcurrency: 'x' } } },
			"'Max Requests at Once' must be",
		],
		['another such setting', { parameters: { options: { sendAgain: 'x' } } }, SEND_AGAIN],
	])('%s: the node fails, and no row changes', async (_, cause, message) => {
		const { fault, baseUrl, parameters = {}, missing = [] } = cause;
		const sandbox = await newSandbox();
		if (fault !== undefined) sandbox.disrupt(fault);
		const sheet = renamed(createSheet(3), missing);
		const nodes = [updating, sending];
		// Check Only makes no request, and has no 'Send Again'.
		const isChecked = fault === undefined && baseUrl === undefined && message !== SEND_AGAIN;
		if (isChecked) nodes.push({ ...sending, updateRows: 'check' });
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

test('a flow ID that some rows lack in their own column: only they are not sent', async () => {
	const sandbox = await newSandbox();
	const sheet = createApplicants(2, { 0: { flowId: sandbox.flowId }, 1: { flowId: '' } });
	const { rows } = await run(sandbox, sheet, { ...updating, flowId: '' });
	expect(listStatuses(rows)).toEqual(['sent', 'not sent']);
});

describe.each(ON_ERROR)('only written columns, On Error = %s', (onError) => {
	test.each([
		['columns', sending],
		['columns, in batches', { ...sending, ...inBatches }],
	])('of the rows that the node acted on, by %s', async (_, parameters) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(3), status: 422, body: { message: 'No such flow' } });
		sandbox.disrupt({ applicant: toEmail(4), status: 500, acts: true });
		const done = { userId: 'u', screeningStatus: 'sent' };
		const blank = { email: '', phone: '', firstName: '', lastName: '' };
		const sheet = createSheet(7, { 1: done, 2: { email: 'bad' }, 5: blank });
		const { items, rows, errorItems, error } = await run(sandbox, sheet, parameters, { onError });
		expect([error, errorItems]).toEqual([undefined, []]);
		const sent = (row_number: number) => ({
			row_number,
			userId: expect.any(String),
			screeningStatus: 'sent',
			screeningNote: '',
			screeningMark: MARK,
			sentAt: ISO_TIME,
		});
		const not = (row_number: number, screeningStatus: string, note: RegExp) => ({
			row_number,
			screeningStatus,
			screeningNote: expect.stringMatching(note) as unknown,
			...(screeningStatus === 'not sent' ? {} : { screeningMark: MARK }),
		});
		expect(rows).toEqual([
			sent(2),
			not(4, 'not sent', /^(Column|Reason: )/),
			not(5, 'refused', /No such flow/),
			not(6, 'maybe sent', /may have been accepted.*turn 'Send Again' on to send it again\.$/),
			sent(8),
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 2, 3, 4, 6].map((item) => ({ item })),
		);
	});

	test.each<[string, INodeParameters, string, string[]]>([
		['a column is missing', {}, "The sheet has no column 'sentAt'", ['sentAt']],
		['so is the match column', { matchColumn: 'Key' }, "The sheet has no column 'Key'", []],
		['a match value is empty', { matchColumn: 'city' }, "'city' is empty in row 2", []],
		['it occurs twice', { matchColumn: 'Unit' }, "More than one row has '4B' as its 'Unit'", []],
		[
			'it is one that is written',
			{ matchColumn: 'screeningMark' },
			"This node writes 'screeningMark', so rows cannot be found by it",
			[],
		],
	])('%s: the node fails, nothing is sent', async (_, parameters, message, missing) => {
		const sandbox = await newSandbox();
		const own = { Unit: '4B', city: '' };
		const sheet = renamed(createSheet(3, { 0: own, 1: { ...own, userId: 'CRM-1' } }), missing);
		const both = { ...sending, ...parameters };
		const { items, errorItems, error } = await run(sandbox, sheet, both, { onError });
		const said = `Nothing was sent. ${message}`;
		if (onError === 'stopWorkflow') expect(error?.message).toBe(said);
		for (const { json } of [...items, ...errorItems])
			expect(json.error).toMatchObject({ message: said });
		expect(items.length + errorItems.length).toBe(onError === 'stopWorkflow' ? 0 : 3);
		expect(sandbox.requests).toEqual([]);
	});
});

/** All of the fake timers but the time of day. */
const NOT_FAKED = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
	...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

describe('Check, then Send', () => {
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
			const given = { parameters, rows: sheet, executionId, mode, ...by };
			const outcome = await runOn(sandbox, given);
			for (const row of outcome.rows) {
				const own = sheet.filter((one) => one[matchColumn] === row[matchColumn]);
				expect(own).toHaveLength(1);
				expect(Object.keys(own[0]!)).toEqual(expect.arrayContaining(Object.keys(row)));
				Object.assign(own[0]!, row);
			}
			return outcome;
		};
		return {
			sandbox,
			check: async (by?: Partial<RunSpec>) => await pass('check', by),
			send: async (by?: Partial<RunSpec>) => await pass('checked', by),
			due: async (by?: Partial<RunSpec>) => await pass('due', by),
			nextExecution: () => (executionId = createExecutionId()),
			statuses: () => listStatuses(sheet),
			rows: () => sheet,
			edit: (edited: (rows: IDataObject[]) => IDataObject[]) => (sheet = edited(sheet)),
			sends: () => sandbox.listRequests('sendScreeningWithFlow').length,
		};
	}

	test('Check marks what is due and says what is wrong, without a request; Send sends it', async () => {
		const done = { userId: 'u', screeningStatus: 'sent' };
		const { sandbox, check, send, statuses, rows } = await sheetWith(4, {
			1: done,
			2: { email: 'bad' },
		});
		sandbox.disrupt({ applicant: toEmail(3), status: 500, acts: true });
		const own = structuredClone(rows());
		const checked = await check();
		expect(sandbox.requests).toEqual([]);
		expect(checked.rows).toEqual(
			[2, 4, 5].map((row_number) => ({
				row_number,
				screeningStatus: 'in progress',
				screeningNote: expect.stringMatching(
					row_number === 4 ? /^Reason: 'email' must be/ : /^Will send: Email applicant\d@/,
				) as unknown,
				screeningMark: MARK,
			})),
		);
		const marks = rows().map(({ screeningMark }) => screeningMark);
		const outcome = await send();
		expect([outcome.error, outcome.errorItems]).toEqual([undefined, []]);
		expect(statuses()).toEqual(['sent', 'sent', 'not sent', 'maybe sent']);
		expect(rows().map(({ screeningMark }) => screeningMark)).toEqual(marks);
		expect(rows()).toMatchObject(own.map(({ email, phone, paid }) => ({ email, phone, paid })));
		expect(sandbox.screenings).toHaveLength(2);
	});

	test('a run that ended between the two: skipped for an hour, then due, as nothing was sent', async () => {
		const { check, send, nextExecution, statuses, edit, sends } = await sheetWith(2);
		await check();
		nextExecution();
		expect((await check()).rows).toEqual([]);
		expect((await send()).rows).toEqual([]);
		edit((all) => aged(all, 60));
		await check();
		expect(statuses()).toEqual(['in progress', 'in progress']);
		await send();
		expect([statuses(), sends()]).toEqual([['sent', 'sent'], 2]);
	});

	test('a run whose outcomes were not written sends nobody again', async () => {
		const { check, send, nextExecution, statuses, edit, sends, rows } = await sheetWith(2);
		await check();
		const marked = structuredClone(rows());
		await send();
		edit(() => aged(marked, 60));
		nextExecution();
		await check();
		await send();
		expect(statuses()).toEqual(['maybe sent', 'maybe sent']);
		expect(sends()).toBe(2);
	});

	test.each<[string, (rows: IDataObject[]) => IDataObject[], unknown[], number]>([
		['it is sorted', (rows) => [...rows].reverse(), ['sent', 'sent'], 2],
		[
			'a row is corrected',
			([one, other]) => [{ ...one, phone: '+14165550188' }, other!],
			['maybe sent', 'sent'],
			1,
		],
		[
			'a row is copied',
			([one, other]) => [one!, other!, { ...one, row_number: 4 }],
			['in progress', 'sent', 'in progress'],
			1,
		],
		[
			'somebody fills in an ID',
			([one, other]) => [{ ...one, userId: 'u' }, other!],
			['sent', 'sent'],
			1,
		],
		['39 minutes pass', (rows) => aged(rows, 39), ['sent', 'sent'], 2],
		['40 minutes pass', (rows) => aged(rows, 40), ['not sent', 'not sent'], 0],
	])('between the two, %s', async (_, edited, statusesAfter, sent) => {
		const { check, send, statuses, edit, sends } = await sheetWith(2);
		await check();
		edit(edited);
		await send();
		expect([statuses(), sends()]).toEqual([statusesAfter, sent]);
	});

	test('a row with an ID of the user stays not sent when it is corrected between the two', async () => {
		const { check, send, statuses, edit, sends } = await sheetWith(1, { 0: { userId: 'CRM-1' } });
		await check();
		edit(([row]) => [{ ...row, phone: '+14165550188' }]);
		await send();
		expect([statuses(), sends()]).toEqual([['not sent'], 0]);
	});

	test('Due Rows on marks of its own execution fails, and so does a person on those of others', async () => {
		const { check, due, send, nextExecution, statuses, sends } = await sheetWith(2);
		await check();
		expect((await due()).error?.description).toContain("Choose 'Checked Rows'");
		nextExecution();
		const { error } = await send({ mode: 'manual' });
		expect(error?.message).toContain('All rows were marked by other executions');
		expect([statuses(), sends()]).toEqual([['in progress', 'in progress'], 0]);
	});

	/** Check Only with these settings instead. */
	const checking = (settings: INodeParameters) => ({
		parameters: { ...sending, updateRows: 'check', ...settings },
	});
	const bodies = (sandbox: Sandbox) =>
		sandbox.listRequests('sendScreeningWithFlow').map(({ body }) => body as IDataObject);

	test('the settings are those of the check, row by row, though the node that sends has none', async () => {
		const { sandbox, check, send, statuses } = await sheetWith(2, { 1: { phone: '6475550199' } });
		const payer = "={{ $json.row === 0 ? 'PAYER_SELF' : 'PAYER_OTHER' }}";
		await check(checking({ countryCode: '1', additionalFields: { payer } }));
		await send();
		expect(statuses()).toEqual(['sent', 'sent']);
		const { flowId } = sendByColumns;
		expect(bodies(sandbox)).toMatchObject([
			{ flowId, payer: 'PAYER_SELF', phone: '+14165550000' },
			{ flowId, payer: 'PAYER_OTHER', phone: '+16475550199' },
		]);
	});

	test('several checks in one execution: each row has the settings of its own', async () => {
		const { sandbox, check, send, statuses, rows } = await sheetWith(2);
		await check({ ...checking({ additionalFields: { payer: 'PAYER_ONE' } }), rows: [rows()[0]!] });
		await check({ ...checking({ additionalFields: { payer: 'PAYER_TWO' } }), rows: [rows()[1]!] });
		await send();
		expect(statuses()).toEqual(['sent', 'sent']);
		expect(bodies(sandbox).map(({ payer }) => payer)).toEqual(['PAYER_ONE', 'PAYER_TWO']);
	});

	test('loops: check and send by turns, and one check before many sends', async () => {
		const { check, send, statuses, rows, sends } = await sheetWith(4);
		for (const row of [0, 1]) {
			await check({ rows: [rows()[row]!] });
			await send({ rows: [rows()[row]!] });
		}
		expect([statuses(), sends()]).toEqual([['sent', 'sent', '', ''], 2]);
		await check();
		for (const row of [2, 3]) await send({ rows: [rows()[row]!] });
		expect([statuses(), sends()]).toEqual([['sent', 'sent', 'sent', 'sent'], 4]);
	});

	test.each([
		['accepted', {}, 'sent'],
		['unclear', { status: 500 }, 'maybe sent'],
	])(
		'a save that failed and is tried in a loop: a mark sends once, its request %s',
		async (_, fault, status) => {
			const { sandbox, check, send, statuses, edit, rows, sends } = await sheetWith(1);
			if ('status' in fault) sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...fault });
			await check();
			const marked = structuredClone(rows());
			for (let pass = 0; pass < 3; pass++) {
				edit(() => structuredClone(marked));
				await send();
				expect([statuses(), sends()]).toEqual([[status], 1]);
			}
		},
	);

	test('Retry On Fail: a mark sends once', async () => {
		const { sandbox, check, send, statuses, sends } = await sheetWith(2);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, times: 1 });
		await check();
		await send({ settings: retrying });
		expect(statuses()).toEqual(['maybe sent', 'not sent']);
		expect(sends()).toBe(1);
	});

	test('Send Again: a mark sends once, also where another execution has sent the same since', async () => {
		const { sandbox, check, send, statuses, edit, rows, sends } = await sheetWith(1);
		const options = { sendAgain: true };
		const again = { parameters: { ...sending, updateRows: 'checked', options } };
		await check();
		const marked = structuredClone(rows());
		await send(again);
		await run(sandbox, createSheet(1), { ...sending, options });
		expect(sends()).toBe(2);
		edit(() => marked);
		await send(again);
		expect([statuses(), sends()]).toEqual([['sent'], 2]);
	});

	test('clicking node by node, or Send alone: nothing is sent, and the rows are due after an hour', async () => {
		const { check, send, nextExecution, statuses, edit, sends } = await sheetWith(2);
		await check({ mode: 'manual' });
		nextExecution();
		const { error } = await send({ mode: 'manual' });
		expect(error?.message).toContain('All rows were marked by other executions');
		expect(error?.description).toContain('Run the whole workflow');
		edit((all) => aged(all, 60));
		nextExecution();
		await check();
		await send();
		expect([statuses(), sends()]).toEqual([['sent', 'sent'], 2]);
	});

	test('a login that is refused, and then a run after the hour: due again, as no request was sent', async () => {
		const { sandbox, check, send, nextExecution, statuses, edit, rows, sends } = await sheetWith(1);
		await check();
		const marked = structuredClone(rows());
		const end = sandbox.disrupt({ operation: 'login', status: 401 });
		await send();
		end();
		edit(() => aged(marked, 60));
		nextExecution();
		await check();
		await send();
		expect([statuses(), sends()]).toEqual([['sent'], 1]);
	});

	test('a process that was killed: its rows are skipped for an hour, then maybe sent', async () => {
		const { check, send, nextExecution, statuses, edit, sends } = await sheetWith(2);
		await check();
		edit((all) =>
			all.map((row) => {
				const [time, execution, , ...others] = String(row.screeningMark).split(' ');
				const killed = [time, execution, 'c0ffee000000', 'c0ffee0000000000', ...others.slice(1)];
				return { ...row, screeningMark: killed.join(' ') };
			}),
		);
		expect((await send()).rows).toEqual([]);
		nextExecution();
		expect((await check()).rows).toEqual([]);
		edit((all) => aged(all, 60));
		await check();
		await send();
		expect([statuses(), sends()]).toEqual([['maybe sent', 'maybe sent'], 0]);
	});

	test('settings that are gone: not sent, which the next run does', async () => {
		const { check, send, nextExecution, statuses, edit, rows, sends } = await sheetWith(1);
		await check();
		edit(([row]) => {
			const parts = String(row!.screeningMark).split(' ');
			return [{ ...row, screeningMark: parts.with(3, 'c0ffee0000000000').join(' ') }];
		});
		await send();
		expect(statuses()).toEqual(['not sent']);
		expect(rows()[0]!.screeningNote).toContain('The next run sends it');
		nextExecution();
		await check();
		await send();
		expect([statuses(), sends()]).toEqual([['sent'], 1]);
	});

	test('Checked Rows of another operation: not sent, and the note says why', async () => {
		const { sandbox, check, send, statuses, rows } = await sheetWith(2);
		await check();
		await send({ parameters: { ...sending, operation: 'send', updateRows: 'checked' } });
		expect(statuses()).toEqual(['not sent', 'not sent']);
		expect(rows()[0]!.screeningNote).toContain('was checked for another operation');
		expect(sandbox.requests).toEqual([]);
	});

	test('a row that an earlier run may have sent stays maybe sent, also with another operation', async () => {
		const { check, send, nextExecution, statuses, edit, rows, sends } = await sheetWith(1);
		await check();
		const marked = structuredClone(rows());
		await send();
		edit(() => aged(marked, 60));
		nextExecution();
		await check();
		await send({ parameters: { ...sending, operation: 'send', updateRows: 'checked' } });
		expect([statuses(), sends()]).toEqual([['maybe sent'], 1]);
	});

	test.each([
		['accepted', {}, 'sent'],
		['unclear', { status: 500 }, 'maybe sent'],
	])(
		'a run that had read the rows before, marks them over, and then ends: %s requests are known later',
		async (_, fault, status) => {
			const { sandbox, check, send, nextExecution, statuses, rows, sends } = await sheetWith(1);
			if ('status' in fault) sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...fault });
			const asRead = structuredClone(rows());
			const first = createExecutionId();
			await check({ executionId: first });
			const marked = structuredClone(rows());
			await check({ rows: asRead });
			// Its outcome finds no row: the mark of the second run is there.
			await runOn(sandbox, {
				parameters: { ...sending, updateRows: 'checked' },
				...{ rows: marked, executionId: first, mode: 'trigger' },
			});
			nextExecution();
			jest.useFakeTimers({ now: Date.now() + 61 * 60_000, doNotFake: NOT_FAKED });
			await check();
			await send();
			jest.useRealTimers();
			expect([statuses(), sends()]).toEqual([[status], 1]);
		},
	);

	test('an applicant in two rows, maybe sent for one of them: the other is not sent until it is cleared', async () => {
		const twin = createApplicants(1)[0]!;
		const { sandbox, check, send, nextExecution, statuses, edit, sends } = await sheetWith(2, {
			1: twin,
		});
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, times: 1 });
		const runLater = async () => {
			nextExecution();
			jest.useFakeTimers({ now: Date.now() + 3 * 60_000, doNotFake: NOT_FAKED });
			await check();
			await send();
		};
		await runLater();
		expect(statuses()).toEqual(['maybe sent', 'not sent']);
		await runLater();
		expect([statuses(), sends()]).toEqual([['maybe sent', 'maybe sent'], 1]);
		edit(([one, other]) => [one!, { ...other, screeningStatus: '' }]);
		await runLater();
		jest.useRealTimers();
		expect([statuses(), sends()]).toEqual([['maybe sent', 'sent'], 2]);
	});

	test('nodes in between that change the columns: the node fails, and the rows are due later', async () => {
		const { check, send, nextExecution, statuses, edit, sends } = await sheetWith(2);
		await check();
		const whole = (all: IDataObject[]) =>
			all.map((row, index) => ({ ...row, phone: `+1416555${String(index).padStart(4, '0')}` }));
		edit((all) => all.map((row) => ({ ...row, phone: '+14165550999' })));
		const { error } = await send();
		expect(error?.message).toContain('The nodes between check and send change the columns');
		expect([statuses(), sends()]).toEqual([['in progress', 'in progress'], 0]);
		edit((all) => aged(whole(all), 60));
		nextExecution();
		await check();
		await send();
		expect([statuses(), sends()]).toEqual([['sent', 'sent'], 2]);
	});

	test('rows that are read once per row, each as often: sent once', async () => {
		const { check, send, statuses, rows, sends } = await sheetWith(2);
		await check();
		const { rows: written } = await send({ rows: [...rows(), ...rows()] });
		expect(written).toHaveLength(2);
		expect([statuses(), sends()]).toEqual([['sent', 'sent'], 2]);
	});

	test('what fails for all is the outcome of each marked row', async () => {
		const { sandbox, check, send, rows } = await sheetWith(2);
		await check();
		sandbox.disrupt({ operation: 'login', status: 401 });
		expect((await send()).error).toBeUndefined();
		for (const row of rows()) {
			expect(row).toMatchObject({ screeningStatus: 'not sent' });
			expect(row.screeningNote).toContain('The service refused the login');
		}
	});

	test.each([
		[1, 'maybe sent', 1],
		[3, 'sent', 2],
	])(
		'what became maybe sent %d minutes before a run marks it again: %s',
		async (minutes, status, count) => {
			const { sandbox, check, send, nextExecution, statuses, edit, sends } = await sheetWith(1);
			sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, times: 1 });
			await check();
			await send();
			expect(statuses()).toEqual(['maybe sent']);
			edit(([row]) => [{ ...row, screeningStatus: '', screeningNote: '' }]);
			nextExecution();
			jest.useFakeTimers({ now: Date.now() + minutes * 60_000, doNotFake: NOT_FAKED });
			await check();
			await send();
			jest.useRealTimers();
			expect([statuses(), sends()]).toEqual([[status], count]);
		},
	);
});

test.each<[string, INodeParameters, string]>([
	['true of an older workflow', { ...sending, updateRows: true }, 'screening'],
	['an unknown value', { ...sending, updateRows: 'later' }, 'screening'],
	[
		'a check of results',
		{ resource: 'results', operation: 'get', mappingMode: 'autoMapInputData', updateRows: 'check' },
		'results',
	],
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

test.each(['due', 'check', 'checked'])(
	"a stale '%s' beside Map Each Field Below is off, and its fields are sent",
	async (updateRows) => {
		const sandbox = await newSandbox();
		const parameters = { ...sendByExpressions, updateRows, matchColumn: 'row_number' };
		const { items } = await run(sandbox, createApplicants(1), parameters);
		expect(items[0]!.json.userId).toEqual(expect.any(String));
		expect(items[0]!.json).not.toHaveProperty('screeningStatus');
	},
);

test("a message names a row by its number in the sheet; a note's too", async () => {
	const sandbox = await newSandbox();
	const sheet = createSheet(3, { 1: { email: 'bad' } });
	const off = await run(sandbox, sheet, { ...sendByColumns, updateRows: 'off' });
	expect(off.error?.message).toContain("Row 3 ('Nathan Smith 1'): ");
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
		creditScore: '',
		rent: 2450,
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

	test.each(['skip', 'error'])('When Incomplete = %s leaves out no row', async (whenIncomplete) => {
		const sandbox = await newSandbox();
		const open = { screening: {}, user: { checkComplete: false, firstName: 'A' } };
		const sheet = [{ userId: sandbox.addApplicant(open) }, { userId: 'nobody' }];
		const all = { ...get, matchColumn: '', output: 'simplified' };
		const { rows } = await run(sandbox, sheet, { ...all, options: { whenIncomplete } });
		expect(rows.map(({ resultStatus }) => resultStatus)).toEqual(['not complete', 'not complete']);
	});

	test('a match value that two applicants share fails the node: the next node might fill both', async () => {
		const sandbox = await newSandbox();
		const Contact = 'family@example.com';
		const sheet = [0, 1].map(() => ({
			...{ Contact, userId: sandbox.addApplicant(found), firstName: '', ...columns },
		}));
		const { error } = await run(sandbox, sheet, { ...get, matchColumn: 'Contact' });
		expect(error?.message).toContain(`More than one row has '${Contact}' as its 'Contact'`);
		expect(sandbox.requests).toEqual([]);
	});

	test('only empty cells are written', async () => {
		const sandbox = await newSandbox();
		const open = { screening: {}, user: { checkComplete: false } };
		const sheet = [
			{ row_number: 2, userId: sandbox.addApplicant(found), firstName: '', ...columns },
			{ row_number: 3, userId: sandbox.addApplicant(open), firstName: '', ...columns },
			{ row_number: 4, userId: '-', firstName: '', ...columns },
			{ row_number: 5, userId: 'u', firstName: '', ...columns, resultStatus: 'Complete' },
		];
		const { rows } = await run(sandbox, sheet, get);
		expect(JSON.stringify(rows)).not.toMatch(/sent/);
		expect(rows).toEqual([
			{
				row_number: 2,
				resultStatus: 'complete',
				resultNote: '',
				creditScore: 700,
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

	test.each<[string, INodeParameters, string]>([
		['no fields', { fields: [] }, "'Fields' must be names"],
		['unknown fields', { fields: ['shoeSize'] }, "'Fields' must be names"],
		['an unknown output', { output: '={{ "other" }}' }, "'Output' must be"],
		['an output of several rows', { output: '={{ "flags" }}' }, "'Output' is not one row"],
	])('%s: the node fails, and no row changes', async (_, parameters, message) => {
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant(found);
		const sheet = [{ row_number: 2, userId, firstName: '', ...columns }];
		for (const matchColumn of ['row_number', '']) {
			const { error } = await run(sandbox, sheet, { ...get, ...parameters, matchColumn });
			expect(error?.message).toContain(message);
		}
		expect(sandbox.listRequests('getScreeningData')).toEqual([]);
	});

	test('a missing column of the output: the node fails', async () => {
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant(found);
		const row = { row_number: 2, userId, firstName: '', resultStatus: '', resultNote: '' };
		const { error } = await run(sandbox, [row], get);
		expect(error?.message).toContain("no columns 'creditScore' and 'rent'");
		expect(sandbox.listRequests('getScreeningData')).toEqual([]);
	});

	test.each<[string, IDataObject, Partial<Disruption>]>([
		['a missing column', { resultNote: undefined }, {}],
		['a row that is not valid', { userId: 'a/b' }, {}],
		[
			'a service that asks to wait for long',
			{},
			{ status: 429, headers: { 'Retry-After': '900' } },
		],
		['an outage', {}, { status: 500 }],
		['a refusal', {}, { status: 422 }],
	])('%s: no message speaks of sending', async (_, change, fault) => {
		const sandbox = await newSandbox();
		const row = { row_number: 2, userId: 'u1', firstName: '', ...columns, ...change };
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
		sandbox.disrupt({ operation: 'getScreeningData', status: 403 });
		const { error } = await run(sandbox, [{ userId: 'u' }], leaveOut);
		expect(error?.message).toContain('(403)');
	});
});
