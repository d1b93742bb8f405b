import { LoadOptionsContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeParameters,
} from 'n8n-workflow';

import { steps } from '../../dev/sandbox/data/demo.mts';
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

describe.each(nodeOperations)('$resource: $operation', (operationCase) => {
	test.each(['everything', 'least'] as const)(
		'with %s: exact request, exact output',
		async (how) => {
			const sandbox = await newSandbox();
			const { id, resource, operation, output } = operationCase;
			const { method, path } = contract.find((one) => one.id === id)!;
			const { parameters, body } = operationCase[how](sandbox);

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
});

describe('Get Many Steps', () => {
	const getSteps: INodeParameters = { resource: 'flow', operation: 'getSteps' };
	const manySteps = Array.from({ length: 120 }, (_, index) => ({
		id: `s${index}`,
		name: `Step ${index}`,
	}));

	test.each<[string, INodeParameters, number]>([
		['the default limit', {}, 50],
		['a limit', { limit: 3 }, 3],
		['a limit by expression, as text', { limit: '={{ "7" }}' }, 7],
		['a limit above what there is', { limit: 500 }, 120],
		['Return All', { returnAll: true }, 120],
		['Return All by expression, as text', { returnAll: '={{ "true" }}' }, 120],
		['Return All, whatever the limit', { returnAll: true, limit: 3 }, 120],
	])(
		'%s: the first ones of what the service listed, in its order',
		async (_, parameters, count) => {
			const sandbox = await newSandbox();
			sandbox.disrupt({ operation: 'listSteps', body: { steps: manySteps } });

			const { rows, items, requests } = await perform(sandbox, { ...getSteps, ...parameters });

			expect(rows).toEqual(manySteps.slice(0, count));
			expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(
				true,
			);
			expect(requests).toHaveLength(1);
		},
	);

	test('a service without steps: no item', async () => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'listSteps', body: { steps: [] } });
		expect((await perform(sandbox, getSteps)).items).toEqual([]);
	});

	test('two input items: the list for each, linked to its own', async () => {
		const { rows, items } = await perform(await newSandbox(), getSteps, [{}, {}]);
		expect(rows).toEqual([...steps, ...steps]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1].flatMap((item) => steps.map(() => ({ item }))),
		);
	});

	test.each([0, -3, 2.5, 'x'])('a limit of %j: nothing is asked', async (limit) => {
		const sandbox = await newSandbox();
		await expect(
			perform(sandbox, { ...getSteps, limit: '={{ $json.limit }}' }, [{ limit }]),
		).rejects.toThrow("'Limit' must be a whole number of at least 1");
		expect(sandbox.requests).toEqual([]);
	});
});

describe('the steps of a flow', () => {
	const skippableIncome = { id: 'step-income', options: { skippable: true } };

	/** The steps that a flow is created with, for steps given by these parameters. */
	async function sentSteps(parameters: INodeParameters, row: IDataObject = {}): Promise<unknown> {
		const sandbox = await newSandbox();
		const { requests } = await perform(
			sandbox,
			{ resource: 'flow', operation: 'create', flowName: 'Any', ...parameters },
			[row],
		);
		expect(requests).toMatchObject([{ operation: 'createFlow', status: 200, violations: [] }]);
		return (requests[0]?.body as { flow: { steps: unknown } }).flow.steps;
	}

	async function refused(parameters: INodeParameters, problem: string): Promise<void> {
		const sandbox = await newSandbox();
		const create = { resource: 'flow', operation: 'create', flowName: 'Any', ...parameters };
		await expect(perform(sandbox, create)).rejects.toThrow(problem);
		expect(sandbox.requests).toEqual([]);
	}

	describe('picked in the list of the editor', () => {
		const pick = (...step: IDataObject[]) => ({ steps: { step } }) as INodeParameters;

		test('keep their order', async () => {
			const ids = ['step-documents', 'step-credit-report', 'step-identity'];
			expect(await sentSteps(pick(...ids.map((id) => ({ id, skippable: false }))))).toEqual(
				ids.map((id) => ({ id, options: { skippable: false } })),
			);
		});

		test('come from the list or by ID, also by expression', async () => {
			const locator = (mode: string, value: string) => ({
				id: { __rl: true, mode, value, cachedResultName: 'Shown in the editor' },
				skippable: false,
			});
			const picked = [
				locator('list', 'step-income'),
				locator('id', ' step-identity '),
				locator('id', '={{ $json.step }}'),
			];
			expect(await sentSteps(pick(...picked), { step: 'step-documents' })).toEqual(
				['step-income', 'step-identity', 'step-documents'].map((id) => ({
					id,
					options: { skippable: false },
				})),
			);
		});

		test.each([
			['true', { options: { skippable: true } }],
			[' TRUE ', { options: { skippable: true } }],
			['false', { options: { skippable: false } }],
			['', {}],
			[null, {}],
		])('are skippable by an expression that gives %j: %j', async (optional, options) => {
			const picked = pick({ id: 'step-income', skippable: '={{ $json.optional }}' });
			expect(await sentSteps(picked, { optional })).toEqual([{ id: 'step-income', ...options }]);
		});
	});

	describe('given as JSON', () => {
		const asJson = (stepsJson: string) => ({ specifySteps: 'json', stepsJson });

		const identity = { id: 'step-identity' };
		const documents = { id: 'step-documents' };

		test.each<[string, unknown[], unknown[]]>([
			['IDs', [' step-documents ', 'step-identity'], [documents, identity]],
			[
				'step references',
				[skippableIncome, identity, { ...documents, options: {} }],
				[skippableIncome, identity, documents],
			],
			[
				'steps as Get Many Steps lists them, among others',
				['step-identity', { ...skippableIncome, name: 'Income' }, { ...documents, name: 'B' }],
				[identity, skippableIncome, documents],
			],
		])('%s, as text and by an expression', async (_, given, expected) => {
			expect(await sentSteps(asJson(JSON.stringify(given, null, 2)))).toEqual(expected);
			expect(await sentSteps(asJson('={{ $json.chosen }}'), { chosen: given } as never)).toEqual(
				expected,
			);
		});

		const EMPTY = "'Steps (JSON)' has an empty step: choose one or remove it; see entry ";

		test.each<[string, string]>([
			['{"id": "a"}', "'Steps (JSON)' must be a list"],
			['[nope', "'Steps (JSON)' must be a list"],
			['[]', "'Steps (JSON)' needs at least one step"],
			['[{{ $json.step }}]', "'Steps (JSON)' holds '{{'"],
			['["a", ""]', `${EMPTY}2`],
			['[{"id": " "}]', `${EMPTY}1`],
			['[true]', 'see entry 1'],
			['[{"name": "Identity"}]', 'see entry 1'],
			['[{"id": "a", "required": true}]', 'see entry 1'],
			['[{"id": "a", "options": {"optional": true}}]', 'see entry 1'],
			['[{"id": "a", "options": "skippable"}]', 'see entry 1'],
			['["a", {"id": "b", "options": {"skippable": "perhaps"}}]', 'see entry 2'],
		])('%s: nothing is sent', async (stepsJson, problem) => {
			await refused(asJson(stepsJson), problem);
		});
	});

	test.each<[string, INodeParameters, string]>([
		['no step at all', {}, "'Steps' needs at least one step"],
		[
			'one that is skippable or not: "perhaps"',
			{ steps: { step: [{ id: 'step-income', skippable: '={{ "perhaps" }}' }] } },
			'see entry 1',
		],
	])('%s: nothing is sent', async (_, parameters, problem) => {
		await refused(parameters, problem);
	});
});

describe('the list of steps in the editor', () => {
	/** What the editor shows in the list of flow steps when this is typed into its search. */
	async function stepsToPick(sandbox: Sandbox, filter?: string) {
		const credential = createCredential(sandbox);
		const workflow = createWorkflow({
			credential,
			parameters: { resource: 'flow', operation: 'create' },
		});
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

	test('the steps of a flow are picked by the names that the service gives them', async () => {
		const sandbox = await newSandbox();

		const names = steps.map(({ id, name }) => ({ name, value: id }));
		expect(await stepsToPick(sandbox)).toEqual(names.sort((a, b) => a.name.localeCompare(b.name)));
		expect(sandbox.requests).toMatchObject([
			{ operation: 'login' },
			{ operation: 'listSteps', method: 'GET', url: '/v1/flows/steps/list', violations: [] },
		]);
	});

	test('the list can be searched by name and by ID, which is the name where there is none', async () => {
		const sandbox = await newSandbox();
		expect(await stepsToPick(sandbox, ' INCOME')).toEqual([
			{ name: 'Income and bank connection', value: 'step-income' },
		]);
		expect(await stepsToPick(sandbox, 'step-identity')).toMatchObject([{ value: 'step-identity' }]);
		expect(await stepsToPick(sandbox, 'none of them')).toEqual([]);
		sandbox.disrupt({ operation: 'listSteps', body: { steps: [{ id: 'step-7' }] } });
		expect(await stepsToPick(sandbox)).toEqual([{ name: 'step-7', value: 'step-7' }]);
	});

	const OWN_ID = "Test the credential, or choose 'By ID' and enter the ID.";
	const FORBIDDEN = { status: 403, body: { message: 'No access' } };

	test.each<[string, Disruption, string, string | RegExp]>([
		['is a web page', { text: '<p>Hello' }, "The service answered without 'steps'", OWN_ID],
		['has no list', { body: { steps: 'none' } }, "The service answered without 'steps'", OWN_ID],
		['is a refusal', FORBIDDEN, 'Could not fetch the list (403): No access', OWN_ID],
		['does not come', { reset: 'after' }, 'Could not fetch the list: ', OWN_ID],
		[
			'is a refused login',
			{ operation: 'login', status: 401 },
			'The service refused the login',
			/Check username and password/,
		],
	])('where the answer %s it says so, and what to do', async (_, fault, message, hint) => {
		const sandbox = await newSandbox();
		sandbox.disrupt({ operation: 'listSteps', ...fault });
		await expect(stepsToPick(sandbox)).rejects.toMatchObject({
			message: expect.stringContaining(message) as unknown,
			description: expect.stringMatching(hint) as unknown,
		});
	});

	test('what the service says is shown without the password', async () => {
		const sandbox = await newSandbox();
		const body = { message: `Not ${sandbox.password}` };
		sandbox.disrupt({ operation: 'listSteps', status: 403, body });
		await expect(stepsToPick(sandbox)).rejects.toThrow(
			'Could not fetch the list (403): Not [redacted]',
		);
	});
});

describe('the hints of the node', () => {
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

	const get = { resource: 'results', operation: 'get', userId: '7' };
	const INCOMPLETE = [expect.stringMatching(/^Where 'checkComplete' is false/)];
	const IN_ROWS = [expect.stringContaining('The node succeeds even if rows were not sent')];
	const rows = { mappingMode: 'autoMapInputData', updateRows: 'due' };
	const send = { resource: 'screening', operation: 'send' };

	test.each<[string, INodeParameters, unknown[]]>([
		['results', get, INCOMPLETE],
		['results as a row', { ...get, output: 'row' }, INCOMPLETE],
		['a report', { ...get, output: 'report' }, INCOMPLETE],
		['results without the column', { ...get, output: 'raw' }, []],
		['results as a list', { ...get, output: 'flags' }, []],
		['results in rows, which say it in a column', { ...get, ...rows }, IN_ROWS],
		['results of columns', { ...get, ...rows, updateRows: 'off' }, []],
		['fields, beside rows of earlier', { ...get, updateRows: 'due' }, INCOMPLETE],
		['another operation', send, []],
		['another operation, beside rows of earlier', { ...send, updateRows: 'checked' }, []],
		['rows', { ...send, ...rows }, IN_ROWS],
		['rows that are checked', { ...send, ...rows, updateRows: 'check' }, IN_ROWS],
		['checked rows', { ...send, ...rows, updateRows: 'checked' }, IN_ROWS],
		['columns', { ...send, ...rows, updateRows: 'off' }, []],
	])('of %s', async (_, parameters, expected) => {
		expect(await listHints(parameters)).toEqual(expected);
	});
});
