import dns from 'node:dns';

import { type ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { credentialFor, runNode, runOn } from '../../support/engine.mts';
import { nodeOperations } from '../../support/operations.mts';
import { useRecordingServers } from '../../support/recording-server.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
const newServer = useRecordingServers();

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
		],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const target = this.getNodeParameter('target', 0) as string;
		const byUri = this.getNodeParameter('namedBy', 0) === 'uri';
		const headers = { Accept: 'application/json' };
		const answer: unknown = byUri
			? await this.helpers.requestWithAuthentication.call(this, 'rentalScreeningApi', {
					uri: target,
					headers,
					json: true,
				})
			: await this.helpers.httpRequestWithAuthentication.call(this, 'rentalScreeningApi', {
					url: target,
					headers,
				});
		return [[{ json: answer as IDataObject }]];
	},
};

const ELSEWHERE =
	/^The service redirects (the login to another address \(30\d\)|to another address \(30\d\).* \[item 0\])$/;

describe('a redirect to another origin', () => {
	test.each([301, 302, 303, 307, 308])(
		'of the login by %i: nothing arrives there',
		async (status) => {
			const sandbox = await newSandbox();
			const other = await newServer({ accessToken: 'stolen' });
			sandbox.addFault({ operation: 'login', status, redirectTo: `${other.origin}/v1/auth/login` });

			const { error } = await runOn(sandbox, {
				parameters: { resource: 'flow', operation: 'getSteps' },
			});

			expect(other.requests).toEqual([]);
			expect(error?.message).toMatch(ELSEWHERE);
			expect(error?.description).toContain('enter the final address');
		},
	);

	describe.each(nodeOperations)(
		'of $resource: $operation',
		({ id, resource, operation, least }) => {
			test.each([302, 307])('by %i: nothing arrives there', async (status) => {
				const sandbox = await newSandbox();
				const other = await newServer();
				sandbox.addFault({ operation: id, status, redirectTo: `${other.origin}/anything` });

				const { error } = await runOn(sandbox, {
					parameters: { resource, operation, ...least(sandbox).parameters },
				});

				expect(other.requests).toEqual([]);
				expect(error?.message).toMatch(ELSEWHERE);
				expect(sandbox.requestsOf(id)).toHaveLength(1);
			});
		},
	);
});

describe.each(['url', 'uri'])('the credential in the HTTP Request node (%s)', (namedBy) => {
	async function ask(target: (baseUrl: string) => string, accessToken?: string) {
		const sandbox = await newSandbox();
		const credential = credentialFor(sandbox, accessToken);
		const parameters: INodeParameters = { namedBy, target: target(sandbox.baseUrl) };
		return { sandbox, run: () => runNode({ credential, parameters, inPlace: httpRequestNode }) };
	}

	test('serves addresses below its base URL', async () => {
		const { sandbox, run } = await ask((baseUrl) => `${baseUrl}/v1/flows/steps/list`);
		expect((await run()).items[0]?.json).toMatchObject({ steps: expect.any(Array) as unknown });
		expect(sandbox.requestsOf('listSteps')).toMatchObject([
			{ headers: { authorization: sandbox.tokensIssued[0] }, violations: [] },
		]);
	});

	test.each([
		['another host', () => 'https://example.com/v1/flows/steps/list'],
		['another port', (baseUrl: string) => baseUrl.replace(/\d+$/, '9') + '/v1/flows/steps/list'],
		['another scheme', (baseUrl: string) => baseUrl.replace('http:', 'https:')],
	])('refuses %s', async (_, target) => {
		const { sandbox, run } = await ask(target, 'stored-token-7');
		const { error, saved } = await run();
		expect(error?.message).toContain('This credential is for its own base URL only');
		expect(saved).not.toMatch(/stored-token-7/);
		expect(sandbox.requests.filter(({ operation }) => operation !== 'login')).toEqual([]);
	});

	// To a subdomain n8n's helpers would take the token along.
	test.each(['localhost', 'sub.localhost', '127.0.0.1'])(
		'follows no redirect to %s',
		async (host) => {
			resolveSubdomain();
			const sandbox = await newSandbox();
			const other = await newServer({ steps: [] });
			const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'localhost');
			const redirectTo = `${other.origin.replace('127.0.0.1', host)}/steps`;
			sandbox.addFault({ operation: 'listSteps', redirectTo });

			const { error } = await runNode({
				credential: credentialFor({ ...sandbox, baseUrl }),
				parameters: { namedBy, target: `${baseUrl}/v1/flows/steps/list` },
				inPlace: httpRequestNode,
			});

			expect(error).toBeDefined();
			expect(sandbox.requestsOf('listSteps').length).toBeGreaterThan(0);
			expect(other.requests).toEqual([]);
		},
	);
});

describe('the test of the credential', () => {
	test('succeeds with a good account', async () => {
		const sandbox = await newSandbox();
		const { error } = await testCredential(sandbox);
		expect(error).toBeUndefined();
		expect(sandbox.requestsOf('listSteps')).toHaveLength(1);
	});

	test.each([301, 302, 303, 307, 308])(
		'is no success, and follows no redirect, when it is answered with %i',
		async (status) => {
			resolveSubdomain();
			const sandbox = await newSandbox();
			const other = await newServer({ steps: [] });
			const redirectTo = `${other.origin.replace('127.0.0.1', 'sub.localhost')}/steps`;
			sandbox.addFault({ operation: 'listSteps', status, redirectTo });

			const { error, rules } = await testCredential({
				...sandbox,
				baseUrl: sandbox.baseUrl.replace('127.0.0.1', 'localhost'),
			});

			expect(other.requests).toEqual([]);
			// What n8n compares with the rules of the test, to show the message of the rule.
			expect(error).toMatchObject({ cause: { response: { status } } });
			expect(rules).toContainEqual({
				type: 'responseCode',
				properties: {
					value: status,
					message: `The service redirects to another address (${status}). Enter the final address as 'Base URL'.`,
				},
			});
		},
	);

	/** As n8n does it: a declarative node that makes the request of the credential's test. */
	async function testCredential(sandbox: Pick<Sandbox, 'baseUrl' | 'username' | 'password'>) {
		let error: unknown;
		const credential = credentialFor(sandbox);
		const { request, rules } = credential.type.test!;
		const node: INodeType = {
			description: {
				...httpRequestNode.description,
				properties: [
					{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
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
		return { error, rules };
	}
});
