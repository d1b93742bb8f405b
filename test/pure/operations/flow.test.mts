import { createFlow, getSteps } from '../../../nodes/RentalScreening/operations/flow.ts';
import { createItem } from '../../support/item-inputs.mts';

/** What the operation asks for with these parameters: the names and texts of its problems, and its subject. */
function prepare(operation: typeof createFlow, parameters: object) {
	const item = createItem(parameters);
	const { problems, subject } = operation.readRequests!([item])[0]!;
	return {
		problems: problems.map((problem) =>
			'sentence' in problem ? problem.sentence : `${problem.label} ${problem.clause}`,
		),
		subject,
	};
}

test('a flow is named in messages, also where its steps cannot be sent', () => {
	const steps = { step: [{ id: 'income' }] };
	expect(prepare(createFlow, { flowName: 'Quick', steps })).toEqual({
		problems: [],
		subject: 'Quick',
	});
	const unnamed = prepare(createFlow, { flowName: ' ', steps });
	expect(unnamed).toEqual({ problems: ['Flow Name is empty'], subject: undefined });
	const given = { flowName: 'Quick', specifySteps: 'json', stepsJson: '{', steps };
	const { problems, subject } = prepare(createFlow, given);
	expect([problems, subject]).toEqual([[expect.stringMatching(/^Steps \(JSON\) /)], 'Quick']);
});

test.each([
	['', 'has an empty step: choose one or remove it; see entry 2'],
	['{{ $json.step }}', expect.stringMatching(/^holds '{{'.*; see entry 2$/)],
])('the second step %j is named with what is wrong', (id, text) => {
	const given = { flowName: 'Quick', specifySteps: 'json', stepsJson: ['income', id] };
	const item = createItem(given);
	expect(createFlow.readRequests!([item])[0]!.problems).toEqual([
		{ label: 'Steps (JSON)', clause: text, scope: 'item' },
	]);
});

test('a step is masked, and cut off where it is nested deeper than n8n can save, like every answer', async () => {
	let nested: unknown = 'deep';
	for (let at = 0; at < 20_000; at++) nested = [nested];
	const steps = [{ id: 'income', name: '=1+1', nested, note: '123-45-6789' }];
	const item = createItem({ returnAll: true });
	const [step] = await getSteps.toItems!({ steps } as never, item, {} as never, { problems: [] });
	expect(step!.json).toMatchObject({ id: 'income', name: 'Text: =1+1', note: '***-**-6789' });
	expect(JSON.stringify(step!.json).length).toBeLessThan(2000);
});
