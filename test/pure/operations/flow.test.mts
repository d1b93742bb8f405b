import { createFlow, getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { createItem } from '../../support/item-inputs.mts';

/** What the operation asks for with these parameters: the names and texts of its problems, and its subject. */
function read(operation: typeof createFlow, parameters: object) {
	const [request] = operation.readRequests!([createItem(parameters)]);
	const { problems, subject } = request!;
	return {
		problems: problems.map((one) =>
			'sentence' in one ? one.sentence : `${one.label} ${one.clause}`,
		),
		subject,
	};
}

test('a flow is named in messages, also where its steps cannot be sent', () => {
	const steps = { step: [{ id: 'income' }] };
	expect(read(createFlow, { flowName: 'Quick', steps })).toEqual({
		problems: [],
		subject: 'Quick',
	});
	const unnamed = read(createFlow, { flowName: ' ', steps });
	expect(unnamed).toEqual({ problems: ['Flow Name is empty'], subject: undefined });
	const given = { flowName: 'Quick', specifySteps: 'json', stepsJson: '{', steps };
	const { problems, subject } = read(createFlow, given);
	expect([problems, subject]).toEqual([[expect.stringMatching(/^Steps \(JSON\) /)], 'Quick']);
});

test.each([
	[{ returnAll: false, limit: 5 }, 5],
	[{ returnAll: true, limit: 0 }, 60],
	[{ returnAll: 'true', limit: 'x' }, 50],
	[{}, 50],
])('with %j, %d of 60 steps are listed', async (parameters, count) => {
	const steps = Array.from({ length: 60 }, (_, index) => ({ id: `step-${index}` }));
	const item = createItem(parameters);
	const listed = getSteps.toItems!({ steps } as never, item, {} as never, { problems: [] });
	expect(await listed).toHaveLength(count);
});

test('a step is masked, and its texts are cells, like every answer', async () => {
	const steps = [{ id: '=1', name: '=1+1', note: '123-45-6789' }];
	const item = createItem({ returnAll: true });
	const [step] = await getSteps.toItems!({ steps } as never, item, {} as never, { problems: [] });
	expect(step!.json).toEqual({ id: '=1', name: 'Text: =1+1', note: '***-**-6789' });
});
