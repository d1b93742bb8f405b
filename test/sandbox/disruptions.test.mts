import type { Disruption, OperationId } from '../../dev/sandbox/index.mts';
import { flowSend, login, send, useClient, type Client, type Reply } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

const start = useClient();
let client: Client;

async function statuses(...asks: Array<() => Promise<Reply>>): Promise<number[]> {
	const all = [];
	for (const ask of asks) all.push((await ask()).status);
	return all;
}

beforeEach(async () => {
	client = await start();
});

test.each<[string, Disruption, Partial<Reply>]>([
	['with a status', { status: 503 }, { status: 503, json: { message: 'Service Unavailable' } }],
	[
		'with a status and a body',
		{ status: 422, body: { errors: ['no'] } },
		{ status: 422, json: { errors: ['no'] } },
	],
	['with a body alone, which is a success', { body: {} }, { status: 200, text: '{}' }],
	['with null', { body: null }, { status: 200, text: 'null' }],
	['with a text', { status: 502, text: 'Bad gateway' }, { status: 502, text: 'Bad gateway' }],
	['with nothing', { status: 500, text: '' }, { status: 500, text: '' }],
	['with HTML as a success', { text: '<p>Hello</p>' }, { status: 200, text: '<p>Hello</p>' }],
])('a disruption can answer %s', async (_what, disruption, expected) => {
	client.sandbox.disrupt(disruption);

	expect(await client.sendTo()).toMatchObject(expected);
	expect(client.sandbox.requests.at(-1)).toMatchObject({
		status: expected.status,
		violations: [],
	});
	expect(client.sandbox.screenings).toEqual([]);
});

test('a disruption can answer with headers', async () => {
	client.sandbox.disrupt({ status: 302, headers: { Location: '/here' } });
	const { status, headers } = await client.sendTo();

	expect([status, headers.get('location')]).toEqual([302, '/here']);
});

test.each<[string, Disruption, number]>([
	['does not act before a disruption', { status: 500 }, 0],
	['acts before a disruption that says so', { status: 500, acts: true }, 1],
	['acts before a disruption with a text that says so', { status: 504, text: 'x', acts: true }, 1],
])('the sandbox %s', async (_what, disruption, sent) => {
	client.sandbox.disrupt(disruption);

	expect((await client.sendTo()).status).toBe(disruption.status);
	expect(client.sandbox.screenings).toHaveLength(sent);
});

test.each([
	['before', 0],
	['after', 1],
] as const)('a disruption can cut the connection %s the sandbox acts', async (reset, sent) => {
	client.sandbox.disrupt({ reset });

	await expect(client.sendTo()).rejects.toThrow('fetch failed');
	expect(client.sandbox.screenings).toHaveLength(sent);
	expect(client.sandbox.requests.at(-1)).toMatchObject({
		operation: 'sendScreeningWithFlow',
		status: 'reset',
		endedAt: expect.any(Number),
	});
});

test('a disruption concerns all operations but login', async () => {
	client.sandbox.disrupt({ status: 500 });

	expect(await statuses(client.sendTo, client.listSteps)).toEqual([500, 500]);
	expect(await login(client.sandbox)).toMatch(/^sandbox-/);
});

test.each<[string, OperationId, number[]]>([
	['one operation', 'listSteps', [200, 500]],
	['login', 'login', [200, 200]],
])('a disruption can concern only %s', async (_what, operation, expected) => {
	client.sandbox.disrupt({ operation, status: 500 });

	expect(await statuses(client.sendTo, client.listSteps)).toEqual(expected);
	expect((await login(client.sandbox)) === 'undefined').toBe(operation === 'login');
});

test('a disruption can concern only an applicant, by email', async () => {
	client.sandbox.disrupt({ applicant: 'bo@example.com', status: 500 });
	const asks = ['ana@example.com', 'bo@example.com'].map((email) => () => client.sendTo(email));

	expect(await statuses(...asks, client.listSteps)).toEqual([200, 500, 200]);
});

test('a disruption can concern only an applicant, by userId however it is encoded', async () => {
	const userId = client.sandbox.addApplicant({ screening: {}, user: { id: 'a/b c' } });
	const userIds = [userId, await client.sent()];
	client.sandbox.disrupt({ applicant: userId, status: 500 });

	expect(await statuses(...userIds.map((id) => () => client.results(id)))).toEqual([500, 200]);
});

test('a disruption can begin after some requests and end after some more', async () => {
	client.sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, skip: 1, times: 2 });

	expect(
		await statuses(client.sendTo, client.listSteps, client.sendTo, client.sendTo, client.sendTo),
	).toEqual([200, 200, 500, 500, 200]);
});

test('a disruption can delay an answer, and the sandbox acts after it', async () => {
	const clock = new ManualClock();
	client = await start({ clock });
	client.sandbox.disrupt({ latencyMs: 5000 });
	const asked = client.sendTo();
	await clock.untilWaits(1);

	expect(client.sandbox.requests.at(-1)).toMatchObject({ status: null, endedAt: null });
	expect(client.sandbox.screenings).toEqual([]);
	clock.advance(5000);
	expect((await asked).status).toBe(200);
	const { startedAt, endedAt } = client.sandbox.requests.at(-1)!;
	expect(endedAt! - startedAt).toBe(5000);
	expect(client.sandbox.screenings).toHaveLength(1);
});

test('a delayed request acts though its caller has gone', async () => {
	const clock = new ManualClock();
	client = await start({ clock });
	client.sandbox.disrupt({ latencyMs: 5000 });
	const gone = new AbortController();
	const asked = send(client.sandbox, 'POST', '/v2/screening/send', {
		token: client.token,
		body: flowSend(client.sandbox),
		signal: gone.signal,
	});
	await clock.untilWaits(1);
	gone.abort();
	await expect(asked).rejects.toThrow('aborted');
	const next = client.listSteps();
	await clock.untilWaits(2);
	clock.advance(5000);
	await next;

	expect(client.sandbox.screenings).toHaveLength(1);
});
