import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { login, send } from './support/client.mts';

let sandbox: Sandbox;

async function start(): Promise<string> {
	sandbox = await startSandbox();
	return login(sandbox);
}

async function statusWith(token: string): Promise<number> {
	return (await send(sandbox, 'GET', '/v1/flows/steps/list', { token })).status;
}

afterEach(async () => {
	await sandbox.close();
});

describe('login', () => {
	test.each([
		['landlord@sandbox.example', 'wrong'],
		['someone', 'Quokka-Lantern-42'],
		['LANDLORD@sandbox.example', 'Quokka-Lantern-42'],
	])('refuses %s / %s with 401 and no violation', async (username, password) => {
		await start();
		const reply = await send(sandbox, 'POST', '/v1/auth/login', { body: { username, password } });

		expect({ status: reply.status, json: reply.json }).toEqual({
			status: 401,
			json: { message: 'Invalid credentials' },
		});
		expect(sandbox.requests.at(-1)?.violations).toEqual([]);
		expect(sandbox.tokensIssued).toHaveLength(1);
	});
});

describe('a token', () => {
	test('that was never issued is a 401 without violation', async () => {
		await start();

		expect(await statusWith('made-up')).toBe(401);
		expect(sandbox.requests.at(-1)?.violations).toEqual([]);
	});

	test('is no longer valid once it is revoked', async () => {
		const token = await start();
		sandbox.revokeTokens();

		expect(await statusWith(token)).toBe(401);
		expect(sandbox.tokensIssued).toEqual([token]);
	});
});
