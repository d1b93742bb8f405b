import { LoadOptionsContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeParameters,
} from 'n8n-workflow';

import { demoAccount, steps } from '../../dev/sandbox/data/demo.mts';
import type { Disruption, RecordedRequest, Sandbox } from '../../dev/sandbox/index.mts';
import { listContractOperations } from '../support/contract.mts';
import {
	createAdditionalData,
	loadNode,
	createCredential,
	createWorkflow,
	perform,
} from '../support/engine.mts';
import { nodeOperations } from '../support/operations.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// Each operation from its parameters to its request and output, and what its panel shows.

const newSandbox = useSandbox();

/** What the service document has a say in. */
function toEssence({ operation, method, url, headers, rawBody, violations }: RecordedRequest) {
	const { accept, authorization, 'content-type': contentType } = headers;
	const body: unknown = rawBody === '' ? undefined : JSON.parse(rawBody);
	return { operation, method, url, accept, authorization, contentType, body, violations };
}

const contract = listContractOperations();

test.each(
	nodeOperations.flatMap((one) => [
		{ ...one, how: 'every field', fill: one.everything },
		{ ...one, how: 'only what it needs', fill: one.minimal },
	]),
)(
	'$resource: $operation with $how: exact request, exact output',
	async ({ id, resource, operation, fill, output }) => {
		const sandbox = await newSandbox();
		const { method, path } = contract.find((one) => one.id === id)!;
		const { parameters, body } = fill(sandbox);

		const { requests, items } = await perform(sandbox, { resource, operation, ...parameters });

		expect(requests.map(toEssence)).toEqual([
			{
				operation: id,
				method,
				url: path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name])),
				accept: 'application/json',
				authorization: sandbox.tokensIssued[0],
				contentType: method === 'GET' ? undefined : 'application/json',
				body,
				violations: [],
			},
		]);
		expect(items).toEqual(output(sandbox).map((json) => ({ json, pairedItem: { item: 0 } })));
	},
);

test('Get Many Steps returns the list for each of two input items, linked to its own', async () => {
	const getSteps = { resource: 'flow', operation: 'getSteps' };
	const { rows, items } = await perform(await newSandbox(), getSteps, [{}, {}]);
	expect(rows).toEqual([...steps, ...steps]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1].flatMap((item) => steps.map(() => ({ item }))),
	);
});

const createFlow: INodeParameters = { resource: 'flow', operation: 'create', flowName: 'Any' };

/** The steps that a flow is created with, for steps given by these parameters. */
async function sentSteps(parameters: INodeParameters, row: IDataObject = {}): Promise<unknown> {
	const sandbox = await newSandbox();
	const { requests } = await perform(sandbox, { ...createFlow, ...parameters }, [row]);
	expect(requests).toMatchObject([{ operation: 'createFlow', status: 200, violations: [] }]);
	return (requests[0]?.body as { flow: { steps: unknown } }).flow.steps;
}

const pick = (...step: IDataObject[]) => ({ steps: { step } }) as INodeParameters;
const locate = (mode: string, value: string) => ({
	id: { __rl: true, mode, value, cachedResultName: 'Shown in the editor' },
	skippable: false,
});

test('the steps of a flow keep their order, picked from the list, by ID or by expression', async () => {
	const picked = pick(
		{ id: 'step-credit-report', skippable: false },
		locate('list', 'step-income'),
		locate('id', ' step-identity '),
		locate('id', '={{ $json.step }}'),
	);
	const ids = ['step-credit-report', 'step-income', 'step-identity', 'step-documents'];
	expect(await sentSteps(picked, { step: 'step-documents' })).toEqual(
		ids.map((id) => ({ id, options: { skippable: false } })),
	);
});

test.each([
	['true makes it skippable', true, { options: { skippable: true } }],
	['text does not make it skippable', 'true', { options: { skippable: false } }],
	['nothing leaves it to the service', undefined, {}],
])('where Skippable of a step is an expression, %s', async (_, optional, options) => {
	const picked = pick({ id: 'step-income', skippable: '={{ $json.optional }}' });
	expect(await sentSteps(picked, { optional })).toEqual([{ id: 'step-income', ...options }]);
});

const asJson = (stepsJson: string) => ({ specifySteps: 'json', stepsJson });

test('the steps of a flow may be JSON, as text and by an expression: IDs, references and listed steps', async () => {
	const income = { id: 'step-income', options: { skippable: true } };
	const given = [' step-identity ', income, { id: 'step-documents', name: 'B', options: {} }];
	const sent = [{ id: 'step-identity' }, income, { id: 'step-documents' }];
	expect(await sentSteps(asJson(JSON.stringify(given, null, 2)))).toEqual(sent);
	const row = { chosen: given } as IDataObject;
	expect(await sentSteps(asJson('={{ $json.chosen }}'), row)).toEqual(sent);
});

test.each<[string, INodeParameters, string]>([
	['without steps', {}, "'Steps' needs at least one step"],
	['with an empty step', pick({ id: '' }), "'Steps' has an empty step; see entry 1"],
	['from JSON that is no list', asJson('{"id": "a"}'), "'Steps (JSON)' must be a list"],
	['from JSON with braces', asJson('["{{ $json.step }}"]'), "'Steps (JSON)' holds '{{'"],
	['with other options', asJson('[{"id": "a", "options": {"optional": true}}]'), 'see entry 1'],
	['with more members', asJson('["a", {"id": "b", "name": "B", "optional": true}]'), 'see entry 2'],
])('no flow is created %s', async (_, parameters, problem) => {
	const sandbox = await newSandbox();
	await expect(perform(sandbox, { ...createFlow, ...parameters })).rejects.toThrow(problem);
	expect(sandbox.requests).toEqual([]);
});

/** What the editor shows in the list of flow steps when this is typed into its search. */
async function stepsToPick(sandbox: Sandbox, filter?: string) {
	const credential = createCredential(sandbox);
	const parameters = { resource: 'flow', operation: 'create' };
	const workflow = createWorkflow({ credential, parameters });
	const context = new LoadOptionsContext(
		workflow,
		workflow.getNode('Rental Screening')!,
		createAdditionalData(credential),
		'parameters.steps.step[0].id',
	);
	const { results } = await loadNode().methods!.listSearch!['searchSteps']!.call(
		context as ILoadOptionsFunctions,
		filter,
	);
	return results;
}

test('the list in the editor shows the steps by name, and can be searched by name and by ID', async () => {
	const sandbox = await newSandbox();
	const names = steps.map(({ id, name }) => ({ name, value: id }));
	expect(await stepsToPick(sandbox)).toEqual(names.sort((a, b) => a.name.localeCompare(b.name)));
	expect(sandbox.requests).toMatchObject([
		{ operation: 'login' },
		{ operation: 'listSteps', method: 'GET', url: '/v1/flows/steps/list', violations: [] },
	]);
	expect(await stepsToPick(sandbox, ' INCOME')).toMatchObject([{ value: 'step-income' }]);
	expect(await stepsToPick(sandbox, 'step-identity')).toMatchObject([{ value: 'step-identity' }]);
	sandbox.disrupt({ operation: 'listSteps', body: { steps: [{ id: 'step-7' }] } });
	expect(await stepsToPick(sandbox)).toEqual([{ name: 'step-7', value: 'step-7' }]);
});

const OWN_ID = "Test the credential, or choose 'By ID' and enter the ID.";
const FORBIDDEN = { status: 403, body: { message: `Not with ${demoAccount.password}` } };

test.each<[string, Disruption, string, string | RegExp]>([
	['is a web page', { text: '<p>Hello' }, "The service answered without 'steps'", OWN_ID],
	['is a refusal', FORBIDDEN, 'Could not fetch the list (403): Not with [redacted]', OWN_ID],
	[
		'is a refused login',
		{ operation: 'login', status: 401 },
		'The service refused the login',
		/'Username' and 'Password'/,
	],
])(
	'the list in the editor says so where the answer %s, and what to do',
	async (_, fault, message, hint) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'listSteps', ...fault });
		await expect(stepsToPick(sandbox)).rejects.toMatchObject({
			message: expect.stringContaining(message) as unknown,
			description: expect.stringMatching(hint) as unknown,
		});
	},
);

/** The hints that the editor shows for these parameters; it evaluates them like this. */
async function listHints(parameters: INodeParameters): Promise<string[]> {
	const credential = createCredential(await newSandbox());
	const { expression } = createWorkflow({ credential, parameters });
	const run = createEmptyRunExecutionData();
	return loadNode()
		.description.hints!.filter(({ displayCondition }) => {
			// It computes nothing over the rows.
			expect(displayCondition).not.toMatch(/=>|\$input/);
			const name = 'Rental Screening';
			return expression.getParameterValue(displayCondition!, run, 0, 0, name, [], 'manual', {});
		})
		.map(({ message }) => message);
}

const IN_ROWS = [expect.stringContaining('The node succeeds even if rows were not sent')];
const rows = { mappingMode: 'autoMapInputData', updateRows: 'due' };
const send: INodeParameters = { resource: 'screening', operation: 'send' };

test.each<[string, INodeParameters, unknown[]]>([
	['nothing of results', { resource: 'results', operation: 'get', userId: '7' }, []],
	['with Due Rows that rows may not be sent', { ...send, ...rows }, IN_ROWS],
	['nothing with Check Only', { ...send, ...rows, updateRows: 'check' }, []],
	[
		'with Checked Rows that rows may not be sent',
		{ ...send, ...rows, updateRows: 'checked' },
		IN_ROWS,
	],
])('the hints above the output say %s', async (_, parameters, expected) => {
	expect(await listHints(parameters)).toEqual(expected);
});
