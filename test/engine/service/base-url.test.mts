import net from 'node:net';

import { credentialFor, runNode, runOn } from '../../support/engine.mts';
import { useRecordingServers } from '../../support/recording-server.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const newServer = useRecordingServers();
const getSteps = { resource: 'flow', operation: 'getSteps' };
const account = { username: 'landlord', password: 'Hunter-2-Secret' };

/** Counts the connections that this process opens while `work` runs, wherever to. */
async function connectionsDuring(work: () => Promise<unknown>): Promise<number> {
	const connect = jest.spyOn(net.Socket.prototype, 'connect');
	try {
		await work();
		return connect.mock.calls.length;
	} finally {
		connect.mockRestore();
	}
}

describe('what is refused before any connection', () => {
	const NEEDS_HTTPS = 'The base URL must start with https://';
	const ADDRESS_ONLY = 'The base URL must hold an address only';
	// test/pure/service/base-url.test.mts has the others.
	const refused: Array<[baseUrl: string, message: string]> = [
		['http://example.com', NEEDS_HTTPS],
		['http://localhost@example.com', ADDRESS_ONLY],
		['', 'The base URL is missing'],
		['https://example.com/v1', 'The base URL ends in /v1'],
		['file:///etc/passwd', 'The base URL is not a web address'],
		['https://landlord:Hunter-2-Secret@example.com', ADDRESS_ONLY],
	];

	// With a stored token there is no login, so the request itself must be held back too.
	describe.each([
		['without a token', ''],
		['with a stored token', 'stored-token-7'],
	])('%s', (_, accessToken) => {
		test.each(refused)('%j', async (baseUrl, message) => {
			const credential = credentialFor({ baseUrl, ...account }, accessToken);
			let outcome: Awaited<ReturnType<typeof runNode>> | undefined;
			const connections = await connectionsDuring(async () => {
				outcome = await runNode({ credential, parameters: getSteps });
			});
			expect(outcome?.error?.message).toContain(message);
			expect(outcome?.error?.description).toContain("set 'Base URL'");
			expect(outcome?.saved).not.toMatch(/Hunter-2-Secret|stored-token-7/);
			expect(connections).toBe(0);
		});
	});

	test('the message about a POST does not say that it may have been accepted', async () => {
		const credential = credentialFor(
			{ baseUrl: 'http://example.com', ...account },
			'stored-token-7',
		);
		const { error } = await runNode({
			credential,
			parameters: { resource: 'property', operation: 'create', name: '12 Elm Street' },
		});
		expect(error?.message).toBe(NEEDS_HTTPS);
		expect(error?.description).not.toContain('may have been accepted');
	});

	test('the count of connections is not always 0', async () => {
		const sandbox = await newSandbox();
		const run = () => runOn(sandbox, { parameters: getSteps });
		expect(await connectionsDuring(run)).toBeGreaterThan(1);
	});
});

test.each([
	['a slash', (baseUrl: string) => `${baseUrl}/`],
	['slashes and blanks', (baseUrl: string) => ` ${baseUrl}/// `],
	['localhost', (baseUrl: string) => baseUrl.replace('127.0.0.1', 'localhost')],
])('%s makes no difference', async (_, change) => {
	const sandbox = await newSandbox();
	const credential = credentialFor({ ...sandbox, baseUrl: change(sandbox.baseUrl) });
	const { error } = await runNode({ credential, parameters: getSteps });
	expect(error).toBeUndefined();
	expect(sandbox.requests.map(({ url }) => url)).toEqual([
		'/v1/auth/login',
		'/v1/flows/steps/list',
	]);
});

test.each(['/gateway', '/gateway/screening/', '/v1/gateway'])(
	'the path %s is kept',
	async (path) => {
		const { origin, requests } = await newServer({ accessToken: 'token-7', steps: [] });
		const credential = credentialFor({ ...account, baseUrl: `${origin}${path}` });

		const { error } = await runNode({ credential, parameters: getSteps });

		expect(error).toBeUndefined();
		const prefix = path.replace(/\/$/, '');
		expect(requests.map(({ url }) => url)).toEqual([
			`${prefix}/v1/auth/login`,
			`${prefix}/v1/flows/steps/list`,
		]);
	},
);
