import { createFlow, getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { createItem } from '../../support/item-inputs.mts';

const NO_JSON = expect.any(String) as string;

const list = async (steps: object[], parameters: object) =>
	await getSteps.toItems!({ steps } as never, createItem(parameters), {} as never, {
		problems: [],
	});

test.each([
	[{ flowName: 'Quick' }, [], 'Quick'],
	[{ flowName: ' ' }, [['Flow Name', 'is empty']], undefined],
	[
		{ flowName: 'Quick', specifySteps: 'json', stepsJson: '{' },
		[['Steps (JSON)', NO_JSON]],
		'Quick',
	],
])(
	'a flow of %j has the problems %j and is called %j, also where its steps cannot be sent',
	(given, expected, name) => {
		const item = createItem({ ...given, steps: { step: [{ id: 'income' }] } });
		const { problems, subject } = createFlow.readRequests!([item])[0]!;
		expect(problems).toMatchObject(expected.map(([label, clause]) => ({ label, clause })));
		expect(subject).toBe(name);
	},
);

test.each([
	[{ returnAll: false, limit: 5 }, 5],
	[{ returnAll: false, limit: 1 }, 1],
	[{ returnAll: true, limit: 0 }, 60],
	[{ returnAll: 'true', limit: 'x' }, 50],
	[{}, 50],
])('with %j, %d of 60 steps are listed', async (parameters, count) => {
	const steps = Array.from({ length: 60 }, (_, index) => ({ id: `step-${index}` }));
	expect(await list(steps, parameters)).toHaveLength(count);
});

test('a step is masked, and its texts are cells, like every answer', async () => {
	const steps = [{ id: '=1', name: '=1+1', note: '123-45-6789' }];
	const json = { id: '=1', name: 'Text: =1+1', note: '***-**-6789' };
	expect(await list(steps, { returnAll: true })).toEqual([{ json }]);
});
