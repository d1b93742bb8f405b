import type { INodeParameters } from 'n8n-workflow';

import { steps } from '../../../dev/sandbox/data/steps.mts';
import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
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
])('%s: the first ones of what the service listed, in its order', async (_, parameters, count) => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'listSteps', body: { steps: manySteps } });

	const { rows, items, requests } = await perform(sandbox, { ...getSteps, ...parameters });

	expect(rows).toEqual(manySteps.slice(0, count));
	expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
	expect(requests).toHaveLength(1);
});

test('a service without steps: no item', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'listSteps', body: { steps: [] } });
	expect((await perform(sandbox, getSteps)).items).toEqual([]);
});

test('two input items: the list for each, linked to its own', async () => {
	const { rows, items } = await perform(await newSandbox(), getSteps, [{}, {}]);
	expect(rows).toEqual([...steps, ...steps]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1].flatMap((item) => steps.map(() => ({ item }))),
	);
});

test.each([0, -3, 2.5, 'x', ''])('a limit of %j: nothing is asked', async (limit) => {
	const sandbox = await newSandbox();
	await expect(
		perform(sandbox, { ...getSteps, limit: '={{ $json.limit }}' }, [{ limit }]),
	).rejects.toThrow("'Limit' must be a whole number of at least 1");
	expect(sandbox.requests).toEqual([]);
});
