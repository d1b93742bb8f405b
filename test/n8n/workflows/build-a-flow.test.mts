import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { rows } from '../../support/n8n-workflows.mts';
import { replaceNodes } from '../../support/replace-nodes.mts';
import { readWorkflowFile, withSettings } from '../../support/workflow-file.mts';

describe.each(testedVersions())('Build a flow and send it, in n8n %s', (version) => {
	const host = useN8n({ version });

	const run = async (settings: Record<string, string>) => {
		const workflow = withSettings(readWorkflowFile('build-a-flow-and-send-it'), settings);
		const { id } = await host.client.createWorkflow(workflow, [host.credential]);
		return await host.client.runWorkflow(id);
	};

	it('chooses the steps by name and sends version 2', async () => {
		const execution = await run({ steps: 'landlord reviews, Identity verification' });

		expect(failureOf(execution)).toBeUndefined();
		const { sandbox } = host;
		expect(sandbox.requestsOf('createFlow').map(({ body }) => body)).toEqual([
			{
				flow: {
					name: 'Short check',
					steps: [
						{ id: 'step-landlord-reviews', options: { skippable: true } },
						{ id: 'step-identity', options: { skippable: false } },
					],
				},
			},
		]);
		const [flow] = outputJson(execution, 'Create flow');
		expect(sandbox.requestsOf('sendScreeningWithFlow').map(({ body }) => body)).toEqual([
			{
				flowId: flow?.['flowId'],
				email: 'nathan.smith@example.com',
				phone: '+14165550100',
				firstName: 'Nathan',
				lastName: 'Smith',
				payer: 'PAYER_SELF',
			},
		]);
		expect(outputJson(execution, 'Send screening with flow')).toMatchObject([
			{ email: 'nathan.smith@example.com', userId: sandbox.screenings[0]?.userId },
		]);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	it('sends nothing when a step does not exist, and names those that do', async () => {
		const execution = await run({ steps: 'Horoscope' });

		expect(execution.status).toBe('error');
		expect(failureOf(execution)?.message).toMatch(/no step 'horoscope'.*Identity verification/);
		expect(host.sandbox.requestsOf('createFlow')).toEqual([]);
		expect(host.sandbox.screenings).toEqual([]);
	});

	it('makes no flow where one is named', async () => {
		const execution = await run({ flowId: host.sandbox.flowId });

		expect(failureOf(execution)).toBeUndefined();
		expect(host.sandbox.requestsOf('createFlow')).toEqual([]);
		expect(host.sandbox.screenings).toMatchObject([{ flowId: host.sandbox.flowId }]);
	});

	it('sends the flow to many, as its sticky note tells', async () => {
		const { sandbox, client, credential } = host;
		const workflow = readWorkflowFile('build-a-flow-and-send-it');
		const sheet = rows('Get row(s) in sheet', [
			{ 'E-mail': 'amara@example.com', Mobile: '+14165550111' },
			{ 'E-mail': 'leo@example.com', Mobile: '+15145550122' },
		]);
		replaceNodes(workflow, ['Applicant'], sheet);
		const send = workflow.nodes.find(({ name }) => name === 'Send screening with flow')!;
		send.parameters['mappingMode'] = 'autoMapInputData';
		const { id } = await client.createWorkflow(workflow, [credential]);

		const execution = await client.runWorkflow(id);

		expect(failureOf(execution)).toBeUndefined();
		const flowId = outputJson(execution, 'Create flow')[0]?.['flowId'];
		expect(sandbox.screenings.map((one) => [one.email, one.flowId])).toEqual([
			['amara@example.com', flowId],
			['leo@example.com', flowId],
		]);
	});
});
