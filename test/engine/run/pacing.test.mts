import type { IDataObject } from 'n8n-workflow';

import type { Disruption, RecordedRequest, Sandbox } from '../../../dev/sandbox/index.mts';
import {
	createApplicants,
	getByRow,
	listSends,
	listStatuses,
	sendDueRows,
	toEmail,
} from '../../support/applicants.mts';
import { createCredential, retrying, runNode, runOn } from '../../support/engine.mts';
import { fastClock, useFastTime } from '../../support/fast-time.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 3 to 6: how many requests go at a time, when they wait, and when a service gets no more of them.

const newSandbox = useSandbox();
useFastTime(500);

const SLOW = { clock: fastClock, latencyMs: 25_000 };

async function send(sandbox: Sandbox, count: number, maxConcurrency = 50, settings = {}) {
	const parameters = { ...sendDueRows, options: { maxConcurrency } };
	return await runOn(sandbox, { parameters, rows: createApplicants(count), settings });
}

/** How many rows are sent, maybe sent, and not sent. */
function countStatuses(outcome: { rows: IDataObject[] }): number[] {
	const all = listStatuses(outcome);
	return ['sent', 'maybe sent', 'not sent'].map(
		(one) => all.filter((status) => status === one).length,
	);
}

/** The most of these requests that were in flight at a time. */
function countAtOnce(requests: readonly RecordedRequest[]): number {
	const isOpenAt = (time: number) => (one: RecordedRequest) =>
		one.startedAt <= time && one.endedAt! > time;
	return Math.max(...requests.map(({ startedAt }) => requests.filter(isOpenAt(startedAt)).length));
}

test.each([
	[6, 3, 'with 3 at once, after an accepted one', 3, {}],
	[6, 5, 'with 50 at once, after a refused one', 50, { status: 422 }],
	[1, 1, 'with 50 at once, after an unclear one', 50, { status: 500 }],
])('of six rows %d are sent, %d at a time, %s', async (sent, atOnce, _, max, answer) => {
	const sandbox = await newSandbox(SLOW);
	sandbox.disrupt({ applicant: toEmail(0), ...answer });
	await send(sandbox, 6, max);
	expect([listSends(sandbox).length, countAtOnce(listSends(sandbox))]).toEqual([sent, atOnce]);
});

test.each([
	['with a Retry-After of 10', 10_000, { 'Retry-After': '10' }],
	['without a Retry-After', 250, {}],
])(
	'after a 429 %s all wait %d ms, half as many go at once, and the request comes last',
	async (_, leastMs, headers) => {
		const sandbox = await newSandbox(SLOW);
		sandbox.disrupt({ applicant: toEmail(1), status: 429, headers, times: 1 });
		expect(countStatuses(await send(sandbox, 20, 8))).toEqual([20, 0, 0]);
		const limited = listSends(sandbox).find(({ status }) => status === 429)!;
		const after = listSends(sandbox).filter(({ startedAt }) => startedAt > limited.endedAt!);
		expect(after[0]!.startedAt - limited.endedAt!).toBeGreaterThanOrEqual(leastMs);
		expect(countAtOnce(after)).toBe(4);
		expect(after.at(-1)!.rawBody).toBe(limited.rawBody);
	},
);

const limit = (more: Disruption, wait = '0'): Disruption => ({
	...{ ...more, status: 429, headers: { 'Retry-After': wait } },
});
const LATER = { operation: 'sendScreeningWithFlow', skip: 9 } as const;
const NOW_AND_THEN: Disruption = { match: ({ rawBody }) => /t[349]@/.test(rawBody), status: 500 };

test.each<[string, number, number, Disruption, number[], number]>([
	['limits the last row for ever', 80, 50, limit({ applicant: toEmail(79) }), [79, 0, 1], 120],
	// Ten pauses in a row, and the request after them.
	['limits all after nine', 40, 1, limit(LATER), [9, 0, 31], 9 + 11],
	['asks to wait for 301 s', 9, 1, limit({}, '301'), [0, 0, 9], 1],
	['asks to wait for 295 s once', 9, 1, limit({ times: 1 }, '295'), [9, 0, 0], 10],
	['fails from the start', 20, 1, { status: 503 }, [0, 1, 19], 1],
	['fails after nine', 20, 1, { ...LATER, status: 503 }, [9, 3, 8], 12],
	['fails now and then', 20, 1, NOW_AND_THEN, [17, 3, 0], 20],
])(
	'a service that %s gets a bounded number of requests for %d rows, %d at once',
	async (_, rows, max, fault, statuses, mostSends) => {
		const sandbox = await newSandbox();
		sandbox.disrupt(fault);
		expect(countStatuses(await send(sandbox, rows, max, retrying))).toEqual(statuses);
		expect(listSends(sandbox).length).toBeLessThanOrEqual(mostSends);
	},
);

test('three pauses in a row without a connection end the run', async () => {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox);
	const connect = jest.fn(() => Promise.reject(new Error('No network')));
	credential.preAuthentication = connect;
	const spec = { credential, parameters: sendDueRows, rows: createApplicants(3) };
	expect((await runNode(spec)).error?.message).toContain('could not be reached: No network');
	expect(connect).toHaveBeenCalledTimes(4);
});

// A GET changes nothing, so it is repeated, and keeps its place while it waits.
test.each([
	['a 500 once is asked for 2 times', { status: 500, times: 1 }, 1, 2, 0],
	['half a body 3 times is asked for 4 times', { text: ' {"user": {', times: 3 }, 1, 4, 0],
	['a 500 each time is asked for 4 times, and fails', { status: 500 }, 3, 4, 3],
])('a GET that is answered by %s', async (_, fault, faulty, times, failed) => {
	const sandbox = await newSandbox();
	const userIds = [0, 1, 2, 3, 4].map(() => sandbox.addApplicant({ screening: {}, user: {} }));
	for (const applicant of userIds.slice(0, faulty)) sandbox.disrupt({ applicant, ...fault });
	expect(await fetchAll(sandbox, userIds)).toHaveLength(failed);
	const asked = sandbox.listRequests('getScreeningData').map(({ url }) => url.split('/').at(-1));
	const counts = userIds.map((id) => asked.filter((one) => one === id).length);
	expect(counts).toEqual(userIds.map((_id, index) => (index < faulty ? times : 1)));
});

test('ten applicants in a row without an answer end a run of GETs', async () => {
	const sandbox = await newSandbox();
	sandbox.disrupt({ status: 500 });
	const messages = await fetchAll(
		sandbox,
		[...Array(30).keys()].map((user) => `user-${user}`),
	);
	const unsent = messages.filter((text) => text.includes('Not fetched.'));
	expect([messages.length, unsent.length]).toEqual([30, 20]);
	expect(sandbox.listRequests('getScreeningData')).toHaveLength(4 * 10);
});

/** Gets the results of each; returns the messages of those that fail. */
async function fetchAll(sandbox: Sandbox, userIds: readonly string[]): Promise<string[]> {
	const rows = userIds.map((userId) => ({ userId }));
	const settings = { onError: 'continueErrorOutput' } as const;
	const { errorItems } = await runOn(sandbox, { parameters: getByRow, rows, settings });
	return errorItems.map(({ json }) => (json.error as Error).message);
}
