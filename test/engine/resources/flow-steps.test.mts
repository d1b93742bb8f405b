import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

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
		['true', true],
		[' TRUE ', true],
		['false', false],
		['', false],
		[null, false],
	])('are skippable by an expression that gives %j: %s', async (optional, skippable) => {
		expect(
			await sentSteps(pick({ id: 'step-income', skippable: '={{ $json.optional }}' }), {
				optional,
			}),
		).toEqual([{ id: 'step-income', options: { skippable } }]);
	});

	test('may come by expression, the ID as well as whether it is skippable', async () => {
		expect(
			await sentSteps(pick({ id: '={{ $json.step }}', skippable: '={{ $json.optional }}' }), {
				step: ' step-income ',
				optional: true,
			}),
		).toEqual([skippableIncome]);
	});
});

describe('given as JSON', () => {
	const forms: Array<[string, unknown, unknown]> = [
		['IDs', ['step-income', 'step-identity'], [{ id: 'step-income' }, { id: 'step-identity' }]],
		[
			'step references',
			[skippableIncome, { id: 'step-identity' }],
			[skippableIncome, { id: 'step-identity' }],
		],
		[
			'a mixture',
			[
				'step-identity',
				{ ...skippableIncome, name: 'Income' },
				{ id: 'step-documents', options: {} },
			],
			[{ id: 'step-identity' }, skippableIncome, { id: 'step-documents' }],
		],
	];

	test.each(forms)('as text: %s', async (_, given, expected) => {
		expect(
			await sentSteps({ specifySteps: 'json', stepsJson: JSON.stringify(given, null, 2) }),
		).toEqual(expected);
	});

	test('by an expression that gives text', async () => {
		expect(
			await sentSteps(
				{ specifySteps: 'json', stepsJson: '={{ JSON.stringify([$json.step]) }}' },
				{ step: 'step-income' },
			),
		).toEqual([{ id: 'step-income' }]);
	});

	test('from Get Many Steps to Create, as a workflow chains them', async () => {
		const listed = await perform(await newSandbox(), { resource: 'flow', operation: 'getSteps' });
		expect(
			await sentSteps(
				{ specifySteps: 'json', stepsJson: '={{ $json.chosen }}' },
				{ chosen: listed.rows.slice(2, 4) },
			),
		).toEqual([{ id: 'step-employment' }, { id: 'step-income' }]);
	});
});

describe('that are invalid', () => {
	test.each<[string, INodeParameters, string]>([
		['no step at all', {}, "'Steps' needs at least one step"],
		[
			'a step that is skippable or not: "perhaps"',
			{ steps: { step: [{ id: 'step-income', skippable: '={{ "perhaps" }}' }] } },
			'see entry 1',
		],
		[
			'text that is not JSON',
			{ specifySteps: 'json', stepsJson: 'a, b' },
			"'Steps (JSON)' must be a",
		],
		[
			'a column typed by hand',
			{ specifySteps: 'json', stepsJson: '[{{ $json.step }}]' },
			"'Steps (JSON)' holds '{{'",
		],
	])('%s: nothing is sent', async (_, parameters, problem) => {
		const sandbox = await newSandbox();
		await expect(
			perform(sandbox, { resource: 'flow', operation: 'create', flowName: 'Any', ...parameters }),
		).rejects.toThrow(problem);
		expect(sandbox.requests).toEqual([]);
	});
});
