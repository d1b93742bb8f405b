import { Agent, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { clientOf } from './support/client.mts';
import { ManualClock } from './support/manual-clock.mts';

/** Asks with Node's own client, which lets a test choose its connections. */
async function askBy(agent: Agent, sandbox: Sandbox, token: string): Promise<number | undefined> {
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

test('closes at once, with idle connections and with answers still owed', async () => {
	const clock = new ManualClock();
	const sandbox = await startSandbox({ clock });
	const { token, listSteps } = await clientOf(sandbox);
	const agent = new Agent({ keepAlive: true });
	await askBy(agent, sandbox, token);
	sandbox.addFault({ latencyMs: 1_000_000 });
	const refused = expect(listSteps()).rejects.toThrow('fetch failed');
	await clock.untilWaits(1);

	await sandbox.close();
	await refused;
	await expect(fetch(sandbox.baseUrl)).rejects.toThrow('fetch failed');
	agent.destroy();
});

test('does not act any more once it is closed', async () => {
	const clock = new ManualClock();
	const sandbox = await startSandbox({ clock });
	const { sendTo } = await clientOf(sandbox);
	sandbox.addFault({ latencyMs: 10 });
	const refused = expect(sendTo()).rejects.toThrow('fetch failed');
	await clock.untilWaits(1);
	await sandbox.close();
	await refused;
	clock.advance(10);
	await setImmediate();

	expect(sandbox.screenings).toEqual([]);
});

describe('what a page of another site has a browser send', () => {
	const ask = async (headers: Record<string, string>, method = 'POST', path = '/sandbox/reset') => {
		const sandbox = await startSandbox();
		await clientOf(sandbox);
		const { hostname, port } = new URL(sandbox.baseUrl);
		const status = await new Promise<number | undefined>((resolve, reject) => {
			request({ hostname, port, method, path, headers })
				.on('response', (response) => resolve(response.resume().statusCode))
				.on('error', reject)
				.end();
		});
		const wasReset = sandbox.requests.length === 0;
		await sandbox.close();
		return { status, wasReset };
	};

	test.each([
		['GET', '/'],
		['GET', '/sandbox/requests'],
		['POST', '/sandbox/reset'],
		['POST', '/v1/auth/login'],
	])('is refused by its host name: %s %s', async (method, path) => {
		expect(await ask({ host: 'evil.example' }, method, path)).toEqual({
			status: 421,
			wasReset: false,
		});
	});

	test.each([
		{ origin: 'https://evil.example' },
		{ origin: 'null' },
		{ 'sec-fetch-site': 'cross-site' },
		{ 'sec-fetch-site': 'same-site' },
	])('is refused by where it comes from: %j', async (headers) => {
		expect(await ask(headers as Record<string, string>)).toEqual({ status: 403, wasReset: false });
	});

	test.each(['localhost', '127.0.0.1:4010', '[::1]:4010'])(
		'is not a request to %s',
		async (host) => {
			const origin = `http://${host}`;
			expect(await ask({ host, origin, 'sec-fetch-site': 'same-origin' })).toEqual({
				status: 200,
				wasReset: true,
			});
		},
	);
});
