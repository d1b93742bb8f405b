import type { IDataObject } from 'n8n-workflow';

import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import { createApplicants, toEmail, getByRow, sendByColumns } from '../../support/applicants.mts';
import {
	createBusyCredential,
	ON_ERROR,
	createCredential,
	retrying,
	runNode,
	runOn,
} from '../../support/engine.mts';
import { eventually, waitUntilArrived } from '../../support/eventually.mts';
import { atRequest, createCancel } from '../../support/moments.mts';
import { watchLog } from '../../support/node-log.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 3, 5 and 10: how many requests go out at a time, when they are repeated, and what a run waits for.

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

test('10 at once allowed, 429 above: 120 items all succeed, each sent once, and few are limited', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({
		clock,
		maxInFlight: 10,
		retryAfterSeconds: 0.05,
		latencyMs: 1,
	});
	let isOver = false;
	const running = runOn(sandbox, { rows: createApplicants(120) }).finally(() => {
		isOver = true;
	});
	// Those in flight are answered when no more come.
	let arrived = 0;
	await eventually(() => {
		const { length } = sandbox.requests;
		if (length === arrived) clock.advance(1);
		arrived = length;
		return isOver;
	});
	const { items, error } = await running;
	expect(error).toBeUndefined();
	expect(items).toHaveLength(120);
	expect(new Set(sandbox.screenings.map(({ email }) => email)).size).toBe(120);
	expect(sandbox.screenings).toHaveLength(120);
	const statuses = sandbox.listRequests('sendScreeningWithFlow').map(({ status }) => status);
	expect(statuses).toContain(429);
	// Now and then a request more than the service allows asks whether it allows more by now.
	expect(statuses.slice(-60).filter((status) => status === 429).length).toBeLessThanOrEqual(6);
});

test('429s to requests that went out together halve the concurrency once', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock, latencyMs: 1 });
	const headers = { 'Retry-After': '0' };
	sandbox.disrupt({ skip: 1, times: 8, status: 429, headers });
	const running = runOn(sandbox, {
		parameters: { ...sendByColumns, options: { maxConcurrency: 8 } },
		rows: createApplicants(13),
	});
	const sends = () => sandbox.listRequests('sendScreeningWithFlow').length;
	// The login, the first request alone, eight that are told to come back, and half as many at a time.
	for (const sent of [0, 1, 9, 13, 17, 21]) {
		await clock.untilWaits(sent + 1);
		expect(sends()).toBe(sent);
		clock.advance(1);
	}
	expect((await running).items).toHaveLength(13);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'after too many 429s the node stops trying, for all items together (%s)',
	async (onError) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 429, body: {}, headers: { 'Retry-After': '0' } });
		const { error, items } = await runOn(sandbox, {
			parameters: { ...sendByColumns, options: { maxConcurrency: 1 } },
			rows: createApplicants(30),
			settings: { onError },
		});
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(11);
		const reported = error?.message ?? (items[0]!.json.error as { message: string }).message;
		expect(reported).toBe(
			"Row 1 ('Nathan Smith 0'): The service answers that there are too many requests (429) [item 0]",
		);
		if (onError === 'continueRegularOutput') {
			expect(items[29]!.json.error).toMatchObject({
				message:
					"Row 30 ('Nathan Smith 29'): Not sent. The service answers that there are too many requests (429) [item 29]",
			});
		}
	},
);

describe.each([
	['', {}],
	[', Retry On Fail', retrying],
])('60 rows and a service that asks to wait for ten minutes%s', (_, settings) => {
	test.each(ON_ERROR)('On Error = %s: one request, and every row says so', async (onError) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 429, body: {}, headers: { 'Retry-After': '600' } });
		const { items, errorItems, error } = await runOn(sandbox, {
			rows: createApplicants(60),
			settings: { ...settings, onError },
		});
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
		const cause = 'The service asks to wait for more than five minutes';
		if (onError === 'stopWorkflow') {
			expect(error?.message).toBe(`Row 1 ('Nathan Smith 0'): ${cause} [item 0]`);
			return;
		}
		expect([...items, ...errorItems].map(({ json }) => json.error)).toMatchObject(
			Array.from({ length: 60 }, (__, index) => ({
				message: `Row ${index + 1} ('Nathan Smith ${index}'): ${index > 0 ? 'Not sent. ' : ''}${cause} [item ${index}]`,
				status: 429,
			})),
		);
	});
});

test('a service that asks to wait while a request waits for the login after a 401: it is not sent again', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(1), status: 401, times: 1 });
	sandbox.disrupt({ operation: 'login', skip: 1, latencyMs: 1 });
	sandbox.disrupt({ applicant: toEmail(2), status: 429, headers: { 'Retry-After': '600' } });
	const parameters = { ...sendByColumns, updateRows: 'due', matchColumn: '' };
	const running = runOn(sandbox, { parameters, rows: createApplicants(3) });
	const sends = () => sandbox.listRequests('sendScreeningWithFlow').map(({ status }) => status);
	await clock.untilWaits(1);
	await eventually(() => sends().includes(429));
	await waitUntilArrived(sandbox);
	clock.advance(1);
	const statuses = (await running).rows.map(({ screeningStatus }) => screeningStatus);
	expect(statuses).toEqual(['sent', 'not sent', 'not sent']);
	expect(sends().sort()).toEqual([200, 401, 429]);
});

describe.each([
	['answers 503', { status: 503, body: {} }],
	['cuts connections', { reset: 'after' }],
] as const)('60 rows with Update Rows and a service that %s', (_, fault) => {
	const listStatuses = (items: Array<{ json: IDataObject }>) => {
		const statuses = items.map(({ json }) => json.screeningStatus);
		return (status: string) => statuses.filter((one) => one === status).length;
	};

	test.each(ON_ERROR)('from the start: one may have been sent, On Error = %s', async (onError) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...fault });
		const { items } = await runOn(sandbox, {
			parameters: { ...sendByColumns, updateRows: 'due', matchColumn: '' },
			rows: createApplicants(60),
			settings: { ...retrying, onError },
		});
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
		const count = listStatuses(items);
		expect([count('maybe sent'), count('not sent')]).toEqual([1, 59]);
		expect(items.at(-1)!.json.screeningNote).toBe(
			'Not sent. The service is failing: the outcome of the last request is unclear. Run the remaining items again when the service works.',
		);
	});

	test('from the thirtieth on: those in flight and three may have been sent', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', skip: 29, ...fault });
		const { items } = await runOn(sandbox, {
			parameters: {
				...sendByColumns,
				updateRows: 'due',
				matchColumn: '',
				options: { maxConcurrency: 10 },
			},
			rows: createApplicants(60),
		});
		const count = listStatuses(items);
		expect(count('sent')).toBe(29);
		expect(count('maybe sent')).toBeLessThanOrEqual(10 + 3);
		expect(count('sent') + count('maybe sent') + count('not sent')).toBe(60);
	});
});

test('a service that fails now and then gets all rows', async () => {
	const sandbox = await newSandbox();
	for (const index of [3, 4, 20, 21]) sandbox.disrupt({ applicant: toEmail(index), status: 500 });
	await runOn(sandbox, {
		parameters: {
			...sendByColumns,
			updateRows: 'due',
			matchColumn: '',
			options: { maxConcurrency: 1 },
		},
		rows: createApplicants(30),
	});
	expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(30);
});

test('a service in maintenance: one row may have been sent, and of no other is that said', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 503, body: {}, headers: { 'Retry-After': '3600' } });
	const { items } = await runOn(sandbox, {
		parameters: { ...sendByColumns, updateRows: 'due', matchColumn: '' },
		rows: createApplicants(20),
	});
	expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
	const [first, ...others] = items.map(({ json }) => json);
	expect(first).toMatchObject({ screeningStatus: 'maybe sent' });
	expect(others).toMatchObject(
		others.map(() => ({
			screeningStatus: 'not sent',
			screeningNote:
				'Not sent. The service asks to wait for more than five minutes. Run the remaining items again later.',
		})),
	);
});

test("a Retry-After beside one applicant's 404 holds up nobody else", async () => {
	const sandbox = await newSandbox();
	const { items: sent } = await runOn(sandbox, { rows: createApplicants(3) });
	const rows = sent.map(({ json }) => ({ userId: json.userId as string }));
	sandbox.disrupt({
		operation: 'getScreeningData',
		applicant: rows[0]!.userId,
		status: 404,
		body: {},
		headers: { 'Retry-After': '3600' },
	});
	await runOn(sandbox, {
		parameters: {
			...getByRow,
			updateRows: 'due',
			matchColumn: '',
			options: { maxConcurrency: 1, whenIncomplete: 'skip' },
		},
		rows,
	});
	expect(sandbox.listRequests('getScreeningData')).toHaveLength(3);
});

describe('a Retry-After beside a 503', () => {
	useFastTime();

	test.each([
		['POST', sendByColumns, 4],
		['GET', { resource: 'flow', operation: 'getSteps' }, 6],
	] as const)(
		'to a %s holds the others too, and a shorter one does not end it',
		async (_, parameters, requests) => {
			const sandbox = await newSandbox();
			for (const seconds of ['10', '1']) {
				sandbox.disrupt({ skip: 1, times: 1, status: 503, headers: { 'Retry-After': seconds } });
			}
			await runOn(sandbox, {
				parameters: { ...parameters, options: { maxConcurrency: 2 } },
				rows: createApplicants(4),
				settings: { onError: 'continueRegularOutput' },
			});
			const startedAt = sandbox.requests
				.filter(({ operation }) => operation !== 'login')
				.map((request) => request.startedAt);
			expect(startedAt).toHaveLength(requests);
			expect(startedAt[3]! - startedAt[1]!).toBeGreaterThanOrEqual(9999);
		},
	);
});

test('a GET that is answered 500 holds up nobody else while it is repeated', async () => {
	const sandbox = await newSandbox();
	const userIds = [0, 1, 2].map(() => sandbox.addApplicant({ screening: {}, user: {} }));
	sandbox.disrupt({ applicant: userIds[0]!, status: 500, times: 1 });
	const { items } = await runOn(sandbox, {
		parameters: { ...getByRow, options: { maxConcurrency: 1 } },
		rows: userIds.map((userId) => ({ userId })),
	});
	expect(items).toHaveLength(3);
	const asked = sandbox.listRequests('getScreeningData').map(({ url }) => url.split('/').at(-1));
	expect(asked).toEqual([...userIds, userIds[0]]);
});

describe('Retry On Fail', () => {
	useFastTime();

	test.each(ON_ERROR)(
		"'Throw an Error' for an applicant who is not complete: asked once, On Error = %s",
		async (onError) => {
			const sandbox = await newSandbox({ completeAfter: {} });
			const userId = sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
			const { items, errorItems, error } = await runOn(sandbox, {
				parameters: { ...getByRow, options: { whenIncomplete: 'error' } },
				rows: [{ userId }],
				settings: { ...retrying, onError },
			});
			const failures = [...items, ...errorItems].map(({ json }) => json.error);
			expect([error, ...failures].find(Boolean)).toMatchObject({
				message: 'The applicant has not completed the screening yet [item 0]',
			});
			expect(sandbox.listRequests('getScreeningData')).toHaveLength(1);
		},
	);

	test.each([
		['POST', 301, 3, sendByColumns],
		['POST', 422, 1, sendByColumns],
		['GET', 301, 3, getByRow],
		['GET', 404, 3, getByRow],
		// Each try asks four times.
		['GET', 500, 12, getByRow],
	])('a %s answered %d goes out %d times', async (_, status, times, parameters) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status, headers: { 'Retry-After': '0' } });
		const rows = [{ ...createApplicants(1)[0], userId: 'user-x' }];
		await runOn(sandbox, { parameters, rows, settings: retrying });
		const { length } = sandbox.requests.filter(({ operation }) => operation !== 'login');
		expect(length).toBe(times);
	});

	/** A login that may succeed later is asked for once, and three times more. */
	const LOGINS_OF_A_TRY = 4;

	describe.each(ON_ERROR)('On Error = %s', (onError) => {
		test('a login that failed does not hold up the next try', async () => {
			const sandbox = await newSandbox();
			const headers = { 'Retry-After': '0' };
			sandbox.disrupt({ operation: 'login', status: 503, headers, times: LOGINS_OF_A_TRY });
			const { errorItems, error } = await runOn(sandbox, {
				rows: createApplicants(3),
				settings: { ...retrying, onError, maxTries: 2 },
			});
			expect(error).toBeUndefined();
			expect(errorItems).toEqual([]);
			expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(3);
			expect(sandbox.listRequests('login')).toHaveLength(LOGINS_OF_A_TRY + 1);
		});
	});

	test.each([
		['stopWorkflow', 2, 'off', 2],
		['continueRegularOutput', 0, 'off', 2],
		['continueErrorOutput', 0, 'off', 2],
		['stopWorkflow', -1, 'due', 3],
	] as const)(
		'n8n fails before the next try reaches the node, On Error = %s, row %d refused, Update Rows %s: the log has every ID',
		async (onError, refused, updateRows, accepted) => {
			const warn = watchLog();
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(refused), status: 425 });
			const sends = onError === 'stopWorkflow' ? 3 : 4;
			const asked = () => sandbox.listRequests('sendScreeningWithFlow').length;
			const credential = createBusyCredential(sandbox, () => asked() === sends);
			await runNode({
				credential,
				parameters: {
					...sendByColumns,
					updateRows,
					matchColumn: '',
					options: { maxConcurrency: 1 },
				},
				rows: createApplicants(
					3,
					updateRows === 'due' ? { 0: { error: 'of an earlier step' } } : {},
				),
				settings: { ...retrying, maxTries: 2, onError },
			});
			expect(sandbox.screenings).toHaveLength(accepted);
			const [[logged]] = warn.mock.calls as [[string]];
			expect(logged).toMatch(/^Rental Screening is tried again\. Before that:/);
			for (const { userId } of sandbox.screenings) expect(logged).toContain(userId);
		},
	);

	test('with nothing to try again nothing is logged', async () => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		await runOn(sandbox, { rows: createApplicants(3), settings: { ...retrying, maxTries: 2 } });
		expect(sandbox.screenings).toHaveLength(3);
		expect(warn).not.toHaveBeenCalled();
	});
});

describe('Wait Up To', () => {
	useFastTime();

	/** A sandbox with one applicant, and the row that names it. */
	async function arrange(completeAfter: { fetches?: number }) {
		const sandbox = await newSandbox({ completeAfter });
		const credential = createCredential(sandbox);
		const sent = await runNode({
			credential,
			parameters: sendByColumns,
			rows: createApplicants(1),
		});
		return { sandbox, credential, rows: [{ userId: sent.rows[0]!.userId }] };
	}

	const waiting = (options: object) => ({
		...getByRow,
		options: { waitUpToMinutes: 60, pollEverySeconds: 5, ...options },
	});

	test('completes on the third poll', async () => {
		const { sandbox, ...spec } = await arrange({ fetches: 3 });
		const { items } = await runNode({ ...spec, parameters: waiting({}) });
		expect(items[0]!.json.checkComplete).toBe(true);
		expect(sandbox.listRequests('getScreeningData')).toHaveLength(3);
	});

	const NOT_IN_TIME = 'The applicant has not completed the screening yet [item 0]';
	const NOT_FOUND = /^There are no results for this user ID \(404\).* \[item 0\]$/;

	test.each([
		['returns the current data', 200, 'return', undefined],
		['is an error where that is asked for', 200, 'error', NOT_IN_TIME],
		['is an error where that is asked for', 404, 'error', NOT_IN_TIME],
		['returns nothing where that is asked for', 404, 'skip', undefined],
		['ends with the 404', 404, 'return', NOT_FOUND],
	] as const)('time is up: it %s, after %i', async (_, status, whenIncomplete, message) => {
		const { sandbox, ...spec } = await arrange({});
		if (status === 404) sandbox.disrupt({ operation: 'getScreeningData', status });
		const parameters = waiting({ waitUpToMinutes: 0.5, whenIncomplete });
		const { items, error } = await runNode({ ...spec, parameters });
		if (message === undefined) expect(error).toBeUndefined();
		else expect(error?.message).toMatch(message);
		const isReturned = status === 200 && whenIncomplete === 'return';
		expect(items.map(({ json }) => json.checkComplete)).toEqual(isReturned ? [false] : []);
		// At once, after 5, 10, 15, 20 and 25 seconds, and when the time is up.
		expect(sandbox.listRequests('getScreeningData')).toHaveLength(7);
	});

	test('waiting for one applicant does not delay the others', async () => {
		const { sandbox, credential, rows } = await arrange({});
		const complete = sandbox.addApplicant({ screening: {}, user: { checkComplete: true } });
		const { items } = await runNode({
			credential,
			rows: [...rows, { userId: complete }],
			parameters: waiting({ waitUpToMinutes: 0.5, maxConcurrency: 1 }),
		});
		const [first, second] = sandbox.listRequests('getScreeningData');
		expect(first!.url).toContain(rows[0]!.userId);
		expect(second!.url).toContain(complete);
		expect(items.map(({ json }) => json.checkComplete)).toEqual([false, true]);
	});

	test('cancelling ends the wait at once', async () => {
		const { sandbox, ...spec } = await arrange({});
		const { now, onStart } = createCancel();
		// Without the cancellation this would poll for 600 hours, and the test would time out.
		const running = runNode({
			...spec,
			parameters: waiting({ waitUpToMinutes: 36_000, pollEverySeconds: 3600 }),
			onStart,
		});
		await eventually(() => sandbox.listRequests('getScreeningData')[0]?.status === 200);
		await waitUntilArrived(sandbox);
		now();
		const { error } = await running;
		expect(error?.message).toBe('The execution was cancelled before this item was done [item 0]');
		expect(sandbox.listRequests('getScreeningData')).toHaveLength(1);
	});

	test.each([
		['is answered 503', { status: 503, headers: { 'Retry-After': '0' } }, 4],
		['is cut', { reset: 'after' }, 4],
		['is answered 429', { status: 429, headers: { 'Retry-After': '0' } }, 4],
		['is answered 404', { status: 404 }, 2],
		['is to wait for ten minutes', { status: 503, headers: { 'Retry-After': '600' } }, 2],
	] as const)('a request that %s while it waits means not yet', async (_, fault, times) => {
		const { sandbox, ...spec } = await arrange({ fetches: 2 });
		sandbox.disrupt({ operation: 'getScreeningData', skip: 1, times, ...fault });
		const { items, error } = await runNode({ ...spec, parameters: waiting({}) });
		expect(error).toBeUndefined();
		expect(items[0]!.json.checkComplete).toBe(true);
		expect(sandbox.listRequests('getScreeningData')).toHaveLength(times + 2);
	});

	test('a login that does not work for a while is no reason to give up either', async () => {
		const { sandbox, ...spec } = await arrange({ fetches: 2 });
		sandbox.disrupt({ operation: 'login', times: 6, status: 503 });
		// The token expires after the first answer.
		atRequest(sandbox, 'getScreeningData', 2, () => sandbox.revokeTokens());
		const { items, error } = await runNode({ ...spec, parameters: waiting({}) });
		expect(error).toBeUndefined();
		expect(items[0]!.json.checkComplete).toBe(true);
		expect(sandbox.listRequests('login').map(({ status }) => status)).toEqual([
			200, 503, 503, 503, 503, 503, 503, 200,
		]);
	});

	test('a login that is refused ends it', async () => {
		const { sandbox, ...spec } = await arrange({});
		sandbox.disrupt({ operation: 'getScreeningData', skip: 1, status: 401 });
		sandbox.disrupt({ operation: 'login', status: 401 });
		const { error } = await runNode({ ...spec, parameters: waiting({}) });
		expect(error?.message).toContain('The service refused the login (401)');
		expect(sandbox.listRequests('login').map(({ status }) => status)).toEqual([200, 401]);
	});

	test.each([
		['a web page', { status: 200, body: '<!doctype html>' }, 1],
		['a redirect', { status: 301 }, 1],
		['an outage', { status: 503, headers: { 'Retry-After': '0' } }, 4],
	] as const)('%s from the start is a reason to give up', async (_, fault, requests) => {
		const { sandbox, ...spec } = await arrange({});
		sandbox.disrupt({ operation: 'getScreeningData', ...fault });
		const { error } = await runNode({ ...spec, parameters: waiting({}) });
		expect(error?.message).toMatch(/web page|redirects|\(503\)/);
		expect(sandbox.listRequests('getScreeningData')).toHaveLength(requests);
	});
});
