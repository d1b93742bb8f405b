import { findFailure } from '../../../dev/host/execution.mts';
import { openDataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const FLOW_NAME = 'Landlords first';
const STEPS = {
	step: [
		{ id: 'step-landlord-reviews', skippable: true },
		{ id: 'step-identity', skippable: false },
	],
};

describe('Build a flow of your own, in n8n', () => {
	const host = useN8n();

	test('makes the flow with its steps in order, and writes down its ID, and nothing if it cannot be made', async () => {
		const { client, credential, sandbox } = host;
		const workflow = readWorkflowFile('build-a-flow-of-your-own', {
			'Create flow': { steps: STEPS, flowName: FLOW_NAME },
		});
		const { id } = await client.createWorkflow(workflow, [credential]);
		sandbox.disrupt({ operation: 'createFlow', status: 400, times: 1 });

		expect(findFailure(await client.runWorkflow(id))).toBeDefined();
		const table = await openDataTable(client, 'Screening flows');
		expect(await table.rows()).toEqual([]);
		expect(findFailure(await client.runWorkflow(id))).toBeUndefined();

		const [, { body }] = sandbox.listRequests('createFlow') as [unknown, { body: unknown }];
		expect(body).toEqual({
			flow: {
				name: FLOW_NAME,
				steps: [
					{ id: 'step-landlord-reviews', options: { skippable: true } },
					{ id: 'step-identity', options: { skippable: false } },
				],
			},
		});
		expect(await table.rows()).toMatchObject([
			{ flowName: FLOW_NAME, flowId: expect.stringMatching(/\w/) as string },
		]);
	});
});
