import type { INode } from 'n8n-workflow';

import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import { createApplicants, toEmail, getByRow, sendByColumns } from '../../support/applicants.mts';
import { retrying, runOn } from '../../support/engine.mts';
import { eventually, waitUntilArrived } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { atRequest, createCancel } from '../../support/moments.mts';
import { watchLog } from '../../support/node-log.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 3, 4 and 7: the order of a run, its end, and what is left when it is cancelled.

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

describe('the outcome of the first request', () => {
	test.each([
		['an answer other than 200', { status: 422, body: {} }],
		['a 200 without userId', { status: 200, body: {} }],
		['an error of the service', { status: 503, body: {} }],
	])('%s: nothing else starts, however many may go at once', async (_, fault) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(0), ...fault });
		const { error } = await runOn(sandbox, { rows: createApplicants(100) });
		expect(error?.message).toContain('[item 0]');
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
		expect(sandbox.screenings).toEqual([]);
	});

	test.each([
		['an answer', {}, [5]],
		['a refusal', { status: 422 }, [5]],
		['a request that may have been accepted: none does', { status: 500 }, []],
		['a 408: none does', { status: 408 }, []],
		['a redirect', { status: 301 }, [5]],
	])('%s, whether the others follow all at once', async (_, fault, arrived) => {
		const clock = new ManualClock();
		const sandbox = await newSandbox({ clock });
		sandbox.disrupt({ applicant: toEmail(0), ...fault });
		sandbox.disrupt({ match: ({ rawBody }) => !rawBody.includes(toEmail(0)), latencyMs: 1 });
		const settings = { onError: 'continueRegularOutput' } as const;
		const running = runOn(sandbox, { rows: createApplicants(6), settings });
		for (const count of arrived) {
			await clock.untilWaits(count);
			await waitUntilArrived(sandbox);
			expect(clock.waits).toHaveLength(count);
			clock.advance(1);
		}
		await running;
		const { length } = sandbox.listRequests('sendScreeningWithFlow');
		expect(length).toBe(1 + (arrived.at(-1) ?? 0));
	});

	test('a 429: the others wait with it', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 429, body: {}, headers: { 'Retry-After': '0.2' }, times: 1 });
		await runOn(sandbox, { rows: createApplicants(60) });
		const [first, second] = sandbox.listRequests('sendScreeningWithFlow');
		expect([first, second].map((request) => request?.rawBody.includes(toEmail(0)))).toEqual([
			true,
			true,
		]);
		expect(sandbox.screenings).toHaveLength(60);
	});
});

test('the error of the last try has what the tries before did, also after the item at which the run stops', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(1), status: 422, latencyMs: 1 });
	const late = { userId: 'late', message: 'Sent' };
	sandbox.disrupt({ applicant: toEmail(2), status: 200, body: late, latencyMs: 2 });
	const running = runOn(sandbox, { rows: createApplicants(3), settings: retrying });
	await clock.untilWaits(2);
	clock.advance(1);
	await eventually(() => sandbox.listRequests('sendScreeningWithFlow')[1]?.status === 422);
	clock.advance(1);
	const { error } = await running;
	expect(error?.message).toContain('(422)');
	expect(error?.description).toContain(sandbox.screenings[0]!.userId);
	expect(error?.description).toContain("userId 'late'");
	expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(3);
});

test('a 401 that comes after the failure at which a run stops: it is not sent again, and nothing may have been accepted', async () => {
	const clock = new ManualClock();
	const sandbox = await newSandbox({ clock });
	sandbox.disrupt({ applicant: toEmail(1), status: 422, latencyMs: 1 });
	sandbox.disrupt({ applicant: toEmail(2), status: 401, latencyMs: 2 });
	const running = runOn(sandbox, { rows: createApplicants(3) });
	await clock.untilWaits(2);
	clock.advance(1);
	await eventually(() => sandbox.listRequests('sendScreeningWithFlow')[1]?.status === 422);
	await waitUntilArrived(sandbox);
	clock.advance(1);
	const { error } = await running;
	expect(error?.message).toContain('(422)');
	expect(error?.description).not.toContain('May have been accepted');
	expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(3);
});

describe('a run that is cancelled', () => {
	// What was done may wait two seconds for the log.
	useFastTime();

	const oneByOne = { ...sendByColumns, options: { maxConcurrency: 1 } };

	test('stops, and the message says what was done', async () => {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'sendScreeningWithFlow', 4, now);
		const { error } = await runOn(sandbox, {
			parameters: oneByOne,
			rows: createApplicants(50),
			onStart,
		});
		expect(error?.message).toContain('The execution was cancelled');
		const reported = sandbox.screenings.filter(({ userId }) =>
			error?.description?.includes(userId),
		);
		const uncertain = /may have been accepted/i.test(`${error?.message} ${error?.description}`);
		expect(sandbox.screenings.length - reported.length).toBeLessThanOrEqual(uncertain ? 1 : 0);
		expect(reported.length).toBeGreaterThanOrEqual(3);
		expect(sandbox.listRequests('sendScreeningWithFlow').length).toBeLessThanOrEqual(5);
	});

	/** Longer than a test may take. */
	const NO_ANSWER = { latencyMs: 10 * 60_000 };

	test.each([1, 5])(
		'while a login hangs: the run ends at once, and nothing may have been accepted (%i at once)',
		async (maxConcurrency) => {
			const sandbox = await newSandbox();
			const { now, onStart } = createCancel();
			atRequest(sandbox, 'login', 1, now);
			sandbox.disrupt({ operation: 'login', ...NO_ANSWER });
			const { error } = await runOn(sandbox, {
				parameters: { ...sendByColumns, options: { maxConcurrency } },
				rows: createApplicants(3),
				onStart,
			});
			expect(error?.message).toContain('The execution was cancelled before this item was done');
			expect(sandbox.listRequests('sendScreeningWithFlow')).toEqual([]);
		},
	);

	test('while a request is in flight: a later run knows that it may have been accepted', async () => {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'sendScreeningWithFlow', 1, now);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...NO_ANSWER });
		await runOn(sandbox, { rows: createApplicants(1), onStart });
		const { error } = await runOn(sandbox, { rows: createApplicants(1) });
		expect(error?.message).toMatch(/^The same request was sent at .* may have been accepted/);
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
	});

	test('while the login after a 401 hangs: the run ends, and the log has every ID', async () => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'login', 2, now);
		sandbox.disrupt({ applicant: toEmail(2), status: 401 });
		sandbox.disrupt({ operation: 'login', skip: 1, ...NO_ANSWER });
		const rows = createApplicants(3);
		const { error } = await runOn(sandbox, { parameters: oneByOne, rows, onStart });
		expect(error?.message).toContain('The execution was cancelled');
		await eventually(() => warn.mock.calls.length > 0);
		expect(sandbox.screenings).toHaveLength(2);
		for (const { userId } of sandbox.screenings) expect(warn.mock.calls.join()).toContain(userId);
	});
});

test('cancelled during the login after a 401: the row is not sent then, and a later run sends it', async () => {
	const sandbox = await newSandbox();
	const { now, onStart } = createCancel();
	atRequest(sandbox, 'login', 2, now);
	sandbox.disrupt({ applicant: toEmail(1), status: 401, times: 1 });
	await runOn(sandbox, { rows: createApplicants(2), onStart });
	expect(sandbox.listRequests('login')).toHaveLength(2);
	expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(2);
	const { error } = await runOn(sandbox, { rows: createApplicants(2).slice(1) });
	expect(error).toBeUndefined();
	expect(sandbox.screenings.map(({ email }) => email)).toEqual([toEmail(0), toEmail(1)]);
});

test.each([
	['that succeeds', {}, {}],
	['that fails', { onError: 'stopWorkflow', ...retrying }, { 1: { phone: '+14165550422' } }],
	[
		'with an error item first',
		{ onError: 'continueErrorOutput', ...retrying },
		{ 0: { phone: 'none' } },
	],
])(
	'after a run %s nothing listens for its cancellation, with Update Rows or without',
	async (_, settings, change) => {
		const listening = new Set<unknown>();
		const { addEventListener, removeEventListener } = AbortSignal.prototype;
		let heard = 0;
		const adding = jest
			.spyOn(AbortSignal.prototype, 'addEventListener')
			.mockImplementation(function (this: AbortSignal, ...args) {
				if (String(args[1]).includes('logSummary')) {
					listening.add(args[1]);
					heard += 1;
				}
				addEventListener.apply(this, args);
			});
		const removing = jest
			.spyOn(AbortSignal.prototype, 'removeEventListener')
			.mockImplementation(function (this: AbortSignal, ...args) {
				listening.delete(args[1]);
				removeEventListener.apply(this, args);
			});
		for (const updateRows of ['off', 'due']) {
			const sandbox = await newSandbox();
			sandbox.disrupt({ match: ({ rawBody }) => rawBody.includes('0422'), status: 425 });
			await runOn(sandbox, {
				parameters: { ...sendByColumns, updateRows, matchColumn: '' },
				rows: createApplicants(3, change),
				settings: settings as Partial<INode>,
			});
		}
		adding.mockRestore();
		removing.mockRestore();
		// Each try is a run of its own.
		expect(heard).toBeGreaterThanOrEqual(2);
		expect(listening.size).toBe(0);
	},
);

const look = "={{ $('Sheet').item.json.row }}";

test.each([
	['all at once', {}],
	[
		'in batches by n8n',
		{ requestOptions: { batching: { batch: { batchSize: 4, batchInterval: 1 } } } },
	],
])('answers in random order, %s: output in input order, linked', async (_, extra) => {
	const sandbox = await newSandbox();
	for (let index = 0; index < 20; index++) {
		sandbox.disrupt({ applicant: toEmail(index), latencyMs: (index * 7) % 20 });
	}
	const { items, looked } = await runOn(sandbox, {
		parameters: { ...sendByColumns, ...extra },
		rows: createApplicants(20),
		look,
	});
	const userIds = new Map(sandbox.screenings.map(({ email, userId }) => [email, userId]));
	expect(items.map(({ json }) => json.userId)).toEqual(
		Array.from({ length: 20 }, (_entry, index) => userIds.get(toEmail(index))),
	);
	expect(looked).toEqual(Array.from({ length: 20 }, (_entry, index) => index));
});

test('one input giving several outputs, or none, stays linked', async () => {
	const sandbox = await newSandbox();
	const withFlags = (count: number) =>
		sandbox.addApplicant({
			screening: { greenFlags: Array.from({ length: count }, (_, flag) => `Flag ${flag}`) },
			user: { checkComplete: true },
		});
	const rows = [2, 0, 3].map((count, row) => ({ row, userId: withFlags(count) }));
	const { looked, items } = await runOn(sandbox, {
		parameters: { ...getByRow, output: 'flags' },
		rows,
		look,
	});
	expect(looked).toEqual([0, 0, 2, 2, 2]);
	expect(items.map(({ json }) => json.text)).toEqual([
		'Flag 0',
		'Flag 1',
		'Flag 0',
		'Flag 1',
		'Flag 2',
	]);
});

test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
	'with Execute Once only the first item is sent, and the run ends (%s)',
	async (onError) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 422, body: {} });
		const { error, errorItems } = await runOn(sandbox, {
			rows: createApplicants(3, { 1: { email: 'not looked at' } }),
			settings: { executeOnce: true, onError },
		});
		const reported = error?.message ?? (errorItems[0]!.json.error as { message: string }).message;
		expect(reported).toBe('The service did not accept the request (422) [item 0]');
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
	},
);
