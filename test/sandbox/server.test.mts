import { Agent, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { createClient } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

/** Asks with Node's own client, which lets a test choose its connections. */
async function askThrough(
	agent: Agent,
	sandbox: Sandbox,
	token: string,
): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const headers = { accept: 'application/json', authorization: token };
		request(`${sandbox.baseUrl}/v1/flows/steps/list`, { agent, headers })
			.on('response', (response) => {
				response.resume().on('end', () => resolve(response.statusCode));
			})
			.on('error', reject)
			.end();
	});
}

test('the sandbox closes at once, with idle connections and with requests in progress', async () => {
	const clock = new ManualClock();
	const sandbox = await startSandbox({ clock });
	const { token, listSteps } = await createClient(sandbox);
	const agent = new Agent({ keepAlive: true });
	await askThrough(agent, sandbox, token);
	sandbox.disrupt({ latencyMs: 1_000_000 });
	const refused = expect(listSteps()).rejects.toThrow('fetch failed');
	await clock.untilWaits(1);

	await sandbox.close();
	await refused;
	await expect(fetch(sandbox.baseUrl)).rejects.toThrow('fetch failed');
	agent.destroy();
});

test('a request that is delayed does not act once the sandbox is closed', async () => {
	const clock = new ManualClock();
	const sandbox = await startSandbox({ clock });
	const { sendTo } = await createClient(sandbox);
	sandbox.disrupt({ latencyMs: 10 });
	const refused = expect(sendTo()).rejects.toThrow('fetch failed');
	await clock.untilWaits(1);
	await sandbox.close();
	await refused;
	clock.advance(10);
	await setImmediate();

	expect(sandbox.screenings).toEqual([]);
});

const ask = async (headers: Record<string, string>, method = 'POST', path = '/v1/auth/login') => {
	const sandbox = await startSandbox();
	const { hostname, port } = new URL(sandbox.baseUrl);
	const status = await new Promise<number | undefined>((resolve, reject) => {
		request({ hostname, port, method, path, headers })
			.on('response', (response) => resolve(response.resume().statusCode))
			.on('error', reject)
			.end();
	});
	const reached = sandbox.requests.length > 0;
	await sandbox.close();
	return { status, reached };
};

test.each([
	['GET', '/', { host: 'evil.example' }],
	['GET', '/v1/flows/steps/list', { host: 'evil.example' }],
	['POST', '/v1/auth/login', { origin: 'https://evil.example' }],
	['POST', '/v1/auth/login', { origin: 'null' }],
	['POST', '/v1/auth/login', { 'sec-fetch-site': 'cross-site' }],
	['POST', '/v1/auth/login', { 'sec-fetch-site': 'same-site' }],
])(
	'a request that a page of another site makes is refused: %s %s %j',
	async (method, path, headers) => {
		expect(await ask(headers as Record<string, string>, method, path)).toEqual({
			status: 403,
			reached: false,
		});
	},
);

test.each(['localhost', '127.0.0.1:4010', '[::1]:4010'])(
	'a request to %s is not one of another site',
	async (host) => {
		const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
		expect((await ask(headers)).reached).toBe(true);
	},
);
