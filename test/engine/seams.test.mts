import { createRequire } from 'node:module';
import path from 'node:path';

import { Credentials } from 'n8n-core';
import {
	loadOutputSchema,
	resolveOutputSchemaPath,
} from 'n8n-core/dist/nodes-loader/output-schema-resolver';
import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { BLOCKED_BY_N8N, readHttpFault } from '../../nodes/RentalScreening/service/httpFault.ts';
import type { StoredCredential } from '../../dev/engine/stored-credential.mts';
import {
	createCredential,
	createProbe,
	runAsTool,
	runNode,
	type RunSpec,
} from '../support/engine.mts';
import { nodeOperations } from '../support/operations.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// What this package depends on in n8n, by the names in the table of AGENTS.md. The node here is a probe:
// a test that fails says what n8n changed.

const newSandbox = useSandbox();
const rows = [{ row: 0 }, { row: 1 }, { row: 2 }];
const CALL = { call: 'steps' };

type Pagination = (
	this: IExecutePaginationFunctions,
	request: Parameters<IExecutePaginationFunctions['makeRoutingRequest']>[0],
) => Promise<INodeExecutionData[]>;

/** A declarative node with one request, `GET /v1/flows/steps/list`, and this pagination hook. */
function probeWith(pagination: Pagination): INodeType {
	const call: INodeProperties = {
		displayName: 'Call',
		name: 'call',
		type: 'options',
		options: [{ name: 'Steps', value: 'steps' }],
		default: 'steps',
		routing: {
			request: { method: 'GET', url: '/v1/flows/steps/list' },
			send: { paginate: true },
			output: { postReceive: [async (_items, { statusCode }) => [{ json: { statusCode } }]] },
			operations: { pagination },
		},
	};
	return createProbe([call]);
}

/** Runs the probe over three rows. */
async function runProbe(
	pagination: Pagination,
	{
		token = '',
		prepare = () => {},
		...more
	}: Partial<RunSpec> & { token?: string; prepare?: (credential: StoredCredential) => void } = {},
) {
	const sandbox = await newSandbox();
	const credential = createCredential(sandbox, token);
	prepare(credential);
	const preAuthentication = jest.spyOn(credential, 'preAuthentication');
	const authenticate = jest.spyOn(credential, 'authenticate');
	const spec = { credential, parameters: CALL, rows, inPlace: probeWith(pagination), ...more };
	const run = async () => await runNode(spec);
	return { ...(await run()), run, sandbox, preAuthentication, authenticate };
}

const sendAsIs: Pagination = async function (request) {
	return await this.makeRoutingRequest(request);
};

test('pagination hook: a function is called once per item and sends the request', async () => {
	const called: number[] = [];
	const { items, error } = await runProbe(async function (request) {
		called.push(this.getItemIndex());
		const [sent] = await this.makeRoutingRequest(request);
		return [{ json: { ...sent!.json, method: request.options.method } }];
	});
	expect(error).toBeUndefined();
	expect(called).toEqual([0, 1, 2]);
	expect(items.map(({ json }) => json)).toEqual(Array(3).fill({ statusCode: 200, method: 'GET' }));
});

test('registration: all items are registered before the next timer fires', async () => {
	let registered = 0;
	const seen: number[] = [];
	await runProbe(async () => {
		registered += 1;
		await new Promise((resolve) => setTimeout(resolve));
		seen.push(registered);
		return [];
	});
	expect(seen).toEqual([3, 3, 3]);
});

test('execution data: one object for all items and tries of a run, another for the next run', async () => {
	const seen: object[] = [];
	const { run, error } = await runProbe(
		async function () {
			seen.push(this.getExecuteData());
			expect(this.getExecuteData().data.main![0]).toHaveLength(3);
			if (seen.length <= 3) throw new Error('Try again');
			return [];
		},
		{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
	);
	expect(error).toBeUndefined();
	expect(seen).toHaveLength(6);
	expect(new Set(seen).size).toBe(1);
	await run();
	expect(new Set(seen).size).toBe(2);
});

test('cancelling: the hook gets a signal', async () => {
	const signals: unknown[] = [];
	await runProbe(async function () {
		signals.push(this.getExecutionCancelSignal());
		return [];
	});
	expect(signals).toHaveLength(3);
	for (const signal of signals) expect(signal).toBeInstanceOf(AbortSignal);
});

test('error items: json with `error` goes to the error output, with the input row and its link', async () => {
	const { items, errorItems, looked, lookedAtErrors } = await runProbe(
		async function () {
			const item = this.getItemIndex();
			expect(this.continueOnFail()).toBe(true);
			const json = item === 1 ? { error: { message: 'No' } } : { fine: true };
			return [{ json, pairedItem: { item } }];
		},
		{ settings: { onError: 'continueErrorOutput' }, look: "={{ $('Sheet').item.json.row }}" },
	);
	expect(items.map(({ json }) => json)).toEqual([{ fine: true }, { fine: true }]);
	expect(errorItems.map(({ json }) => json)).toEqual([{ row: 1, error: { message: 'No' } }]);
	expect(looked).toEqual([0, 2]);
	expect(lookedAtErrors).toEqual([1]);
});

const listExpired = (spy: { mock: { calls: unknown[][] } }) =>
	spy.mock.calls.map((call) => call[4]);

test('preAuthentication: asked before each request, and its token is used', async () => {
	const { sandbox, preAuthentication } = await runProbe(sendAsIs);
	expect(listExpired(preAuthentication)).toEqual([false, false, false]);
	const tokens = sandbox.listRequests('listSteps').map(({ headers }) => headers['authorization']);
	expect(tokens).toEqual(Array(3).fill(sandbox.tokensIssued[0]));
});

test('expirable token: after a 401 preAuthentication is asked to replace it, once per request', async () => {
	const { sandbox, preAuthentication, items } = await runProbe(sendAsIs, { token: 'expired' });
	expect(items).toHaveLength(3);
	expect(listExpired(preAuthentication).filter(Boolean)).toHaveLength(3);
	expect(preAuthentication).toHaveBeenCalledTimes(6);
	const statuses = sandbox.listRequests('listSteps').map(({ status }) => status);
	expect(statuses.sort()).toEqual([200, 200, 200, 401, 401, 401]);
});

test('symbol member: what the hook adds to the request options reaches `authenticate`, twice after a 401', async () => {
	const MARK = Symbol('mark');
	const { authenticate } = await runProbe(
		async function (request) {
			const options = { ...request.options, [MARK]: this.getItemIndex() };
			return await this.makeRoutingRequest({ ...request, options });
		},
		{ token: 'expired' },
	);
	const marks = authenticate.mock.calls.map(
		([, , request]) => (request as IHttpRequestOptions & { [MARK]?: number })[MARK],
	);
	expect(marks.sort()).toEqual([0, 0, 1, 1, 2, 2]);
});

describe('refusals of n8n', () => {
	const ofCore = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
	const { Container } = ofCore('@n8n/di') as { Container: { get(type: unknown): unknown } };
	const { SsrfProtectionConfig } = ofCore('@n8n/config') as { SsrfProtectionConfig: unknown };
	const protection = Container.get(SsrfProtectionConfig) as { enabled: boolean };

	afterEach(() => {
		protection.enabled = false;
	});

	test.each<[string, RegExp, (credential: StoredCredential) => void]>([
		[
			'a credential for other domains',
			/^Domain not allowed: .* example\.com$/,
			({ stored }) => {
				const allowedDomains = 'example.com';
				Object.assign(stored, { allowedHttpRequestDomains: 'domains', allowedDomains });
			},
		],
		[
			'a blocked address',
			/blocked because it resolves to a restricted IP address$/,
			() => void (protection.enabled = true),
		],
		[
			'a credential that cannot be decrypted',
			/^Credentials could not be decrypted/,
			(credential) => {
				const broken = new Credentials({ id: '1', name: 'c' }, 'x', 'not encrypted');
				// n8n reads the credential for the node, and again for each request.
				credential.getDecrypted = jest
					.fn(async () => await broken.getData())
					.mockResolvedValueOnce(credential.stored);
			},
		],
	])(
		'n8n refuses %s before a connection is opened, and it is known as that',
		async (_, reason, prepare) => {
			const thrown: unknown[] = [];
			const { sandbox } = await runProbe(
				async function (request) {
					await this.makeRoutingRequest(request).catch((it: unknown) => thrown.push(it));
					return [];
				},
				{ token: 'token', prepare },
			);
			const matching = expect.stringMatching(reason) as string;
			const fault = { provenUnsent: true, obstacle: BLOCKED_BY_N8N, reason: matching };
			expect(thrown.map((it) => readHttpFault(it))).toEqual([fault, fault, fault]);
			expect(sandbox.requests).toEqual([]);
		},
	);
});

test('tool of an agent: the call is an item of the input `ai_tool`, without a main input', async () => {
	const call: INodeExecutionData = { json: { query: 'steps' } };
	const seen: unknown[] = [];
	const inPlace = probeWith(async function () {
		// A new empty item each time: this distinguishes a tool call from a workflow.
		seen.push(this.getInputData() === this.getInputData());
		seen.push(this.getInputData(0, NodeConnectionTypes.AiTool));
		return [{ json: { answer: true } }];
	});
	const credential = createCredential(await newSandbox());
	const output = await runAsTool({ credential, parameters: CALL, inPlace }, call);
	expect(output).toEqual([[{ json: { answer: true } }]]);
	expect(seen).toEqual([false, expect.objectContaining({ json: call.json })]);
});

test('__schema__: n8n finds the output schema of every operation', () => {
	const nodeDir = path.join(import.meta.dirname, '../../dist/nodes/RentalScreening');
	expect(nodeOperations).not.toEqual([]);
	for (const { resource, operation } of nodeOperations) {
		const ref = { nodeDir, version: 1, resource, operation };
		expect(resolveOutputSchemaPath(ref)).toMatch(new RegExp(`/${resource}/${operation}\\.json$`));
		expect(loadOutputSchema(ref)).toMatchObject({ type: 'object', version: 1 });
	}
});
