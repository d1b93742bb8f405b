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

/** The rows as they would be if their marks had been made so many minutes earlier. */
function aged(rows: IDataObject[], minutes: number): IDataObject[] {
	return rows.map((row) => {
		const [time = '', ...rest] = String(row.screeningMark).split(' ');
		const earlier = new Date(Date.parse(time) - minutes * 60_000);
		return { ...row, screeningMark: [earlier.toISOString(), ...rest].join(' ') };
	});
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

test('a refused row is due at once when it is corrected, else after a day', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 422 });
	const { rows } = await run(sandbox, createApplicants(1));
	expect(listStatuses(rows)).toEqual(['refused']);
	expect((await run(sandbox, rows)).rows).toEqual(rows);
	expect(sendsTo(sandbox)).toBe(1);
	await run(sandbox, [{ ...rows[0], phone: '+14165550199' }]);
	expect(sendsTo(sandbox)).toBe(2);
	await run(sandbox, aged(rows, 24 * 60));
	expect(sendsTo(sandbox)).toBe(3);
});

test('whole rows keep their files, whatever happens to them', async () => {
	const sandbox = await newSandbox();
	const { items } = await runOn(sandbox, {
		parameters: updating,
		rows: createApplicants(3, { 0: { screeningStatus: 'sent' }, 1: { email: 'bad' } }),
		binary: { lease: { data: 'eA==', mimeType: 'text/plain' } },
	});
	expect(
		items.map(({ json, binary }) => [json.screeningStatus, Object.keys(binary ?? {})]),
	).toEqual(['sent', 'refused', 'sent'].map((status) => [status, ['lease']]));
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
				expect(error?.message).not.toMatch(/^Row|\[item/);
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

/** Makes it so many minutes later; of all timers only the time of day is fake. */
function passMinutes(minutes: number): void {
	const doNotFake = [
		...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
		...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
	];
	jest.useFakeTimers({ now: Date.now() + minutes * 60_000, doNotFake });
}

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

	test('the save fails: the next run writes the IDs, and sends nobody again', async () => {
		const { check, send, runNext, edit, rows, result } = await sheetWith(2);
		await check();
		const marked = structuredClone(rows());
		await send();
		edit(() => marked);
		await runNext();
		expect(result()).toEqual([['sent', 'sent'], 2]);
		expect(rows().map(({ userId }) => userId)).toEqual([ID, ID]);
	});

	test('node by node, each an execution of its own, everything is sent once, and the IDs are shown twice', async () => {
		const { check, send, nextExecution, edit, rows, result } = await sheetWith(2);
		await check({ mode: 'manual' });
		const marked = structuredClone(rows());
		for (let click = 0; click < 2; click++) {
			nextExecution();
			edit(() => structuredClone(marked));
			expect((await send({ mode: 'manual' })).rows).toMatchObject([{ userId: ID }, { userId: ID }]);
			expect(result()).toEqual([['sent', 'sent'], 2]);
		}
	});

	test('a row whose ID the user filled is refused and never sent', async () => {
		const { runNext, rows, result } = await sheetWith(1, { 0: { userId: 'tenant 7' } });
		await runNext();
		await runNext();
		expect(result()).toEqual([['refused'], 0]);
		expect(rows()[0]!.screeningNote).toContain("'userId' is filled");
	});

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

	test('a cut answer, and then a new equal row: no second request', async () => {
		const { sandbox, runNext, edit, rows, result } = await sheetWith(1);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', reset: 'after' });
		await runNext();
		edit((all) => [...all, { ...all[0], ...OWN, row_number: 3 }]);
		await runNext();
		expect(result()).toEqual([['maybe sent', 'maybe sent'], 1]);
		expect(rows()[1]!.screeningNote).toContain('It was not sent again');
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

	test('two starts with Send Again, of which one checks when the other has sent: one link', async () => {
		const { check, send, nextExecution, rows, result } = await sheetWith(1);
		const options = { sendAgain: true };
		const again = { parameters: { ...sending, updateRows: 'checked', options } };
		const asRead = structuredClone(rows());
		await check();
		await send(again);
		nextExecution();
		await check({ rows: asRead });
		await send(again);
		expect(result()[1]).toBe(1);
	});

	test.each<[string, IDataObject, string, number]>([
		['to another address', { phone: '+14165550188' }, 'maybe sent', 0],
		['and cleared', { phone: '+14165550188', screeningStatus: '' }, 'sent', 1],
	])('a row that is corrected while it is marked, %s: %j', async (_, change, status, sends) => {
		const { check, send, runNext, edit, rows, result } = await sheetWith(1);
		await check();
		edit(([row]) => [{ ...row, ...change }]);
		await send();
		if (status === 'sent') await runNext();
		expect(result()).toEqual([[status], sends]);
		if (sends === 0)
			expect(rows()[0]!.screeningNote).toContain('The row changed after it was marked');
	});

	test('the flow ID is corrected after the check and a stopped run: the rest is sent with the new one', async () => {
		const { sandbox, check, result, edit, rows, send } = await sheetWith(3);
		await check({ parameters: { ...sending, updateRows: 'check', flowId: 'wrong' } });
		edit((all) => aged(all, 61));
		await check();
		await send();
		expect(result()).toEqual([['sent', 'sent', 'sent'], 3]);
		const bodies = sandbox.listRequests('sendScreeningWithFlow').map(({ body }) => body);
		expect(bodies).toMatchObject(rows().map(() => ({ flowId: sendByColumns.flowId })));
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

	test('two accounts in one workflow: no row is sent under the other’s', async () => {
		const { check, send, rows, result } = await sheetWith(2);
		await check({ rows: rows().slice(0, 1) });
		await check({ rows: rows().slice(1), ...withCredential('2') });
		await send();
		expect(result()).toEqual([['sent', 'in progress'], 1]);
		await send(withCredential('2'));
		expect(result()).toEqual([['sent', 'sent'], 2]);
	});

	test('rows of one check that were never handed on are due, also once another row of it was sent', async () => {
		const { check, send, runNext, rows, edit, result } = await sheetWith(2);
		await check();
		await send({ rows: rows().slice(0, 1) });
		edit((all) => aged(all, 61));
		await runNext();
		expect(result()).toEqual([['sent', 'sent'], 2]);
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

	test('in a loop, check and send by turns or one check before many sends send each row once', async () => {
		const { check, send, rows, result } = await sheetWith(4);
		for (const row of [0, 1]) {
			await check({ rows: [rows()[row]!] });
			await send({ rows: [rows()[row]!] });
		}
		expect(result()).toEqual([['sent', 'sent', '', ''], 2]);
		await check();
		for (const row of [2, 3]) await send({ rows: [rows()[row]!] });
		expect(result()).toEqual([['sent', 'sent', 'sent', 'sent'], 4]);
	});

	test('rows that are read once per row, each as often: sent once', async () => {
		const { check, send, rows, result } = await sheetWith(2);
		await check();
		const { rows: written } = await send({ rows: [...rows(), ...rows()] });
		expect(written).toHaveLength(2);
		expect(result()).toEqual([['sent', 'sent'], 2]);
	});

	test('a row whose empty cell is left out when it is read alone is refused, not taken for changed', async () => {
		const { check, send, edit, rows, result } = await sheetWith(2);
		edit(([one, other]) => [one!, JSON.parse(JSON.stringify({ ...other, phone: undefined }))]);
		await check();
		await send({ rows: rows().slice(0, 1) });
		await send({ rows: rows().slice(1) });
		expect(result()).toEqual([['sent', 'refused'], 1]);
	});

	test('a row in progress that a person copies is not given the outcome of the first', async () => {
		const { check, send, edit, rows, result } = await sheetWith(1);
		await check();
		edit(([row]) => [row!, { ...row, row_number: 3, Unit: '4B' }]);
		await check();
		await send();
		expect(result()).toEqual([['sent', 'in progress'], 1]);
		expect(rows()[1]!.userId).toBe('');
	});

	test('a phone that is corrected to another bad one is told anew', async () => {
		const { runNext, edit, rows, result } = await sheetWith(1, { 0: { phone: 'none yet' } });
		await runNext();
		const { screeningMark } = rows()[0]!;
		await runNext();
		expect(rows()[0]!.screeningMark).toBe(screeningMark);
		edit(([row]) => [{ ...row, phone: 'call him' }]);
		await runNext();
		expect(result()).toEqual([['refused'], 0]);
		expect(rows()[0]!.screeningMark).not.toBe(screeningMark);
	});

	/** Whether the request of a mark is accepted or unclear, and the status of its row. */
	const ENDS = [
		['accepted', 200, 'sent'],
		['unclear', 500, 'maybe sent'],
	] as const;
	const sheetThatEnds = async (httpStatus: number) => {
		const sheet = await sheetWith(1);
		const fault = { operation: 'sendScreeningWithFlow', status: httpStatus } as const;
		if (httpStatus !== 200) sheet.sandbox.disrupt(fault);
		return sheet;
	};

	test.each(ENDS)(
		'a save that failed and is tried in a loop: a mark sends once, its request %s',
		async (_, httpStatus, status) => {
			const { check, send, edit, rows, result } = await sheetThatEnds(httpStatus);
			await check();
			const marked = structuredClone(rows());
			for (let pass = 0; pass < 3; pass++) {
				edit(() => structuredClone(marked));
				await send();
				expect(result()).toEqual([[status], 1]);
			}
		},
	);

	test.each(ENDS)(
		'a run that had read the rows before, marks them over and then ends: sent once, the request %s',
		async (_, httpStatus, status) => {
			const { sandbox, check, runNext, rows, result } = await sheetThatEnds(httpStatus);
			const asRead = structuredClone(rows());
			const executionId = createExecutionId();
			await check({ executionId });
			const marked = structuredClone(rows());
			await check({ rows: asRead });
			// Its outcome finds no row: the mark of the second run is there.
			await runOn(sandbox, {
				parameters: { ...sending, updateRows: 'checked' },
				...{ rows: marked, executionId, mode: 'trigger' },
			});
			passMinutes(61);
			await runNext();
			expect(result()).toEqual([[status], 1]);
		},
	);

	test('Retry On Fail: a mark sends once', async () => {
		const { sandbox, check, send, result } = await sheetWith(2);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, times: 1 });
		await check();
		await send({ settings: retrying });
		expect(result()).toEqual([['maybe sent', 'not sent'], 1]);
	});

	test('a row that became maybe sent and was cleared is sent', async () => {
		const { sandbox, runNext, edit, rows, result } = await sheetWith(1);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, times: 1 });
		await runNext();
		expect(listStatuses(rows())).toEqual(['maybe sent']);
		edit(([row]) => [{ ...row, screeningStatus: '', screeningNote: '' }]);
		passMinutes(3);
		await runNext();
		expect(result()).toEqual([['sent'], 2]);
	});
});

const getting: INodeParameters = { resource: 'results', operation: 'get', ...auto };

test.each<[string, INodeParameters]>([
	['true of an older workflow', { ...sending, updateRows: true }],
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
	const person = { firstName: 'Amara', email: 'amara@example.com', phoneNumber: '+14165550100' };
	const found = {
		screening: { creditScore: 700, rent: 2100 },
		user: { checkComplete: true, ...person },
	};
	const open = { screening: {}, user: { checkComplete: false } };

	test.each([true, false])('Only Complete = %p leaves out no row', async (onlyComplete) => {
		const sandbox = await newSandbox();
		const sheet = [{ userId: sandbox.addApplicant(open) }, { userId: 'nobody' }];
		const all = { ...get, matchColumn: '', output: 'simplified' };
		const { rows } = await run(sandbox, sheet, { ...all, options: { onlyComplete } });
		expect(rows.map(({ resultStatus }) => resultStatus)).toEqual(['not complete', 'not complete']);
	});

	test('only empty cells of the right person are written', async () => {
		const sandbox = await newSandbox();
		const [done, others, incomplete] = [found, found, open].map((data) =>
			sandbox.addApplicant(data),
		);
		const somebodyElse = { Email: 'somebody@else.example', Phone: '(647) 555-0199' };
		const createRow = (row_number: number, userId: unknown, more: IDataObject = {}) =>
			({ row_number, userId, Email: '', Phone: '', ...columns, ...more }) as IDataObject;
		const { rows } = await run(
			sandbox,
			[
				createRow(2, done),
				createRow(3, incomplete),
				createRow(4, '-'),
				createRow(5, 'u', { resultStatus: 'Complete' }),
				createRow(6, others, somebodyElse),
			],
			get,
		);
		expect(JSON.stringify(rows)).not.toMatch(/sent/);
		const resultNote = expect.any(String) as unknown;
		expect(rows).toEqual([
			{
				...{ userId: done, resultStatus: 'complete', resultNote: '' },
				...{ creditScore: 700, firstName: 'Amara' },
			},
			{ userId: incomplete, resultStatus: 'not complete', resultNote },
			{ userId: others, resultStatus: 'not fetched', resultNote },
		]);
	});

	test.each<[string, IDataObject, Partial<Disruption>]>([
		['a missing column', { resultNote: undefined }, {}],
		['a row that is not valid', { userId: 'a/b' }, {}],
		['a service that asks to wait', {}, { status: 429, headers: { 'Retry-After': '900' } }],
		['an outage', {}, { status: 500 }],
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

describe('Only Complete, without Update Rows', () => {
	const onlyComplete = { ...getByRow, output: 'report', options: { onlyComplete: true } };

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'Only Complete gives no item for who is not done, 404 included (%s)',
		async (onError) => {
			const sandbox = await newSandbox();
			const done = sandbox.addApplicant({ screening: {}, user: { checkComplete: true } });
			const open = sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
			const sheet = [open, done, 'nobody'].map((userId) => ({ userId }));
			const { items, error } = await run(sandbox, sheet, onlyComplete, { onError });
			expect(error).toBeUndefined();
			expect(items.map(({ json, pairedItem }) => [json.userId, pairedItem])).toEqual([
				[done, { item: 1 }],
			]);
		},
	);

	test('Only Complete hides no other failure', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'getScreeningData', status: 403 });
		const { error } = await run(sandbox, [{ userId: 'u' }], onlyComplete);
		expect(error?.message).toContain('(403)');
	});
});
