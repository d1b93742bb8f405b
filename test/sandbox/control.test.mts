import { send, useClient } from './support/client.mts';

const start = useClient();
const LOGIN = '/v1/auth/login';

describe('over HTTP', () => {
	test('gives the requests, without password and token', async () => {
		const { sandbox, token, ask, sent } = await start({ completeAfter: {} });
		await sent();
		await send(sandbox, 'POST', LOGIN, { body: { username: 'x', password: 'Heron-7' } });
		const { json, text } = await ask('GET', '/sandbox/requests');

		expect(json).toMatchObject([
			{ operation: 'login', status: 200 },
			{ operation: 'sendScreeningWithFlow' },
			{ operation: 'login', status: 401 },
		]);
		expect(text).toContain('ana.silva@example.com');
		for (const secret of [token, sandbox.password, 'Heron-7']) expect(text).not.toContain(secret);
	});

	test('adds and removes a fault', async () => {
		const { ask, listSteps } = await start();
		const fault = { operation: ['listSteps'], status: 503, times: 9 };
		const added = await ask('POST', '/sandbox/faults', fault);
		const during = await listSteps();
		await ask('DELETE', `/sandbox/faults/${String(added.json?.['id'])}`);

		const after = await listSteps();
		expect([added, during, after].map(({ status }) => status)).toEqual([200, 503, 200]);
	});

	test.each<[unknown, RegExp]>([
		[{ colour: 'red' }, /'colour'/],
		[{ times: '3' }, /\/times must be integer/],
		[{ reset: 'never' }, /\/reset/],
		[[], /must be object/],
	])('refuses %j as a fault', async (fault, reason) => {
		const { ask } = await start();
		const { status, json } = await ask('POST', '/sandbox/faults', fault);

		expect(status).toBe(400);
		expect(json?.['message']).toMatch(reason);
	});
});

describe('tokens', () => {
	test.each([
		['landlord@sandbox.example', 'wrong'],
		['LANDLORD@sandbox.example', 'Quokka-Lantern-42'],
	])('are not given to %s / %s: 401 and no violation', async (username, password) => {
		const { sandbox } = await start();
		const { status, json } = await send(sandbox, 'POST', LOGIN, { body: { username, password } });

		expect([status, json]).toEqual([401, { message: 'Invalid credentials' }]);
		expect(sandbox.requests.at(-1)?.violations).toEqual([]);
		expect(sandbox.tokensIssued).toHaveLength(1);
	});

	test('that were never issued, or are revoked, are a 401 without violation', async () => {
		const { sandbox, token, listSteps, ask } = await start();
		const madeUp = await send(sandbox, 'GET', '/v1/flows/steps/list', { token: 'made-up' });
		await ask('POST', '/sandbox/tokens/revoke');

		expect([madeUp.status, (await listSteps()).status]).toEqual([401, 401]);
		expect(sandbox.requestsOf('listSteps').flatMap(({ violations }) => violations)).toEqual([]);
		expect(sandbox.tokensIssued).toEqual([token]);
	});
});
