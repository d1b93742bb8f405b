import { getEventListeners } from 'node:events';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Disruption } from '../../../dev/sandbox/index.mts';
import { ManualClock } from '../../sandbox/support/manual-clock.mts';
import {
	createApplicants,
	listSends,
	listStatuses,
	sendByColumns,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { createCancel, retrying, runOn, watchLog } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { atRequest, useSandbox, waitUntilArrived } from '../../support/use-sandbox.mts';

// Rules 3 and 4: where a run stops, in which order its items come out, and what is left when it is cancelled.

const newSandbox = useSandbox();

afterEach(() => jest.restoreAllMocks());

test('a first request that fails stops the run before another starts, On Error = Stop', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ applicant: toEmail(0), status: 422 });
	const { error } = await runOn(sandbox, { rows: createApplicants(100) });
	expect(error?.message).toContain('[item 0]');
	expect(listSends(sandbox)).toHaveLength(1);
});

test('a run that is not tried again lists what was done in its error, and logs nothing', async () => {
	const warn = watchLog();
	const sandbox = await newSandbox();
	sandbox.disrupt({ applicant: toEmail(1), status: 422 });
	const { error } = await runOn(sandbox, { rows: createApplicants(2) });
	expect(error?.description).toContain(sandbox.screenings[0]!.userId);
	expect(warn).not.toHaveBeenCalled();
});

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

test('with Execute Once only the first item is looked at', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 422 });
	const rows = createApplicants(3, { 1: { email: 'not looked at' } });
	const { error } = await runOn(sandbox, { rows, settings: { executeOnce: true } });
	expect(error?.message).toMatch(/^The service did not accept .* \[item 0\]$/);
	expect(listSends(sandbox)).toHaveLength(1);
});

describe('cancelling', () => {
	// What was done may wait two seconds for the log.
	useFastTime();

	/** Longer than a test may take. */
	const NO_ANSWER = { latencyMs: 10 * 60_000 };

	/** Sends three rows one by one under these faults, and cancels at the request of that number (from 1). */
	async function cancelAt(
		[operation, number]: ['login' | 'sendScreeningWithFlow', number],
		...faults: Disruption[]
	) {
		const sandbox = await newSandbox();
		const { now, onStart } = createCancel();
		atRequest(sandbox, operation, number, now);
		for (const fault of faults) sandbox.disrupt(fault);
		const parameters = { ...sendByColumns, options: { maxConcurrency: 1 } };
		const { error } = await runOn(sandbox, { parameters, rows: createApplicants(3), onStart });
		expect(error?.message).toContain('The execution was cancelled');
		return { sandbox, error };
	}

	test('a run that is cancelled while a login hangs ends at once, and nothing may have been accepted', async () => {
		const hanging = { operation: 'login', ...NO_ANSWER } as const;
		const { sandbox, error } = await cancelAt(['login', 1], hanging);
		expect(error?.message).toContain('before this item was done');
		expect(listSends(sandbox)).toEqual([]);
	});

	test('a run that is cancelled while a request is in flight leaves it known as one that may have been accepted', async () => {
		const { sandbox } = await cancelAt(['sendScreeningWithFlow', 1], NO_ANSWER);
		const { error } = await runOn(sandbox, { rows: createApplicants(1) });
		expect(error?.message).toMatch(/^The same request was sent at .* may have been accepted/);
		expect(listSends(sandbox)).toHaveLength(1);
	});

	test('a run that is cancelled while the login after a 401 hangs logs every ID', async () => {
		const warn = watchLog();
		const { sandbox } = await cancelAt(
			['login', 2],
			{ applicant: toEmail(2), status: 401, times: 1 },
			{ operation: 'login', skip: 1, times: 1, ...NO_ANSWER },
		);
		await eventually(() => warn.mock.calls.length > 0);
		expect(sandbox.screenings).toHaveLength(2);
		for (const { userId } of sandbox.screenings) expect(warn.mock.calls.join()).toContain(userId);
	});

	test('a run that is cancelled during the login after a 401 does not send the row, and a later run sends it', async () => {
		const loggedOut = { applicant: toEmail(1), status: 401, times: 1 };
		const { sandbox } = await cancelAt(['login', 2], loggedOut);
		expect(listSends(sandbox)).toHaveLength(2);
		await runOn(sandbox, { rows: createApplicants(2).slice(1) });
		expect(sandbox.screenings.map(({ email }) => email)).toEqual([toEmail(0), toEmail(1)]);
	});

	test('a run that is cancelled while it waits for the same request of another execution ends at once', async () => {
		const clock = new ManualClock();
		const sandbox = await newSandbox({ clock });
		sandbox.disrupt({ applicant: toEmail(0), latencyMs: 1000 });
		const first = runOn(sandbox, { parameters: sendDueRows, rows: createApplicants(1) });
		await clock.untilWaits(1);
		const { now, onStart } = createCancel();
		const second = runOn(sandbox, { rows: createApplicants(1), onStart });
		await waitUntilArrived(sandbox);
		now();
		expect((await second).error?.message).toContain('The execution was cancelled');
		clock.advance(1000);
		expect(listStatuses(await first)).toEqual(['sent']);
		expect(sandbox.screenings).toHaveLength(1);
	});
});

test.each<[string, Partial<INode>, Record<number, IDataObject>]>([
	['succeeds', {}, {}],
	['fails', { onError: 'stopWorkflow', ...retrying }, { 1: { phone: '+14165550422' } }],
	[
		'returns an error item first',
		{ onError: 'continueErrorOutput', ...retrying },
		{ 0: { phone: 'none' } },
	],
])(
	'a run that %s leaves nothing that listens for its cancellation, with Update Rows or without',
	async (_, settings, change) => {
		const adding = jest.spyOn(AbortSignal.prototype, 'addEventListener');
		for (const parameters of [sendByColumns, sendDueRows]) {
			const sandbox = await newSandbox();
			sandbox.disrupt({ match: ({ rawBody }) => rawBody.includes('0422'), status: 425 });
			await runOn(sandbox, { parameters, rows: createApplicants(3, change), settings });
		}
		const stillListens = adding.mock.calls.flatMap(([, listener], index) => {
			const signal = adding.mock.contexts[index] as AbortSignal;
			const isOurs = String(listener).includes('was cancelled');
			return isOurs ? getEventListeners(signal, 'abort').includes(listener as never) : [];
		});
		// Each try is a run of its own.
		expect(stillListens.length).toBeGreaterThanOrEqual(2);
		expect(stillListens).not.toContain(true);
	},
);
