import { createFlow, getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { createItem } from '../../support/item-inputs.mts';

const list = async (steps: object[], parameters: object) =>
	await getSteps.toItems!({ steps } as never, createItem(parameters), {} as never, {
		problems: [],
	});

const BROKEN_STEPS = { specifySteps: 'json', stepsJson: '{' };

test.each([
	['with a name and steps has no problem', { flowName: 'Quick' }, [], 'Quick'],
	['without a name is refused', { flowName: ' ' }, [['Flow Name', 'is empty']], undefined],
	[
		'whose steps are no JSON is refused by its name',
		{ flowName: 'Quick', ...BROKEN_STEPS },
		...([[['Steps (JSON)', expect.any(String)]], 'Quick'] as const),
	],
])('a flow %s', (_, given, expected, name) => {
	const item = createItem({ ...given, steps: { step: [{ id: 'income' }] } });
	const { problems, subject } = createFlow.readRequests!([item])[0]!;
	expect(problems).toMatchObject(expected.map(([label, clause]) => ({ label, clause })));
	expect(subject).toBe(name);
});

test.each([
	[5, 'with a limit of 5', { returnAll: false, limit: 5 }],
	[1, 'with a limit of 1', { returnAll: false, limit: 1 }],
	[60, 'with Return All, whatever the limit', { returnAll: true, limit: 0 }],
	[50, 'where an expression gives no limit', { returnAll: 'true', limit: 'x' }],
	[50, 'where nothing is set', {}],
])('%d of 60 steps are listed %s', async (count, _, parameters) => {
	const steps = Array.from({ length: 60 }, (_, index) => ({ id: `step-${index}` }));
	expect(await list(steps, parameters)).toHaveLength(count);
});

test('a step is masked, and its texts are cells, like every answer', async () => {
	const steps = [{ id: '=1', name: '=1+1', note: '123-45-6789' }];
	const json = { id: '=1', name: 'Text: =1+1', note: '***-**-6789' };
	expect(await list(steps, { returnAll: true })).toEqual([{ json }]);
});
