import { createApplicants, getByRow, sendByColumns } from '../../support/applicants.mts';
import { createCancel, createCredential, runNode, type RunSpec } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { atRequest, useSandbox, waitUntilArrived } from '../../support/use-sandbox.mts';

// Rule 8: with 'Wait Up To', results are asked for until the screening is complete or the time is up.

const newSandbox = useSandbox();
useFastTime();

const NOW = { 'Retry-After': '0' };
const IN_TEN_MINUTES = { 'Retry-After': '600' };
const COMPLETE = { screening: {}, user: { checkComplete: true } };
const INCOMPLETE = { screening: {}, user: { checkComplete: false } };

/** A sandbox with one applicant, the requests for its results, and what waits for them. */
async function arrange(completeAfter: { fetches?: number } = {}) {
	const sandbox = await newSandbox({ completeAfter });
	const credential = createCredential(sandbox);
	const rows = createApplicants(1);
	const sent = await runNode({ credential, parameters: sendByColumns, rows });
	const wait = async (options: object = {}, more: Partial<RunSpec> = {}) => {
		const waiting = { waitUpToMinutes: 60, pollEverySeconds: 5, ...options };
		return await runNode({
			credential,
			rows: [{ userId: sent.rows[0]!.userId }],
			parameters: { ...getByRow, options: waiting },
			...more,
		});
	};
	return {
		sandbox,
		wait,
		listFetches: () => sandbox.listRequests('getScreeningData'),
		listLogins: () => sandbox.listRequests('login').map(({ status }) => status),
	};
}

const NOT_IN_TIME = 'The applicant has not completed the screening yet [item 0]';
const NOT_FOUND = /^There are no results for this user ID \(404\)/;

test.each([
	['returns the current data', 200, 'return', undefined],
	['fails where that is asked for', 200, 'error', NOT_IN_TIME],
	['fails where that is asked for', 404, 'error', NOT_IN_TIME],
	['returns nothing where that is asked for', 404, 'skip', undefined],
	['ends with the 404', 404, 'return', NOT_FOUND],
] as const)(
	'a wait %s when the time is up, after %i',
	async (_, status, whenIncomplete, message) => {
		const { sandbox, wait, listFetches } = await arrange();
		if (status === 404) sandbox.disrupt({ operation: 'getScreeningData', status });
		const { rows, error } = await wait({ waitUpToMinutes: 0.5, whenIncomplete });
		if (message === undefined) expect(error).toBeUndefined();
		else expect(error?.message).toMatch(message);
		const isReturned = status === 200 && whenIncomplete === 'return';
		expect(rows.map(({ checkComplete }) => checkComplete)).toEqual(isReturned ? [false] : []);
		// At once, after 5, 10, 15, 20 and 25 seconds, and when the time is up.
		expect(listFetches()).toHaveLength(7);
	},
);

test('a wait for one applicant does not delay the others', async () => {
	const { sandbox, wait, listFetches } = await arrange();
	const [open, done] = [INCOMPLETE, COMPLETE].map((known) => sandbox.addApplicant(known));
	const rows = [{ userId: open }, { userId: done }];
	const outcome = await wait({ waitUpToMinutes: 0.5, maxConcurrency: 1 }, { rows });
	const asked = listFetches().map(({ url }) => url.split('/').at(-1));
	expect(asked.slice(0, 2)).toEqual([open, done]);
	expect(outcome.rows.map(({ checkComplete }) => checkComplete)).toEqual([false, true]);
});

test('a wait ends at once when the execution is cancelled', async () => {
	const { sandbox, wait, listFetches } = await arrange();
	const { now, onStart } = createCancel();
	const running = wait({ waitUpToMinutes: 36_000, pollEverySeconds: 3600 }, { onStart });
	await eventually(() => listFetches()[0]?.status === 200);
	await waitUntilArrived(sandbox);
	now();
	expect((await running).error?.message).toContain('The execution was cancelled');
	expect(listFetches()).toHaveLength(1);
});

test.each([
	['is answered', { times: 0 }],
	['is answered 503', { status: 503, headers: NOW, times: 4 }],
	['is cut', { reset: 'after', times: 4 }],
	['is answered 429', { status: 429, headers: NOW, times: 4 }],
	['is answered 404', { status: 404, times: 2 }],
	['is to wait for ten minutes', { status: 503, headers: IN_TEN_MINUTES, times: 2 }],
] as const)('a wait goes on where a request %s', async (_, fault) => {
	const { sandbox, wait, listFetches } = await arrange({ fetches: 2 });
	sandbox.disrupt({ operation: 'getScreeningData', skip: 1, ...fault });
	expect((await wait()).rows).toMatchObject([{ checkComplete: true }]);
	expect(listFetches()).toHaveLength(fault.times + 2);
});

test('a wait goes on where a login does not work for a while', async () => {
	const { sandbox, wait, listLogins } = await arrange({ fetches: 2 });
	sandbox.disrupt({ operation: 'login', times: 6, status: 503 });
	// The token expires after the first answer.
	atRequest(sandbox, 'getScreeningData', 2, () => sandbox.revokeTokens());
	expect((await wait()).rows).toMatchObject([{ checkComplete: true }]);
	expect(listLogins()).toEqual([200, ...Array<number>(6).fill(503), 200]);
});

test('a wait ends where a login is refused', async () => {
	const { sandbox, wait, listLogins } = await arrange();
	sandbox.disrupt({ operation: 'getScreeningData', skip: 1, status: 401 });
	sandbox.disrupt({ operation: 'login', status: 401 });
	expect((await wait()).error?.message).toContain('The service refused the login (401)');
	expect(listLogins()).toEqual([200, 401]);
});

test.each([
	['no JSON', { status: 200, body: '<!doctype html>' }, 1],
	['a redirect', { status: 301 }, 1],
	['an outage', { status: 503, headers: NOW }, 4],
] as const)('no wait begins where the first answer is %s', async (_, fault, requests) => {
	const { sandbox, wait, listFetches } = await arrange();
	sandbox.disrupt({ operation: 'getScreeningData', ...fault });
	expect((await wait()).error?.message).toMatch(/without|\(301\)|\(503\)/);
	expect(listFetches()).toHaveLength(requests);
});
