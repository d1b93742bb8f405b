import dns from 'node:dns';
import net from 'node:net';

import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

import type { OperationId } from '../../../dev/sandbox/index.mts';
import { createApplicants, sendByColumns } from '../../support/applicants.mts';
import { createCredential, createProbe, runNode, type RunSpec } from '../../support/engine.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { startHttpStub, type StubRequest } from '../../support/http-stub.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Rules 2 and 10: when the credential logs in, what it says when it cannot, and where nothing is sent.

const newSandbox = useSandbox();

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(closing.splice(0).map(async (close) => await close()));
});

/** A server on an origin of its own, which answers everything well, and what it is asked. */
async function startOther() {
	const requests: StubRequest[] = [];
	const { origin, close } = await startHttpStub((request) => {
		requests.push(request);
		return { body: { accessToken: 'token-7', steps: [] } };
	});
	closing.push(close);
	return { origin, requests };
}

const getSteps = { resource: 'flow', operation: 'getSteps' };

test('a token is fetched once, sent unchanged to its own address only, and never stored', async () => {
	const username = 'landlord@both.example';
	const [sandbox, other] = [await newSandbox({ username }), await newSandbox({ username })];
	const credential = createCredential(sandbox);
	await runNode({ credential, parameters: getSteps, rows: [{}, {}, {}] });
	const [token] = sandbox.tokensIssued;
	const [login, ...others] = sandbox.requests;
	expect(login).toMatchObject({ operation: 'login', violations: [] });
	expect(login!.headers).not.toHaveProperty('authorization');
	expect(others.map(({ headers }) => headers['authorization'])).toEqual([token, token, token]);
	credential.stored.baseUrl = other.baseUrl;
	await runNode({ credential, parameters: getSteps });
	expect(other.requests.map(({ headers }) => headers['authorization'])).toEqual([
		undefined,
		other.tokensIssued[0],
	]);
	expect(credential).toMatchObject({ writes: 0, stored: { accessToken: '' } });
});

const account = { username: 'landlord', password: 'Hunter-2-Secret' };

test('with a base URL that cannot be used no connection is opened, and no secret is shown', async () => {
	const connect = jest.spyOn(net.Socket.prototype, 'connect');
	const baseUrl = 'https://landlord:Hunter-2-Secret@example.com';
	const credential = createCredential({ baseUrl, ...account });
	const { error, saved } = await runNode({ credential, parameters: getSteps });
	expect(connect).not.toHaveBeenCalled();
	expect(error?.message).toBe("'Base URL' in the credential cannot be used");
	expect(saved).not.toContain('Hunter-2-Secret');
});

test('the base URL keeps its path, without blanks and slashes around it', async () => {
	const { origin, requests } = await startOther();
	const credential = createCredential({ ...account, baseUrl: ` ${origin}/v1/gateway// ` });
	const { error } = await runNode({ credential, parameters: getSteps });
	expect(error).toBeUndefined();
	expect(requests.map(({ url }) => url)).toEqual([
		'/v1/gateway/v1/auth/login',
		'/v1/gateway/v1/flows/steps/list',
	]);
});

const toText = (name: string, value: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: value,
});

/**
 * Asks for its parameter `target` with our credential and puts out the answer: what n8n's HTTP Request node does with a
 * predefined credential, by the old request helper (`uri`) or the present one (`url`).
 */
const httpRequestNode: INodeType = {
	...createProbe([toText('target', ''), toText('namedBy', 'url'), toText('method', 'GET')]),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const target = this.getNodeParameter('target', 0) as string;
		const method = this.getNodeParameter('method', 0) as 'GET' | 'POST';
		const body = method === 'GET' ? {} : { body: { name: '1 Elm Street' } };
		const request = { method, headers: { Accept: 'application/json' }, json: true, ...body };
		const { requestWithAuthentication, httpRequestWithAuthentication } = this.helpers;
		const name = 'rentalScreeningApi';
		const answer: unknown =
			this.getNodeParameter('namedBy', 0) === 'uri'
				? await requestWithAuthentication.call(this, name, { ...request, uri: target })
				: await httpRequestWithAuthentication.call(this, name, { ...request, url: target });
		return [[{ json: answer as IDataObject }]];
	},
};

const toSteps = (baseUrl: string) => `${baseUrl}/v1/flows/steps/list`;

describe.each(['url', 'uri'])('in the HTTP Request node (%s) the credential', (namedBy) => {
	async function arrange(toTarget: (baseUrl: string) => string, method = 'GET') {
		const sandbox = await newSandbox();
		const credential = createCredential(sandbox);
		const parameters: INodeParameters = { namedBy, method, target: toTarget(sandbox.baseUrl) };
		const run = async () => await runNode({ credential, parameters, inPlace: httpRequestNode });
		return { sandbox, run };
	}

	const makeProperty = async () => await arrange((baseUrl) => `${baseUrl}/v1/property`, 'POST');

	test('serves addresses below its base URL, and logs in once after the token was revoked', async () => {
		const { sandbox, run } = await arrange(toSteps);
		expect((await run()).items[0]?.json).toMatchObject({ steps: expect.any(Array) as unknown });
		sandbox.revokeTokens();
		expect((await run()).error).toBeUndefined();
		const answers = sandbox.requests.map(({ operation, status }) => `${operation} ${status}`);
		expect(answers.slice(2)).toEqual(['listSteps 401', 'login 200', 'listSteps 200']);
		expect(sandbox.requests.at(-1)).toMatchObject({
			headers: { authorization: sandbox.tokensIssued[1] },
			violations: [],
		});
	});

	test('refuses another host', async () => {
		const { sandbox, run } = await arrange(() => toSteps('https://example.com'));
		const { error, saved } = await run();
		expect(error?.message).toContain(
			"This credential is for addresses below its own 'Base URL' only",
		);
		expect(saved).not.toContain(sandbox.tokensIssued[0]);
		expect(sandbox.requests.filter(({ operation }) => operation !== 'login')).toEqual([]);
	});

	test('sends a POST once that is answered with 500', async () => {
		const { sandbox, run } = await makeProperty();
		sandbox.disrupt({ operation: 'createProperty', status: 500 });
		await run();
		expect(sandbox.listRequests('createProperty')).toHaveLength(1);
	});

	// One of n8n's two helpers would repeat a POST after any error, so with that one it fails once.
	test('logs in once and makes no property twice after the token was revoked', async () => {
		const { sandbox, run } = await makeProperty();
		await run();
		sandbox.revokeTokens();
		const { error } = await run();
		expect(error === undefined).toBe(namedBy === 'url');
		if (error !== undefined) expect((await run()).error).toBeUndefined();
		const statuses = sandbox.listRequests('createProperty').map(({ status }) => status);
		expect(statuses).toEqual([200, 401, 200]);
		expect(sandbox.listRequests('login')).toHaveLength(2);
	});
});

const { test: credentialTest } = createCredential({ baseUrl: '', username: '', password: '' }).type;
/** Makes the request of the credential's test as n8n does: in a declarative node. */
const credentialTestNode = createProbe([
	{ ...toText('temp', ''), routing: { request: credentialTest!.request } },
]);

test('the test of the credential logs in, also beside a token that is still good', async () => {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox);
	const runTest = async () =>
		await runNode({ credential, parameters: {}, inPlace: credentialTestNode });
	expect((await runTest()).error).toBeUndefined();
	const testedAt = Date.now();
	await eventually(() => Date.now() > testedAt);
	expect((await runTest()).error).toBeUndefined();
	expect(sandbox.requests.map(({ operation, violations }) => [operation, violations])).toEqual(
		['login', 'listSteps', 'login', 'listSteps'].map((operation) => [operation, []]),
	);
	await eventually(() => Date.now() > testedAt + 1);
	sandbox.disrupt({ operation: 'login', status: 401 });
	expect((await runTest()).error?.message).toContain('The service refused the login (401)');
});

type Asking = [who: string, OperationId, (baseUrl: string) => Omit<RunSpec, 'credential'>];

const byHttpRequest = (namedBy: string): Asking => [
	`the HTTP Request node (${namedBy})`,
	'listSteps',
	(baseUrl) => ({ parameters: { namedBy, target: toSteps(baseUrl) }, inPlace: httpRequestNode }),
];
const [applicant] = createApplicants(1) as [IDataObject];
const sendApplicant = () => ({ parameters: sendByColumns, rows: [applicant] });
const testCredential = () => ({ parameters: {}, inPlace: credentialTestNode });

test.each<Asking>([
	['the login', 'login', () => ({ parameters: getSteps })],
	['a POST', 'sendScreeningWithFlow', sendApplicant],
	byHttpRequest('url'),
	byHttpRequest('uri'),
	['the test of the credential', 'listSteps', testCredential],
])(
	'%s follows no redirect to a subdomain, where n8n would take the token along',
	async (_, operation, createSpec) => {
		// The host `sub.localhost` is not found on every machine.
		const { lookup } = dns;
		jest.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: [never]) => {
			lookup(host === 'sub.localhost' ? '127.0.0.1' : host, ...rest);
		}) as typeof lookup);
		const other = await startOther();
		const sandbox = await newSandbox();
		const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		const Location = `${other.origin.replace('127.0.0.1', 'sub.localhost')}/steps`;
		sandbox.disrupt({ operation, status: 307, headers: { Location } });
		const credential = createCredential({ ...sandbox, baseUrl });
		const { error } = await runNode({ credential, ...createSpec(baseUrl) });
		expect(`${error?.httpCode} ${error?.message}`).toContain('307');
		expect(other.requests).toEqual([]);
	},
);
