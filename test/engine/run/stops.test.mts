import { getEventListeners } from 'node:events';

import type { INode } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import { createApplicants, toEmail, getByRow, sendByColumns } from '../../support/applicants.mts';
import { retrying, runOn } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { atRequest, createCancel } from '../../support/moments.mts';
import { watchLog } from '../../support/node-log.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 3, 4 and 7: the order of a run, its end, and what is left when it is cancelled.

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

const listSends = (sandbox: Sandbox) => sandbox.listRequests('sendScreeningWithFlow');

describe('the outcome of the first request', () => {
	test('stops the run before another starts, however many may be sent at once', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ applicant: toEmail(0), status: 422 });
		const { error } = await runOn(sandbox, { rows: createApplicants(100) });
		expect(error?.message).toContain('[item 0]');
		expect(listSends(sandbox)).toHaveLength(1);
	});

	test.each([
		['accepted', {}, 5],
		['refused', { status: 422 }, 5],
		['redirected', { status: 301 }, 5],
		['unclear', { status: 500 }, 0],
		['a 408', { status: 408 }, 0],
	])('is %s (%j): %d others are sent at once', async (_, answer, others) => {
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

	test('makes the others wait where it is a 429', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ status: 429, headers: { 'Retry-After': '0.2' }, times: 1 });
		await runOn(sandbox, { rows: createApplicants(60) });
		const bodies = listSends(sandbox).map(({ rawBody }) => rawBody);
		expect(bodies[1]).toBe(bodies[0]);
		expect(sandbox.screenings).toHaveLength(60);
	});
});

test('the error of the last try lists what all tries did, also after the item at which the run stops', async () => {
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

describe('a run that is cancelled', () => {
	// What was done may wait two seconds for the log.
	useFastTime();

	/** Longer than a test may take. */
	const NO_ANSWER = { latencyMs: 10 * 60_000 };

	test('while a login hangs ends at once, and nothing may have been accepted', async () => {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'login', 1, now);
		sandbox.disrupt({ operation: 'login', ...NO_ANSWER });
		const { error } = await runOn(sandbox, { rows: createApplicants(3), onStart });
		expect(error?.message).toContain('The execution was cancelled before this item was done');
		expect(listSends(sandbox)).toEqual([]);
	});

	test('while a request is in flight leaves it known as one that may have been accepted', async () => {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'sendScreeningWithFlow', 1, now);
		sandbox.disrupt({ operation: 'sendScreeningWithFlow', ...NO_ANSWER });
		await runOn(sandbox, { rows: createApplicants(1), onStart });
		const { error } = await runOn(sandbox, { rows: createApplicants(1) });
		expect(error?.message).toMatch(/^The same request was sent at .* may have been accepted/);
		expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
	});

	test('while the login after a 401 hangs logs every ID', async () => {
		const warn = watchLog();
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'login', 2, now);
		sandbox.disrupt({ applicant: toEmail(2), status: 401, times: 1 });
		sandbox.disrupt({ operation: 'login', skip: 1, times: 1, ...NO_ANSWER });
		const parameters = { ...sendByColumns, options: { maxConcurrency: 1 } };
		const rows = createApplicants(3);
		const { error } = await runOn(sandbox, { parameters, rows, onStart });
		expect(error?.message).toContain('The execution was cancelled');
		await eventually(() => warn.mock.calls.length > 0);
		expect(sandbox.screenings).toHaveLength(2);
		for (const { userId } of sandbox.screenings) expect(warn.mock.calls.join()).toContain(userId);
	});

	test('during the login after a 401 does not send the row, and a later run sends it', async () => {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, 'login', 2, now);
		sandbox.disrupt({ applicant: toEmail(1), status: 401, times: 1 });
		await runOn(sandbox, { rows: createApplicants(2), onStart });
		expect(listSends(sandbox)).toHaveLength(2);
		await runOn(sandbox, { rows: createApplicants(2).slice(1) });
		expect(sandbox.screenings.map(({ email }) => email)).toEqual([toEmail(0), toEmail(1)]);
	});
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
		const adding = jest.spyOn(AbortSignal.prototype, 'addEventListener');
		for (const updateRows of ['off', 'due']) {
			const sandbox = await newSandbox();
			sandbox.disrupt({ match: ({ rawBody }) => rawBody.includes('0422'), status: 425 });
			await runOn(sandbox, {
				parameters: { ...sendByColumns, updateRows, matchColumn: '' },
				rows: createApplicants(3, change),
				settings: settings as Partial<INode>,
			});
		}
		const heard = adding.mock.calls.flatMap(([, listener], index) =>
			String(listener).includes('was cancelled')
				? [
						getEventListeners(adding.mock.contexts[index] as AbortSignal, 'abort').includes(
							listener as never,
						),
					]
				: [],
		);
		// Each try is a run of its own.
		expect(heard.length).toBeGreaterThanOrEqual(2);
		expect(heard).not.toContain(true);
	},
);

const look = "={{ $('Sheet').item.json.row }}";

test.each([
	['all at once', {}],
	['in batches', { batching: { batch: { batchSize: 4, batchInterval: 1 } } }],
])(
	'rows %s that are answered in any order come out in input order, linked',
	async (_, requestOptions) => {
		const sandbox = await newSandbox();
		const all = [...Array(20).keys()];
		for (const index of all) {
			sandbox.disrupt({ applicant: toEmail(index), latencyMs: (index * 7) % 20 });
		}
		const parameters = { ...sendByColumns, requestOptions };
		const { rows, looked } = await runOn(sandbox, { parameters, rows: createApplicants(20), look });
		const userIds = new Map(sandbox.screenings.map(({ email, userId }) => [email, userId]));
		expect(rows.map(({ userId }) => userId)).toEqual(
			all.map((index) => userIds.get(toEmail(index))),
		);
		expect(looked).toEqual(all);
	},
);

test('an input item with several outputs, or none, stays linked', async () => {
	const sandbox = await newSandbox();
	const rows = [2, 0, 3].map((count, row) => {
		const greenFlags = Array.from({ length: count }, (_, flag) => `Flag ${flag}`);
		const known = { screening: { greenFlags }, user: { checkComplete: true } };
		return { row, userId: sandbox.addApplicant(known) };
	});
	const parameters = { ...getByRow, output: 'flags' };
	const { looked, rows: flags } = await runOn(sandbox, { parameters, rows, look });
	expect(looked).toEqual([0, 0, 2, 2, 2]);
	expect(flags.map(({ text }) => text)).toEqual([0, 1, 0, 1, 2].map((flag) => `Flag ${flag}`));
});

test('with Execute Once only the first item is looked at', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 422 });
	const rows = createApplicants(3, { 1: { email: 'not looked at' } });
	const { error } = await runOn(sandbox, { rows, settings: { executeOnce: true } });
	expect(error?.message).toMatch(/^The service did not accept .* \[item 0\]$/);
	expect(listSends(sandbox)).toHaveLength(1);
});
