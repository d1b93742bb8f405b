import { getByRow } from '../../support/applicants.mts';
import { credentialFor, retrying, runNode } from '../../support/engine.mts';
import { eventually } from '../../support/eventually.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** A sandbox with one applicant, and the row that names it. */
async function arrange(completeAfter: { fetches?: number }) {
	const sandbox = await newSandbox({ completeAfter });
	const credential = credentialFor(sandbox);
	const { items } = await runNode({
		credential,
		parameters: {
			resource: 'screening',
			operation: 'sendWithFlow',
			flowId: '21a80d70-aeee-89a8-ad49-e6a902b8833a',
			email: 'nathan@example.com',
			phone: '+14165550100',
		},
	});
	return { sandbox, credential, rows: [{ userId: items[0]!.json.userId }] };
}

const waiting = (options: object) => ({
	...getByRow,
	options: { waitUpToMinutes: 1, pollEverySeconds: 1, ...options },
});

test('completes on the third poll', async () => {
	const { sandbox, ...spec } = await arrange({ fetches: 3 });
	const { items } = await runNode({ ...spec, parameters: waiting({}) });
	expect(items[0]!.json.checkComplete).toBe(true);
	expect(sandbox.requestsOf('getScreeningData')).toHaveLength(3);
});

test('without waiting it asks once and returns the current data', async () => {
	const { sandbox, ...spec } = await arrange({});
	const { items } = await runNode({ ...spec, parameters: getByRow });
	expect(items[0]!.json.checkComplete).toBe(false);
	expect(sandbox.requestsOf('getScreeningData')).toHaveLength(1);
});

test('time is up: returns the current data', async () => {
	const { sandbox, ...spec } = await arrange({});
	const { items } = await runNode({ ...spec, parameters: waiting({ waitUpToMinutes: 0.05 }) });
	expect(items[0]!.json.checkComplete).toBe(false);
	expect(sandbox.requestsOf('getScreeningData').length).toBeGreaterThan(1);
});

test('time is up: an error where that is asked for', async () => {
	const { credential, rows } = await arrange({});
	const { error } = await runNode({
		credential,
		rows,
		parameters: waiting({ waitUpToMinutes: 0.05, whenIncomplete: 'error' }),
	});
	expect(error?.message).toBe(
		'The applicant has not completed the screening within 0.05 minutes [item 0]',
	);
	expect(error?.description).toContain('Wait Up To (Minutes)');
});

test('a 404 while waiting means not yet', async () => {
	const { sandbox, ...spec } = await arrange({ fetches: 1 });
	sandbox.addFault({ operation: 'getScreeningData', status: 404, times: 2 });
	const { items, error } = await runNode({ ...spec, parameters: waiting({}) });
	expect(error).toBeUndefined();
	expect(items[0]!.json.checkComplete).toBe(true);
	expect(sandbox.requestsOf('getScreeningData')).toHaveLength(3);
});

test('a 404 until the time is up is what the item ends with', async () => {
	const { sandbox, ...spec } = await arrange({});
	sandbox.addFault({ operation: 'getScreeningData', status: 404 });
	const { error } = await runNode({ ...spec, parameters: waiting({ waitUpToMinutes: 0.05 }) });
	expect(error?.message).toMatch(/^No screening data for user .* \(404\).* \[item 0\]$/);
	expect(sandbox.requestsOf('getScreeningData').length).toBeGreaterThan(1);
});

test('waiting for one applicant does not delay the others', async () => {
	const { sandbox, credential, rows } = await arrange({});
	const complete = sandbox.addApplicant({ screening: {}, user: { checkComplete: true } });
	const { items } = await runNode({
		credential,
		rows: [...rows, { userId: complete }],
		parameters: waiting({ waitUpToMinutes: 0.05, maxConcurrency: 1 }),
	});
	const [first, second] = sandbox.requestsOf('getScreeningData');
	expect(first!.url).toContain(rows[0]!.userId);
	expect(second!.url).toContain(complete);
	expect(items.map(({ json }) => json.checkComplete)).toEqual([false, true]);
});

test('cancelling ends the wait at once', async () => {
	const { sandbox, ...spec } = await arrange({});
	let cancel = () => {};
	sandbox.addFault({
		match: ({ operation }) => {
			if (operation === 'getScreeningData') queueMicrotask(cancel);
			return false;
		},
		status: 500,
	});
	// Without the cancellation this would poll for an hour and the test would time out.
	const { error } = await runNode({
		...spec,
		parameters: waiting({ waitUpToMinutes: 60, pollEverySeconds: 3600 }),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	expect(error?.message).toBe('The execution was cancelled before this item was done [item 0]');
});

test('cancelling ends the wait at once also between two questions', async () => {
	const { sandbox, ...spec } = await arrange({});
	let cancel = () => {};
	// Without the cancellation this would poll for an hour and the test would time out.
	const running = runNode({
		...spec,
		parameters: waiting({ waitUpToMinutes: 60, pollEverySeconds: 3600 }),
		onStart: (stop) => {
			cancel = stop;
		},
	});
	await eventually(() => sandbox.requestsOf('getScreeningData')[0]?.status === 200);
	// By the time that another answer is there the node has its own, and waits.
	for (let turn = 0; turn < 5; turn++) await fetch(sandbox.baseUrl);
	cancel();
	const { error } = await running;
	expect(error?.message).toBe('The execution was cancelled before this item was done [item 0]');
	expect(sandbox.requestsOf('getScreeningData')).toHaveLength(1);
});

test.each([
	['answers 503', { status: 503, headers: { 'Retry-After': '0' } }],
	['cuts connections', { reset: 'after' }],
] as const)(
	'an outage while it waits, in which the service %s, is no reason to give up',
	async (_, fault) => {
		const { sandbox, ...spec } = await arrange({ fetches: 2 });
		sandbox.addFault({ operation: 'getScreeningData', skip: 1, times: 4, ...fault });
		const { items, error } = await runNode({ ...spec, parameters: waiting({}) });
		expect(error).toBeUndefined();
		expect(items[0]!.json.checkComplete).toBe(true);
		expect(sandbox.requestsOf('getScreeningData')).toHaveLength(6);
	},
);

test('Retry On Fail does not begin the waiting again', async () => {
	const { sandbox, ...spec } = await arrange({});
	sandbox.addFault({ operation: 'getScreeningData', skip: 1, status: 403 });
	const startedAt = Date.now();
	await runNode({
		...spec,
		parameters: waiting({ waitUpToMinutes: 1 / 60 }),
		settings: { ...retrying, maxTries: 5, waitBetweenTries: 300 },
	});
	// One fetch, one a second later, and one for each try after that.
	expect(sandbox.requestsOf('getScreeningData')).toHaveLength(6);
	expect(Date.now() - startedAt).toBeLessThan(60_000);
});
