import {
	startSandbox,
	type Fault,
	type OperationId,
	type Sandbox,
	type SandboxOptions,
} from '../../dev/sandbox/index.mts';
import {
	fetchResults,
	flowSend,
	login,
	send,
	sendToApplicant,
	type Reply,
} from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

let sandbox: Sandbox;
let token: string;

async function start(options: SandboxOptions = {}): Promise<void> {
	sandbox = await startSandbox(options);
	token = await login(sandbox);
}

/** A send that is answered 200 unless a fault is in its way. */
async function sendTo(email = 'ana@example.com'): Promise<Reply> {
	return send(sandbox, 'POST', '/v2/screening/send', { token, body: flowSend(sandbox, email) });
}

async function listSteps(): Promise<Reply> {
	return send(sandbox, 'GET', '/v1/flows/steps/list', { token });
}

async function statuses(...asks: (() => Promise<Reply>)[]): Promise<number[]> {
	const all = [];
	for (const ask of asks) all.push((await ask()).status);
	return all;
}

beforeEach(async () => {
	await start();
});

afterEach(async () => {
	await sandbox.close();
});

describe('what a fault answers', () => {
	it.each<[string, Fault, Partial<Reply>]>([
		['a status', { status: 503 }, { status: 503, json: { message: 'Service Unavailable' } }],
		[
			'a status with a body of its own',
			{ status: 422, body: { errors: ['no'] } },
			{ status: 422, json: { errors: ['no'] } },
		],
		['a body alone, which is a success', { body: {} }, { status: 200, text: '{}' }],
		['a null', { body: null }, { status: 200, text: 'null' }],
		['a text', { status: 502, text: 'Bad gateway' }, { status: 502, text: 'Bad gateway' }],
		['nothing', { status: 500, text: '' }, { status: 500, text: '' }],
		['HTML as a success', { text: '<p>Hello</p>' }, { status: 200, text: '<p>Hello</p>' }],
	])('%s', async (_what, fault, expected) => {
		sandbox.addFault(fault);

		expect(await sendTo()).toMatchObject(expected);
		expect(sandbox.requests.at(-1)).toMatchObject({ status: expected.status, violations: [] });
		expect(sandbox.screenings).toEqual([]);
	});

	test('adds headers to the good answer', async () => {
		sandbox.addFault({ headers: { 'X-Trace': 'abc' } });
		const { status, headers, json } = await sendTo();

		expect([status, headers.get('x-trace')]).toEqual([200, 'abc']);
		expect(json).toHaveProperty('userId');
	});

	test('redirects with 307, or as told', async () => {
		sandbox.addFault({ redirectTo: 'http://127.0.0.1:9/elsewhere', times: 1 });
		sandbox.addFault({ redirectTo: '/here', status: 302 });
		const [first, second] = [await sendTo(), await sendTo()];

		expect([first.status, first.headers.get('location')]).toEqual([
			307,
			'http://127.0.0.1:9/elsewhere',
		]);
		expect([second.status, second.headers.get('location')]).toEqual([302, '/here']);
		expect(sandbox.screenings).toEqual([]);
	});

	test('leaves fields out of the good answer', async () => {
		sandbox.addFault({ omit: ['userId'] });
		const { status, json } = await sendTo();

		expect(status).toBe(200);
		expect(Object.keys(json ?? {})).toEqual(['message']);
		expect(sandbox.screenings).toHaveLength(1);
	});
});

describe('whether the service acted', () => {
	it.each<[string, Fault, number]>([
		['not before a 500', { status: 500 }, 0],
		['before a 500 that says so', { status: 500, acts: true }, 1],
		['before a time-out of a gateway that says so', { status: 504, text: 'x', acts: true }, 1],
	])('%s', async (_what, fault, sent) => {
		sandbox.addFault(fault);

		expect((await sendTo()).status).toBe(fault.status);
		expect(sandbox.screenings).toHaveLength(sent);
	});

	test.each([
		['before', 0],
		['after', 1],
	] as const)('a connection cut %s it acted', async (reset, sent) => {
		sandbox.addFault({ reset });

		await expect(sendTo()).rejects.toThrow('fetch failed');
		expect(sandbox.screenings).toHaveLength(sent);
		expect(sandbox.requests.at(-1)).toMatchObject({
			operation: 'sendScreeningWithFlow',
			status: 'reset',
			endedAt: expect.any(Number),
		});
	});
});

describe('whom a fault strikes', () => {
	test('all operations but login', async () => {
		sandbox.addFault({ status: 500 });

		expect(await statuses(sendTo, listSteps)).toEqual([500, 500]);
		expect(await login(sandbox)).toMatch(/^sandbox-/);
	});

	it.each<[string, OperationId | OperationId[], number[]]>([
		['one operation', 'listSteps', [200, 500]],
		['several operations', ['listSteps', 'sendScreeningWithFlow'], [500, 500]],
		['login, when it is named', 'login', [200, 200]],
	])('%s', async (_what, operation, expected) => {
		sandbox.addFault({ operation, status: 500 });

		expect(await statuses(sendTo, listSteps)).toEqual(expected);
		expect((await login(sandbox)) === 'undefined').toBe(operation === 'login');
	});

	test('an applicant, by e-mail', async () => {
		sandbox.addFault({ applicant: 'bo@example.com', status: 500 });
		const asks = ['ana@example.com', 'bo@example.com'].map((email) => () => sendTo(email));

		expect(await statuses(...asks, listSteps)).toEqual([200, 500, 200]);
	});

	test('an applicant, by userId however it is encoded', async () => {
		const userId = sandbox.addApplicant({ screening: {}, user: { id: 'a/b c' } });
		const other = await sendToApplicant(sandbox, token);
		sandbox.addFault({ applicant: userId, status: 500 });

		expect(
			await statuses(
				() => fetchResults(sandbox, token, userId),
				() => fetchResults(sandbox, token, other),
			),
		).toEqual([500, 200]);
	});

	test('only after some were let through, and only so often', async () => {
		sandbox.addFault({ operation: 'sendScreeningWithFlow', status: 500, skip: 1, times: 2 });

		expect(await statuses(sendTo, listSteps, sendTo, sendTo, sendTo)).toEqual([
			200, 200, 500, 500, 200,
		]);
	});
});

describe('latency', () => {
	test('of a fault holds the answer back, and the service acts afterwards', async () => {
		const clock = new ManualClock();
		await sandbox.close();
		await start({ clock });
		sandbox.addFault({ latencyMs: 5000 });
		const asked = sendTo();
		await clock.untilWaits(1);

		expect(sandbox.requests.at(-1)).toMatchObject({ status: null, endedAt: null });
		expect(sandbox.screenings).toEqual([]);
		clock.advance(5000);
		expect((await asked).status).toBe(200);
		const { startedAt, endedAt } = sandbox.requests.at(-1)!;
		expect(endedAt! - startedAt).toBe(5000);
		expect(sandbox.screenings).toHaveLength(1);
	});

	test('does not keep the service from acting when the caller has gone', async () => {
		const clock = new ManualClock();
		await sandbox.close();
		await start({ clock });
		sandbox.addFault({ latencyMs: 5000 });
		const gone = new AbortController();
		const asked = fetch(`${sandbox.baseUrl}/v2/screening/send`, {
			method: 'POST',
			signal: gone.signal,
			headers: {
				accept: 'application/json',
				'content-type': 'application/json',
				authorization: token,
			},
			body: JSON.stringify(flowSend(sandbox)),
		});
		await clock.untilWaits(1);
		gone.abort();
		await expect(asked).rejects.toThrow('aborted');
		const next = listSteps();
		await clock.untilWaits(2);
		clock.advance(5000);
		await next;

		expect(sandbox.screenings).toHaveLength(1);
	});
});
