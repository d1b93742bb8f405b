import type { Disruption, OperationId } from '../../dev/sandbox/index.mts';
import { useClient, type Client, type Reply } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

const start = useClient();
let client: Client;

async function readStatuses(...asks: Array<() => Promise<Reply>>): Promise<number[]> {
	const all = [];
	for (const ask of asks) all.push((await ask()).status);
	return all;
}

beforeEach(async () => {
	client = await start();
});

test.each<[string, Disruption, Partial<Reply>, sent: number]>([
	['a status', { status: 503 }, { status: 503, json: { message: 'Service Unavailable' } }, 0],
	['a body alone, a success', { body: {} }, { status: 200, text: '{}' }, 0],
	['a status though it acts', { status: 504, acts: true }, { status: 504 }, 1],
])('a disruption can answer with %s', async (_what, disruption, expected, sent) => {
	client.sandbox.disrupt({ ...disruption, headers: { location: '/here' } });
	const reply = await client.sendTo();

	expect(reply).toMatchObject(expected);
	expect(reply.headers.get('location')).toBe('/here');
	expect(client.sandbox.screenings).toHaveLength(sent);
});

test.each([
	['before', 0],
	['after', 1],
] as const)('a disruption can cut the connection %s the sandbox acts', async (reset, sent) => {
	client.sandbox.disrupt({ reset });

	await expect(client.sendTo()).rejects.toThrow('fetch failed');
	expect(client.sandbox.screenings).toHaveLength(sent);
});

test.each<[string, OperationId | undefined, number[]]>([
	['all operations but the login', undefined, [500, 500, 200]],
	['one operation', 'listSteps', [200, 500, 200]],
	['the login', 'login', [200, 200, 500]],
])('a disruption can concern %s', async (_what, operation, expected) => {
	const { sandbox, sendTo, listSteps, ask } = client;
	sandbox.disrupt({ ...(operation && { operation }), status: 500 });
	const { username, password } = sandbox;
	const logIn = async () => await ask('POST', '/v1/auth/login', { username, password });

	const statuses = await readStatuses(sendTo, listSteps, logIn);
	// With a token a login is refused.
	expect(statuses.map((status) => (status === 400 ? 200 : status))).toEqual(expected);
});

test('a disruption can concern an applicant, by email and by userId', async () => {
	const userId = client.sandbox.addApplicant({ screening: {}, user: { id: 'a/b c' } });
	client.sandbox.disrupt({ applicant: 'bo@example.com', status: 500 });
	client.sandbox.disrupt({ applicant: userId, status: 503 });
	const sends = ['ana@example.com', 'bo@example.com'].map((to) => () => client.sendTo(to));
	const fetching = async () => await client.ask('GET', '/v1/screening/data/a%2Fb%20c');

	expect(await readStatuses(...sends, client.listSteps, fetching)).toEqual([200, 500, 200, 503]);
});

test('a disruption can begin after some requests and end after some more', async () => {
	client.sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 500, skip: 1, times: 2 });

	const { sendTo, listSteps } = client;
	const statuses = await readStatuses(sendTo, listSteps, sendTo, sendTo, sendTo);
	expect(statuses).toEqual([200, 200, 500, 500, 200]);
});

test('a disruption can delay an answer, and the sandbox acts after it', async () => {
	const clock = new ManualClock();
	client = await start({ clock });
	client.sandbox.disrupt({ latencyMs: 5000 });
	const asked = client.sendTo();
	await clock.untilWaits(1);

	expect(client.sandbox.screenings).toEqual([]);
	clock.advance(5000);
	expect((await asked).status).toBe(200);
	expect(client.sandbox.screenings).toHaveLength(1);
});
