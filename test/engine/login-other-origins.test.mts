import type { INodeParameters } from 'n8n-workflow';

import { credentialFor, runNode } from '../support/engine.mts';
import { httpRequestNode } from '../support/http-request-node.mts';
import { operationCases } from '../support/operation-cases.mts';
import { useRecordingServers } from '../support/recording-server.mts';
import { useSandbox } from '../support/use-sandbox.mts';

const newSandbox = useSandbox();
const newServer = useRecordingServers();

const ELSEWHERE =
	/^\[Item 0\] The service sends the (sign-in|request) on to another address \(30\d\)/;

describe('a redirect to another origin', () => {
	test.each([301, 302, 303, 307, 308])(
		'of the login by %i: nothing arrives there',
		async (status) => {
			const sandbox = await newSandbox();
			const other = await newServer({ accessToken: 'stolen' });
			sandbox.addFault({ operation: 'login', status, redirectTo: `${other.origin}/v1/auth/login` });

			const { error } = await runNode({
				credential: credentialFor(sandbox),
				parameters: { resource: 'flow', operation: 'getSteps' },
			});

			expect(other.requests).toEqual([]);
			expect(error?.message).toMatch(ELSEWHERE);
			expect(error?.description).toContain('enter the final address');
		},
	);

	describe.each(operationCases)(
		'of $resource: $operation',
		({ id, resource, operation, least }) => {
			test.each([302, 307])('by %i: nothing arrives there', async (status) => {
				const sandbox = await newSandbox();
				const other = await newServer();
				sandbox.addFault({ operation: id, status, redirectTo: `${other.origin}/anything` });

				const { error } = await runNode({
					credential: credentialFor(sandbox),
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
		['no scheme', () => '//example.com/v1/flows/steps/list'],
		['a host that begins alike', (baseUrl: string) => `${baseUrl}.example.com/`],
		['the base URL as a user name', (baseUrl: string) => `${baseUrl}@example.com/`],
	])('refuses %s', async (_, target) => {
		const { sandbox, run } = await ask(target, 'stored-token-7');
		const { error, saved } = await run();
		expect(error?.message).toContain('This credential is for its own base URL only');
		expect(saved).not.toMatch(/stored-token-7/);
		expect(sandbox.requests.filter(({ operation }) => operation !== 'login')).toEqual([]);
	});

	test('sends no token along with a redirect to another origin', async () => {
		const other = await newServer({ steps: [] });
		const { sandbox, run } = await ask((baseUrl) => `${baseUrl}/v1/flows/steps/list`);
		sandbox.addFault({ operation: 'listSteps', redirectTo: `${other.origin}/steps` });

		await run();

		expect(sandbox.requestsOf('listSteps')).toHaveLength(1);
		expect(other.requests).toMatchObject([{ url: '/steps' }]);
		expect(JSON.stringify(other.requests)).not.toContain(sandbox.tokensIssued[0]);
		expect(other.requests[0]!.headers).not.toHaveProperty('authorization');
	});
});
