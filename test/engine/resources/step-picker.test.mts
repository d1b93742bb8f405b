import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { steps } from '../../../dev/sandbox/data/steps.mts';
import type { Sandbox } from '../../../dev/sandbox/index.mts';
import {
	additionalDataOf,
	compiledNode,
	credentialFor,
	workflowOf,
} from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** What the editor shows in the list of flow steps when this is typed into its search. */
async function stepsToPick(sandbox: Sandbox, filter?: string) {
	const credential = credentialFor(sandbox);
	const workflow = workflowOf({
		credential,
		parameters: { resource: 'flow', operation: 'create' },
	});
	const context = new LoadOptionsContext(
		workflow,
		workflow.getNode('Rental Screening')!,
		additionalDataOf(credential),
		'parameters.steps.step[0].id',
	);
	const { results } = await compiledNode().methods!.listSearch!['searchSteps']!.call(
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

test('a step without a name is shown by its ID', async () => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'listSteps', body: { steps: [{ id: 'step-7' }] } });
	expect(await stepsToPick(sandbox)).toEqual([{ name: 'step-7', value: 'step-7' }]);
});

test('the list can be searched by name and by ID', async () => {
	const sandbox = await newSandbox();
	expect(await stepsToPick(sandbox, ' INCOME')).toEqual([
		{ name: 'Income and bank connection', value: 'step-income' },
	]);
	expect(await stepsToPick(sandbox, 'step-identity')).toMatchObject([{ value: 'step-identity' }]);
	expect(await stepsToPick(sandbox, 'none of them')).toEqual([]);
});

test.each([
	['is a web page', { text: '<!doctype html><p>Hello' }],
	['has no list', { body: { steps: 'none' } }],
])('where the answer %s it says so, and what to do', async (_, fault) => {
	const sandbox = await newSandbox();
	sandbox.addFault({ operation: 'listSteps', ...fault });
	await expect(stepsToPick(sandbox)).rejects.toMatchObject({
		message: "The service answered without 'steps'",
		description: "Test the credential, or choose 'By ID' and enter the ID.",
	});
});
