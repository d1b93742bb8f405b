import dns from 'node:dns';
import net from 'node:net';

import { RoutingNode, type ExecuteContext } from 'n8n-core';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import type { Disruption, Sandbox } from '../../../dev/sandbox/index.mts';
import { createApplicants, sendByColumns } from '../../support/applicants.mts';
import { createCredential, retrying, runNode, runOn } from '../../support/engine.mts';
import { nodeOperations } from '../../support/operations.mts';
import { useRecordingServers } from '../../support/recording-server.mts';
import { atRequest } from '../../support/moments.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 2 and 9: when the credential logs in, what it says when it cannot, and where nothing is sent.

const newSandbox = useSandbox();
const newServer = useRecordingServers();

const getSteps = { resource: 'flow', operation: 'getSteps' };

const listAnswers = (sandbox: Sandbox) =>
	sandbox.requests.map(({ operation, status }) => `${operation} ${status}`);

describe('a token', () => {
	test('is fetched once, sent as it is, and never stored', async () => {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);

		const { error } = await runNode({ credential, parameters: getSteps, rows: [{}, {}, {}] });

		expect(error).toBeUndefined();
		const [token] = sandbox.tokensIssued;
		expect(credential).toMatchObject({ writes: 0, stored: { accessToken: '' } });
		const [login, ...others] = sandbox.requests;
		expect(login).toMatchObject({
			operation: 'login',
			method: 'POST',
			url: '/v1/auth/login',
			body: { username: sandbox.username, password: sandbox.password },
			headers: { accept: 'application/json', 'content-type': 'application/json' },
			violations: [],
		});
		expect(login!.headers).not.toHaveProperty('authorization');
		expect(others.map(({ headers }) => headers['authorization'])).toEqual([token, token, token]);
	});
});

// What a login that gives no token says is a table, tested whole in test/pure/service/login.test.mts.
describe('one login for a run', () => {
	test('after the account was unlocked the next run logs in at once', async () => {
		const sandbox = await newSandbox();
		const unlock = sandbox.disrupt({ operation: 'login', status: 423, body: {} });
		const runOnce = async () => await runOn(sandbox, { rows: createApplicants(3) });
		expect((await runOnce()).error?.message).toContain('(423)');
		expect((await runOnce()).error?.message).toContain('(423)');
		unlock();
		expect((await runOnce()).items).toHaveLength(3);
		expect(sandbox.listRequests('login').map(({ status }) => status)).toEqual([423, 423, 200]);
	});

	test('a refused login after a revoked token does not start a burst of attempts', async () => {
		const sandbox = await newSandbox({ latencyMs: 5 });
		const credential = createCredential(sandbox);
		atRequest(sandbox, 'sendScreeningWithFlow', 21, () => {
			sandbox.revokeTokens();
			sandbox.disrupt({ operation: 'login', status: 401, body: {} });
		});
		const { errorItems, items } = await runNode({
			credential,
			parameters: { ...sendByColumns, options: { maxConcurrency: 10 } },
			rows: createApplicants(60),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(sandbox.listRequests('login').map(({ status }) => status)).toEqual([200, 401]);
		expect(items.length + errorItems.length).toBe(60);
		expect(sandbox.screenings).toHaveLength(items.length);
	});

	describe('a credential that is edited after its token was given out', () => {
		test('the token does not go to another address: the next run logs in there', async () => {
			const username = 'landlord@both.example';
			const [before, after] = [await newSandbox({ username }), await newSandbox({ username })];
			const credential = createCredential(before);
			await runNode({ credential, parameters: sendByColumns, rows: createApplicants(1) });
			credential.stored.baseUrl = after.baseUrl;
			const { items } = await runNode({
				credential,
				parameters: sendByColumns,
				rows: createApplicants(3),
			});
			expect(items).toHaveLength(3);
			expect(after.listRequests('login')).toHaveLength(1);
			const sentThere = after.requests.map(({ headers }) => headers.authorization);
			expect(sentThere).not.toContain(before.tokensIssued[0]);
		});

		test.each([
			['username', 'somebody@else.example'],
			['password', 'a wrong one'],
		])('another %s is tried at once, and not sent with the old token', async (field, value) => {
			const sandbox = await newSandbox();
			const credential = createCredential(sandbox);
			await runNode({ credential, parameters: sendByColumns, rows: createApplicants(1) });
			credential.stored[field] = value;
			const { error } = await runNode({
				credential,
				parameters: sendByColumns,
				rows: createApplicants(9),
			});
			expect(error?.message).toBe('The service refused the login (401)');
			// n8n's editor would add `[item 0]`, as if that item were the reason.
			expect(error?.context?.itemIndex).toBeUndefined();
			expect(sandbox.listRequests('login').map(({ status }) => status)).toEqual([200, 401]);
			expect(sandbox.screenings).toHaveLength(1);
		});
	});

	describe.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'a login that is not possible now, 100 items, On Error = %s',
		(onError) => {
			test('is tried as often as for one item', async () => {
				const sandbox = await newSandbox();
				const headers = { 'Retry-After': '0' };
				sandbox.disrupt({ operation: 'login', status: 503, body: {}, headers });
				const { items, error } = await runOn(sandbox, {
					rows: createApplicants(100),
					settings: { onError },
				});
				expect(sandbox.listRequests('login')).toHaveLength(4);
				expect(sandbox.listRequests('sendScreeningWithFlow')).toEqual([]);
				if (onError === 'stopWorkflow') expect(error?.message).toContain('(503)');
				else expect(items).toHaveLength(100);
			});

			test('an access that is refused though it is new ends it for all', async () => {
				const sandbox = await newSandbox();
				sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 401, body: {} });
				const { items } = await runOn(sandbox, {
					rows: createApplicants(100),
					settings: { ...retrying, onError },
				});
				expect(sandbox.listRequests('login')).toHaveLength(2);
				expect(sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(2);
				if (onError === 'continueRegularOutput') {
					expect(items).toHaveLength(100);
					expect(JSON.stringify(items[99])).toContain('Not sent. The service refused access (401)');
				}
			});
		},
	);
});

describe('the base URL', () => {
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

	test.each(['http://example.com', 'https://landlord:Hunter-2-Secret@example.com'])(
		'%j is refused before any connection, and nothing may have been accepted',
		async (baseUrl) => {
			const credential = createCredential({ baseUrl, ...account });
			let outcome: Awaited<ReturnType<typeof runNode>> | undefined;
			const connections = await connectionsDuring(async () => {
				outcome = await runNode({
					credential,
					parameters: sendByColumns,
					rows: createApplicants(1),
				});
			});
			expect(outcome?.error?.message).toMatch(/^'Base URL' in the credential must /);
			expect(outcome?.error?.description).toContain("set 'Base URL'");
			expect(outcome?.error?.description).not.toContain('may have been accepted');
			expect(outcome?.saved).not.toContain('Hunter-2-Secret');
			expect(connections).toBe(0);
		},
	);

	test('the count of connections is not always 0', async () => {
		const sandbox = await newSandbox();
		const run = () => runOn(sandbox, { parameters: getSteps });
		expect(await connectionsDuring(run)).toBeGreaterThan(1);
	});

	test('with a path and blanks: the path is kept', async () => {
		const { origin, requests } = await newServer({ accessToken: 'token-7', steps: [] });
		const credential = createCredential({ ...account, baseUrl: ` ${origin}/v1/gateway// ` });
		const { error } = await runNode({ credential, parameters: getSteps });
		expect(error).toBeUndefined();
		expect(requests.map(({ url }) => url)).toEqual([
			'/v1/gateway/v1/auth/login',
			'/v1/gateway/v1/flows/steps/list',
		]);
	});
});

describe('other origins', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Lets the host `sub.localhost` be found on every machine: at the address of localhost. */
	function resolveSubdomain(): void {
		const { lookup } = dns;
		jest.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: [never]) => {
			lookup(host === 'sub.localhost' ? '127.0.0.1' : host, ...rest);
		}) as typeof lookup);
	}

	/**
	 * Asks for its parameter `target` with our credential and puts out the answer: what n8n's HTTP Request node
	 * does with a predefined credential, by the old request helper (`uri`) or the present one (`url`).
	 */
	const httpRequestNode: INodeType = {
		description: {
			displayName: 'HTTP Request',
			name: 'httpRequest',
			group: ['output'],
			version: 1,
			description: 'Requests for a test',
			defaults: { name: 'HTTP Request' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'rentalScreeningApi', required: true }],
			properties: [
				{ displayName: 'Target', name: 'target', type: 'string', default: '' },
				{ displayName: 'Named By', name: 'namedBy', type: 'string', default: 'url' },
				{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const target = this.getNodeParameter('target', 0) as string;
			const byUri = this.getNodeParameter('namedBy', 0) === 'uri';
			const method = this.getNodeParameter('method', 0) as 'GET' | 'POST';
			const body = method === 'GET' ? {} : { body: { name: '1 Elm Street' } };
			const request = { method, headers: { Accept: 'application/json' }, json: true, ...body };
			const answer: unknown = byUri
				? await this.helpers.requestWithAuthentication.call(this, 'rentalScreeningApi', {
						...request,
						uri: target,
					})
				: await this.helpers.httpRequestWithAuthentication.call(this, 'rentalScreeningApi', {
						...request,
						url: target,
					});
			return [[{ json: answer as IDataObject }]];
		},
	};

	describe('a redirect to another origin', () => {
		test.each([302, 307])('of the login by %i: nothing arrives there', async (status) => {
			const sandbox = await newSandbox();
			const other = await newServer({ accessToken: 'stolen' });
			sandbox.disrupt({
				operation: 'login',
				status,
				headers: { Location: `${other.origin}/v1/auth/login` },
			});

			const { error } = await runOn(sandbox, {
				parameters: { resource: 'flow', operation: 'getSteps' },
			});

			expect(other.requests).toEqual([]);
			expect(error?.message).toBe(`The service did not accept the login (${status})`);
			expect(error?.description).toContain("Check 'Base URL'");
		});

		describe.each(nodeOperations)(
			'of $resource: $operation',
			({ id, resource, operation, least }) => {
				test.each([302, 307])('by %i: nothing arrives there', async (status) => {
					const sandbox = await newSandbox();
					const other = await newServer();
					const headers = { Location: `${other.origin}/anything` };
					sandbox.disrupt({ operation: id, status, headers });

					const { error } = await runOn(sandbox, {
						parameters: { resource, operation, ...least(sandbox).parameters },
					});

					expect(other.requests).toEqual([]);
					expect(error?.message).toMatch(
						/^The service redirects to another address \(30\d\).* \[item 0\]$/,
					);
					expect(sandbox.listRequests(id)).toHaveLength(1);
				});
			},
		);
	});

	describe.each(['url', 'uri'])('the credential in the HTTP Request node (%s)', (namedBy) => {
		async function ask(target: (baseUrl: string) => string, method = 'GET') {
			const sandbox = await newSandbox();
			const credential = createCredential(sandbox);
			const parameters: INodeParameters = { namedBy, method, target: target(sandbox.baseUrl) };
			return { sandbox, run: () => runNode({ credential, parameters, inPlace: httpRequestNode }) };
		}

		test('serves addresses below its base URL', async () => {
			const { sandbox, run } = await ask((baseUrl) => `${baseUrl}/v1/flows/steps/list`);
			expect((await run()).items[0]?.json).toMatchObject({ steps: expect.any(Array) as unknown });
			expect(sandbox.listRequests('listSteps')).toMatchObject([
				{ headers: { authorization: sandbox.tokensIssued[0] }, violations: [] },
			]);
		});

		test.each([
			['another host', () => 'https://example.com/v1/flows/steps/list'],
			['another port', (baseUrl: string) => baseUrl.replace(/\d+$/, '9') + '/v1/flows/steps/list'],
			['another scheme', (baseUrl: string) => baseUrl.replace('http:', 'https:')],
		])('refuses %s', async (_, target) => {
			const { sandbox, run } = await ask(target);
			const { error, saved } = await run();
			expect(error?.message).toContain('This credential is for its own base URL only');
			for (const token of sandbox.tokensIssued) expect(saved).not.toContain(token);
			expect(sandbox.requests.filter(({ operation }) => operation !== 'login')).toEqual([]);
		});

		test.each<Disruption>([{ status: 500 }, { status: 422 }, { reset: 'after' }])(
			'sends a POST once that is answered with %j',
			async (fault) => {
				const { sandbox, run } = await ask((baseUrl) => `${baseUrl}/v1/property`, 'POST');
				sandbox.disrupt({ operation: 'createProperty', ...fault });
				await run();
				expect(sandbox.listRequests('createProperty')).toHaveLength(1);
			},
		);

		test('repeats a GET whose token was revoked, after one new login', async () => {
			const { sandbox, run } = await ask((baseUrl) => `${baseUrl}/v1/flows/steps/list`);
			await run();
			sandbox.revokeTokens();
			expect((await run()).error).toBeUndefined();
			expect(listAnswers(sandbox).slice(2)).toEqual([
				'listSteps 401',
				'login 200',
				'listSteps 200',
			]);
		});

		// One of n8n's two helpers repeats a POST after any error where it may, so there it fails once.
		test('makes no property twice when the token was revoked: one new login, at the latest for the next POST', async () => {
			const { sandbox, run } = await ask((baseUrl) => `${baseUrl}/v1/property`, 'POST');
			await run();
			sandbox.revokeTokens();
			const { error } = await run();
			expect(error === undefined).toBe(namedBy === 'url');
			if (error !== undefined) expect((await run()).error).toBeUndefined();
			expect(sandbox.listRequests('createProperty').map(({ status }) => status)).toEqual([
				200, 401, 200,
			]);
			expect(sandbox.listRequests('login')).toHaveLength(2);
		});

		// To a subdomain n8n's helpers would take the token along.
		test.each(['localhost', 'sub.localhost', '127.0.0.1'])(
			'follows no redirect to %s',
			async (host) => {
				resolveSubdomain();
				const sandbox = await newSandbox();
				const other = await newServer({ steps: [] });
				const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'localhost');
				const headers = { Location: `${other.origin.replace('127.0.0.1', host)}/steps` };
				sandbox.disrupt({ operation: 'listSteps', status: 307, headers });

				const { error } = await runNode({
					credential: createCredential({ ...sandbox, baseUrl }),
					parameters: { namedBy, target: `${baseUrl}/v1/flows/steps/list` },
					inPlace: httpRequestNode,
				});

				expect(error).toBeDefined();
				expect(sandbox.listRequests('listSteps').length).toBeGreaterThan(0);
				expect(other.requests).toEqual([]);
			},
		);
	});

	describe('the test of the credential', () => {
		test('succeeds with a good account', async () => {
			const sandbox = await newSandbox();
			const { error } = await testCredential(sandbox);
			expect(error).toBeUndefined();
			expect(sandbox.listRequests('listSteps')).toHaveLength(1);
		});

		test.each([301, 302, 303, 307, 308])(
			'is no success, and follows no redirect, when it is answered with %i',
			async (status) => {
				resolveSubdomain();
				const sandbox = await newSandbox();
				const other = await newServer({ steps: [] });
				const headers = { Location: `${other.origin.replace('127.0.0.1', 'sub.localhost')}/steps` };
				sandbox.disrupt({ operation: 'listSteps', status, headers });

				const { error } = await testCredential({
					...sandbox,
					baseUrl: sandbox.baseUrl.replace('127.0.0.1', 'localhost'),
				});

				expect(other.requests).toEqual([]);
				expect(error).toMatchObject({ cause: { response: { status } } });
			},
		);

		/** As n8n does it: a declarative node that makes the request of the credential's test. */
		async function testCredential(sandbox: Pick<Sandbox, 'baseUrl' | 'username' | 'password'>) {
			let error: unknown;
			const credential = createCredential(sandbox);
			const { request } = credential.type.test!;
			const node: INodeType = {
				description: {
					...httpRequestNode.description,
					properties: [
						{
							displayName: 'Temp',
							name: 'temp',
							type: 'string',
							routing: { request },
							default: '',
						},
					],
				},
			};
			node.execute = async function (this: IExecuteFunctions) {
				return (await new RoutingNode(this as ExecuteContext, node).runNode().catch((thrown) => {
					error = thrown;
					throw thrown;
				})) as never;
			};
			await runNode({ credential, parameters: {}, inPlace: node });
			return { error };
		}
	});
});
