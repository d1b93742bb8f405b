import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { login, send, sendToApplicant } from './support/client.mts';

let sandbox: Sandbox;
let token: string;

beforeEach(async () => {
	sandbox = await startSandbox({ completeAfter: {} });
	token = await login(sandbox);
});

afterEach(async () => {
	await sandbox.close();
});

async function ask(method: string, path: string, body?: unknown) {
	return send(sandbox, method, `/sandbox${path}`, { body });
}

test('gives the requests', async () => {
	await sendToApplicant(sandbox, token);

	expect((await ask('GET', '/requests')).json).toMatchObject([
		{ operation: 'login', status: 200 },
		{ operation: 'sendScreeningWithFlow' },
	]);
});

test('shows no password and no token', async () => {
	await sendToApplicant(sandbox, token);
	await send(sandbox, 'POST', '/v1/auth/login', { body: { username: 'x', password: 'Heron-7' } });
	const { text } = await ask('GET', '/requests');

	expect(text).toContain('ana.silva@example.com');
	for (const secret of [token, sandbox.password, 'Heron-7']) expect(text).not.toContain(secret);
});

test('adds and removes a fault', async () => {
	const added = await ask('POST', '/faults', { operation: ['listSteps'], status: 503, times: 9 });
	const list = async () => (await send(sandbox, 'GET', '/v1/flows/steps/list', { token })).status;
	const during = await list();
	await ask('DELETE', `/faults/${String(added.json?.['id'])}`);

	expect([added.status, during, await list()]).toEqual([200, 503, 200]);
});

it.each<[unknown, RegExp]>([
	[{ colour: 'red' }, /'colour'/],
	[{ times: '3' }, /\/times must be integer/],
	[{ reset: 'never' }, /\/reset/],
	[[], /must be object/],
])('refuses %j as a fault', async (fault, reason) => {
	const { status, json } = await ask('POST', '/faults', fault);

	expect(status).toBe(400);
	expect(json?.['message']).toMatch(reason);
});

test('revokes tokens', async () => {
	await ask('POST', '/tokens/revoke');

	expect((await send(sandbox, 'GET', '/v1/flows/steps/list', { token })).status).toBe(401);
});
