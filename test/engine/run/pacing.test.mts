import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import {
	createApplicants,
	getByRow,
	listSends,
	listStatuses,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { ON_ERROR, retrying, runOn } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { useSandbox, waitUntilArrived } from '../../support/use-sandbox.mts';

// Rules 3 to 5: how many requests are sent at a time, when they wait, and when a service gets no more of them.

const newSandbox = useSandbox();

const NOW = { 'Retry-After': '0' };
const IN_TEN_MINUTES = { 'Retry-After': '600' };
const oneByOne = { ...sendDueRows, options: { maxConcurrency: 1 } };

const listAnswers = (sandbox: Sandbox) => listSends(sandbox).map(({ status }) => status);

/** How many rows have each status. */
function countStatuses(outcome: { rows: IDataObject[] }): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const status of listStatuses(outcome).map(String)) {
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return counts;
}

test.each([
	['accepted', {}, 5],
	['refused', { status: 422 }, 5],
	['redirected', { status: 301 }, 0],
	['unclear', { status: 500 }, 0],
	['a 408', { status: 408 }, 0],
])('a first request that is %s (%j): %d others are sent at once', async (_, answer, others) => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(0), ...answer });
	sandbox.disrupt({ match: ({ rawBody }) => !rawBody.includes(toEmail(0)), latencyMs: 1 });
	const settings = { onError: 'continueRegularOutput' } as const;
	const running = runOn(sandbox, { rows: createApplicants(6), settings });
	if (others > 0) await clock.untilWaits(others);
	clock.advance(1);
	await running;
	expect(listSends(sandbox)).toHaveLength(1 + others);
});

test('a first request that is answered 429 is repeated before any other starts', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 429, headers: { 'Retry-After': '0.2' }, times: 1 });
	await runOn(sandbox, { rows: createApplicants(60) });
	const bodies = listSends(sandbox).map(({ rawBody }) => rawBody);
	expect(bodies[1]).toBe(bodies[0]);
	expect(sandbox.screenings).toHaveLength(60);
});

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
	expect(listAnswers(sandbox)).toContain(429);
	// Now and then a request more than the service allows asks whether it allows more by now.
	const late = listAnswers(sandbox).slice(-60);
	expect(late.filter((status) => status === 429).length).toBeLessThanOrEqual(6);
});

test.each(ON_ERROR)(
	'a service that asks to wait for ten minutes gets one request, On Error = %s',
	async (onError) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 429, headers: IN_TEN_MINUTES });
		const settings = { ...retrying, onError };
		const spec = { rows: createApplicants(60), settings };
		const { items, errorItems, error } = await runOn(sandbox, spec);
		expect(listSends(sandbox)).toHaveLength(1);
		const errors = [...items, ...errorItems].map(({ json }) => json.error as Error);
		const [first, ...others] = onError === 'stopWorkflow' ? [error] : errors;
		expect(first?.message).toContain('The service asks to wait for more than five minutes');
		expect(others).toHaveLength(onError === 'stopWorkflow' ? 0 : 59);
		for (const other of others) {
			expect(other).toMatchObject({ message: expect.stringContaining('Not sent.'), status: 429 });
		}
	},
);

test('a service that asks to wait for ten minutes does not get the request that waits for the login after a 401', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(1), status: 401, times: 1 });
	sandbox.disrupt({ operation: 'login', skip: 1, latencyMs: 1 });
	sandbox.disrupt({ applicant: toEmail(2), status: 429, headers: IN_TEN_MINUTES });
	const running = runOn(sandbox, { parameters: sendDueRows, rows: createApplicants(3) });
	await clock.untilWaits(1);
	await eventually(() => listAnswers(sandbox).includes(429));
	await waitUntilArrived(sandbox);
	clock.advance(1);
	expect(listStatuses(await running)).toEqual(['sent', 'not sent', 'not sent']);
	expect(listAnswers(sandbox).sort()).toEqual([200, 401, 429]);
});

const UNCLEAR = 'the outcome of the last request is unclear';
const FAILING = [
	['answers 503', { status: 503 }, UNCLEAR],
	['cuts connections', { reset: 'after' }, UNCLEAR],
	[
		'is in maintenance',
		{ status: 503, headers: { 'Retry-After': '3600' } },
		'The service asks to wait for more than five minutes',
	],
] as const;

test.each(FAILING)(
	'a service that %s from the start may have accepted one row, and no other is sent in any try',
	async (_, fault, cause) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...fault });
		const rows = createApplicants(20);
		const outcome = await runOn(sandbox, { parameters: sendDueRows, rows, settings: retrying });
		expect(listSends(sandbox)).toHaveLength(1);
		expect(listStatuses(outcome)).toEqual(['maybe sent', ...Array<string>(19).fill('not sent')]);
		for (const row of outcome.rows.slice(1)) expect(row.screeningNote).toContain(cause);
	},
);

test.each(FAILING)(
	'a service that %s from the thirtieth row on may have accepted those in flight and three',
	async (_, fault) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', skip: 29, ...fault });
		const parameters = { ...sendDueRows, options: { maxConcurrency: 10 } };
		const outcome = await runOn(sandbox, { parameters, rows: createApplicants(60) });
		const { sent, 'maybe sent': maybe = 0, 'not sent': notSent = 0 } = countStatuses(outcome);
		expect([sent, maybe + notSent]).toEqual([29, 31]);
		expect(maybe).toBeLessThanOrEqual(10 + 3);
	},
);

test('a service that fails now and then gets all rows', async () => {
	const sandbox = await newSandbox();
	for (const index of [3, 4, 20, 21]) sandbox.disrupt({ applicant: toEmail(index), status: 500 });
	await runOn(sandbox, { parameters: oneByOne, rows: createApplicants(30) });
	expect(listSends(sandbox)).toHaveLength(30);
});

describe('in fast time', () => {
	useFastTime();

	test.each([0, 99])(
		'an applicant who is always limited fails alone, row %d of 100',
		async (row) => {
			const sandbox = await newSandbox();
			sandbox.disrupt({ applicant: toEmail(row), status: 429, headers: NOW });
			const spec = { parameters: sendDueRows, rows: createApplicants(100) };
			const outcome = await runOn(sandbox, spec);
			expect(countStatuses(outcome)).toEqual({ sent: 99, 'not sent': 1 });
			expect(outcome.rows[row]!.screeningNote).toContain('too many requests (429)');
			expect(listSends(sandbox)).toHaveLength(99 + 11);
		},
	);

	test('ten bursts without a success between them stop the run', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', skip: 5, status: 429, headers: NOW });
		const outcome = await runOn(sandbox, { parameters: oneByOne, rows: createApplicants(40) });
		expect(countStatuses(outcome)).toEqual({ sent: 5, 'not sent': 35 });
		expect(listSends(sandbox)).toHaveLength(5 + 11);
	});

	test.each([
		['POST', sendByColumns, 4],
		['GET', { resource: 'flow', operation: 'getSteps' }, 6],
	] as const)(
		'a Retry-After beside a 503 to a %s holds the others too, and a shorter one does not end it',
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
		// On a busy machine its short wait may be over before the third one's turn.
		expect(asked.slice(0, 2)).toEqual(userIds.slice(0, 2));
		expect(asked.slice(2).sort()).toEqual([userIds[0], userIds[2]].sort());
	});

	test.each([
		[{ text: ' \n{"steps": [' }, 4],
		[{ text: '<html>' }, 1],
		[{ status: 200, body: { steps: {} } }, 1],
	])('a GET that is always answered with %j is sent %d times', async (answer, times) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'listSteps', ...answer });
		await runOn(sandbox, { parameters: { resource: 'flow', operation: 'getSteps' } });
		expect(sandbox.listRequests('listSteps')).toHaveLength(times);
	});
});
