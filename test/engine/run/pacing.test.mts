import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Disruption, Sandbox } from '../../../dev/sandbox/index.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import { createApplicants, toEmail, getByRow, sendByColumns } from '../../support/applicants.mts';
import {
	createBusyCredential,
	ON_ERROR,
	createCredential,
	retrying,
	runNode,
	runOn,
	type RunSpec,
} from '../../support/engine.mts';
import { eventually, waitUntilArrived } from '../../support/eventually.mts';
import { atRequest, createCancel } from '../../support/moments.mts';
import { watchLog } from '../../support/node-log.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 3, 5 and 10: how many requests go out at a time, when they are repeated, and what a run waits for.

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

const COMPLETE = { screening: {}, user: { checkComplete: true } };
const INCOMPLETE = { screening: {}, user: { checkComplete: false } };
const NOW = { 'Retry-After': '0' };
const updating = { ...sendByColumns, updateRows: 'due', matchColumn: '' };
const oneByOne = { ...updating, options: { maxConcurrency: 1 } };

const listSends = (sandbox: Sandbox) => sandbox.listRequests('sendScreeningWithFlow');
const listStatuses = ({ rows }: { rows: IDataObject[] }) =>
	rows.map(({ screeningStatus }) => screeningStatus);
const countStatus = (outcome: { rows: IDataObject[] }, status: string) =>
	listStatuses(outcome).filter((one) => one === status).length;

test('a service that allows 10 requests at once gets 120 rows once each, few of them too early', async () => {
	const clock = new ManualClock();
	const limits = { maxInFlight: 10, retryAfterSeconds: 0.05, latencyMs: 1 };
	const sandbox = await newSandbox({ clock, ...limits });
	let isOver = false;
	const running = runOn(sandbox, { rows: createApplicants(120) }).finally(() => (isOver = true));
	// Those in flight are answered when no more come.
	let arrived = 0;
	await eventually(() => {
		const { length } = sandbox.requests;
		if (length === arrived) clock.advance(1);
		arrived = length;
		return isOver;
	});
	expect((await running).items).toHaveLength(120);
	expect(sandbox.screenings).toHaveLength(120);
	const statuses = listSends(sandbox).map(({ status }) => status);
	expect(statuses).toContain(429);
	// Now and then a request more than the service allows asks whether it allows more by now.
	expect(statuses.slice(-60).filter((status) => status === 429).length).toBeLessThanOrEqual(6);
});

test.each(ON_ERROR)(
	'a service that asks to wait for ten minutes gets one request, On Error = %s',
	async (onError) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 429, headers: { 'Retry-After': '600' } });
		const settings = { ...retrying, onError };
		const { items, errorItems, error } = await runOn(sandbox, {
			rows: createApplicants(60),
			settings,
		});
		expect(listSends(sandbox)).toHaveLength(1);
		const errors = [...items, ...errorItems].map(({ json }) => json.error);
		const causes = onError === 'stopWorkflow' ? [error] : errors;
		expect(causes).toHaveLength(onError === 'stopWorkflow' ? 1 : 60);
		expect(causes[0]).toMatchObject({
			message:
				"Row 1 ('Nathan Smith 0'): The service asks to wait for more than five minutes [item 0]",
		});
		for (const cause of causes.slice(1)) {
			expect(cause).toMatchObject({ message: expect.stringContaining('Not sent.'), status: 429 });
		}
	},
);

test('a request that waits for the login after a 401 is not sent when the service asks to wait', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(1), status: 401, times: 1 });
	sandbox.disrupt({ operation: 'login', skip: 1, latencyMs: 1 });
	sandbox.disrupt({ applicant: toEmail(2), status: 429, headers: { 'Retry-After': '600' } });
	const running = runOn(sandbox, { parameters: updating, rows: createApplicants(3) });
	const listAnswers = () => listSends(sandbox).map(({ status }) => status);
	await clock.untilWaits(1);
	await eventually(() => listAnswers().includes(429));
	await waitUntilArrived(sandbox);
	clock.advance(1);
	expect(listStatuses(await running)).toEqual(['sent', 'not sent', 'not sent']);
	expect(listAnswers().sort()).toEqual([200, 401, 429]);
});

describe.each([
	['answers 503', { status: 503 }, 'the outcome of the last request is unclear'],
	['cuts connections', { reset: 'after' }, 'the outcome of the last request is unclear'],
	[
		'is in maintenance',
		{ status: 503, headers: { 'Retry-After': '3600' } },
		'The service asks to wait for more than five minutes',
	],
] as const)('a service that %s', (_, fault, cause) => {
	test('from the start may have accepted one row, and no other is sent in any try', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...fault });
		const rows = createApplicants(20);
		const outcome = await runOn(sandbox, { parameters: updating, rows, settings: retrying });
		expect(listSends(sandbox)).toHaveLength(1);
		expect(listStatuses(outcome)).toEqual(['maybe sent', ...Array<string>(19).fill('not sent')]);
		for (const row of outcome.rows.slice(1)) expect(row.screeningNote).toContain(cause);
	});

	test('from the thirtieth row on may have accepted those in flight and three', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', skip: 29, ...fault });
		const parameters = { ...updating, options: { maxConcurrency: 10 } };
		const outcome = await runOn(sandbox, { parameters, rows: createApplicants(60) });
		const [sent, maybe, notSent] = ['sent', 'maybe sent', 'not sent'].map((status) =>
			countStatus(outcome, status),
		);
		expect([sent, sent! + maybe! + notSent!]).toEqual([29, 60]);
		expect(maybe).toBeLessThanOrEqual(10 + 3);
	});
});

test('a service that fails now and then gets all rows', async () => {
	const sandbox = await newSandbox();
	for (const index of [3, 4, 20, 21]) sandbox.disrupt({ applicant: toEmail(index), status: 500 });
	await runOn(sandbox, { parameters: oneByOne, rows: createApplicants(30) });
	expect(listSends(sandbox)).toHaveLength(30);
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

	test.each<[string, Disruption, number, INodeParameters]>([
		['POST', { status: 301 }, 3, sendByColumns],
		['POST', { status: 422 }, 1, sendByColumns],
		['GET', { status: 301 }, 3, getByRow],
		['GET', { status: 404 }, 3, getByRow],
		// Each try asks four times.
		['GET', { status: 500, headers: NOW }, 12, getByRow],
		['GET', { body: INCOMPLETE }, 1, { ...getByRow, options: { whenIncomplete: 'error' } }],
	])('a %s answered %j is sent %d times', async (_, disruption, times, parameters) => {
		const sandbox = await newSandbox();
		sandbox.disrupt(disruption);
		const rows = [{ ...createApplicants(1)[0], userId: 'user-x' }];
		const { error } = await runOn(sandbox, { parameters, rows, settings: retrying });
		expect(error).toBeDefined();
		const { length } = sandbox.requests.filter(({ operation }) => operation !== 'login');
		expect(length).toBe(times);
	});

	test.each(ON_ERROR)(
		'logs in again after a login that may work later, On Error = %s',
		async (onError) => {
			const sandbox = await newSandbox();
			// One try asks for it, and three times more.
			sandbox.disrupt({ operation: 'login', status: 503, headers: NOW, times: 4 });
			const { errorItems, error } = await runOn(sandbox, {
				rows: createApplicants(3),
				settings: { ...retrying, onError, maxTries: 2 },
			});
			expect([error, errorItems]).toEqual([undefined, []]);
			expect(listSends(sandbox)).toHaveLength(3);
			expect(sandbox.listRequests('login')).toHaveLength(5);
		},
	);

	test.each([
		['stopWorkflow', 2, 'off', 2],
		['continueRegularOutput', 0, 'off', 2],
		['continueErrorOutput', 0, 'off', 2],
		['stopWorkflow', -1, 'due', 3],
	] as const)(
		'logs every ID before n8n fails between two tries, On Error = %s, row %d refused, Update Rows %s',
		async (onError, refused, updateRows, accepted) => {
			const warn = watchLog();
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(refused), status: 425 });
			const sends = onError === 'stopWorkflow' ? 3 : 4;
			// n8n tries a node again whose first item has an error, also one of an earlier node.
			const change = updateRows === 'due' ? { 0: { error: 'of an earlier step' } } : {};
			await runNode({
				credential: createBusyCredential(sandbox, () => listSends(sandbox).length === sends),
				parameters: { ...oneByOne, updateRows },
				rows: createApplicants(3, change),
				settings: { ...retrying, maxTries: 2, onError },
			});
			expect(sandbox.screenings).toHaveLength(accepted);
			const [[logged]] = warn.mock.calls as [[string]];
			expect(logged).toMatch(/^Rental Screening is tried again\. Before that:/);
			for (const { userId } of sandbox.screenings) expect(logged).toContain(userId);
		},
	);

	test('logs nothing where there is nothing to try again', async () => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		await runOn(sandbox, { rows: createApplicants(3), settings: { ...retrying, maxTries: 2 } });
		expect(sandbox.screenings).toHaveLength(3);
		expect(warn).not.toHaveBeenCalled();
	});
});

describe('Wait Up To', () => {
	useFastTime();

	/** A sandbox with one applicant, the requests for its results, and what waits for them. */
	async function arrange(completeAfter: { fetches?: number }) {
		const sandbox = await newSandbox({ completeAfter });
		const credential = createCredential(sandbox);
		const rows = createApplicants(1);
		const sent = await runNode({ credential, parameters: sendByColumns, rows });
		const wait = async (options: object = {}, more: Partial<RunSpec> = {}) =>
			await runNode({
				credential,
				rows: [{ userId: sent.rows[0]!.userId }],
				parameters: {
					...getByRow,
					options: { waitUpToMinutes: 60, pollEverySeconds: 5, ...options },
				},
				...more,
			});
		return { sandbox, wait, listFetches: () => sandbox.listRequests('getScreeningData') };
	}

	const NOT_IN_TIME = 'The applicant has not completed the screening yet [item 0]';
	const NOT_FOUND = /^There are no results for this user ID \(404\)/;

	test.each([
		['returns the current data', 200, 'return', undefined],
		['fails where that is asked for', 200, 'error', NOT_IN_TIME],
		['fails where that is asked for', 404, 'error', NOT_IN_TIME],
		['returns nothing where that is asked for', 404, 'skip', undefined],
		['ends with the 404', 404, 'return', NOT_FOUND],
	] as const)('%s when the time is up, after %i', async (_, status, whenIncomplete, message) => {
		const { sandbox, wait, listFetches } = await arrange({});
		if (status === 404) sandbox.disrupt({ operation: 'getScreeningData', status });
		const { rows, error } = await wait({ waitUpToMinutes: 0.5, whenIncomplete });
		if (message === undefined) expect(error).toBeUndefined();
		else expect(error?.message).toMatch(message);
		const isReturned = status === 200 && whenIncomplete === 'return';
		expect(rows.map(({ checkComplete }) => checkComplete)).toEqual(isReturned ? [false] : []);
		// At once, after 5, 10, 15, 20 and 25 seconds, and when the time is up.
		expect(listFetches()).toHaveLength(7);
	});

	test('for one applicant does not delay the others', async () => {
		const { sandbox, wait, listFetches } = await arrange({});
		const [open, done] = [INCOMPLETE, COMPLETE].map((known) => sandbox.addApplicant(known));
		const { rows } = await wait(
			{ waitUpToMinutes: 0.5, maxConcurrency: 1 },
			{ rows: [{ userId: open }, { userId: done }] },
		);
		const asked = listFetches().map(({ url }) => url.split('/').at(-1));
		expect(asked.slice(0, 2)).toEqual([open, done]);
		expect(rows.map(({ checkComplete }) => checkComplete)).toEqual([false, true]);
	});

	test('ends at once when the execution is cancelled', async () => {
		const { sandbox, wait, listFetches } = await arrange({});
		const { now, onStart } = createCancel();
		const running = wait({ waitUpToMinutes: 36_000, pollEverySeconds: 3600 }, { onStart });
		await eventually(() => listFetches()[0]?.status === 200);
		await waitUntilArrived(sandbox);
		now();
		const { error } = await running;
		expect(error?.message).toBe('The execution was cancelled before this item was done [item 0]');
		expect(listFetches()).toHaveLength(1);
	});

	test.each([
		['is answered', { times: 0 }],
		['is answered 503', { status: 503, headers: NOW, times: 4 }],
		['is cut', { reset: 'after', times: 4 }],
		['is answered 429', { status: 429, headers: NOW, times: 4 }],
		['is answered 404', { status: 404, times: 2 }],
		['is to wait for ten minutes', { status: 503, headers: { 'Retry-After': '600' }, times: 2 }],
	] as const)('goes on where a request %s', async (_, fault) => {
		const { sandbox, wait, listFetches } = await arrange({ fetches: 2 });
		sandbox.disrupt({ operation: 'getScreeningData', skip: 1, ...fault });
		expect((await wait()).rows).toMatchObject([{ checkComplete: true }]);
		expect(listFetches()).toHaveLength(fault.times + 2);
	});

	const listLogins = (sandbox: Sandbox) =>
		sandbox.listRequests('login').map(({ status }) => status);

	test('goes on where a login does not work for a while', async () => {
		const { sandbox, wait } = await arrange({ fetches: 2 });
		sandbox.disrupt({ operation: 'login', times: 6, status: 503 });
		// The token expires after the first answer.
		atRequest(sandbox, 'getScreeningData', 2, () => sandbox.revokeTokens());
		expect((await wait()).rows).toMatchObject([{ checkComplete: true }]);
		expect(listLogins(sandbox)).toEqual([200, ...Array<number>(6).fill(503), 200]);
	});

	test('ends where a login is refused', async () => {
		const { sandbox, wait } = await arrange({});
		sandbox.disrupt({ operation: 'getScreeningData', skip: 1, status: 401 });
		sandbox.disrupt({ operation: 'login', status: 401 });
		expect((await wait()).error?.message).toContain('The service refused the login (401)');
		expect(listLogins(sandbox)).toEqual([200, 401]);
	});

	test.each([
		['a web page', { status: 200, body: '<!doctype html>' }, 1],
		['a redirect', { status: 301 }, 1],
		['an outage', { status: 503, headers: NOW }, 4],
	] as const)('ends at once after %s from the start', async (_, fault, requests) => {
		const { sandbox, wait, listFetches } = await arrange({});
		sandbox.disrupt({ operation: 'getScreeningData', ...fault });
		expect((await wait()).error?.message).toMatch(/web page|redirects|\(503\)/);
		expect(listFetches()).toHaveLength(requests);
	});
});
