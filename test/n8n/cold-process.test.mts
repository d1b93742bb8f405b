import { executeInProcess } from '../../dev/host/cli.mts';
import { outputJson } from '../../dev/host/execution.mts';
import { testedVersions, useN8n } from '../support/n8n-host.mts';
import { chain, manualTrigger, screeningNode } from '../support/n8n-workflows.mts';

describe.each(testedVersions())('a process of n8n %s that has just started', (version) => {
	const host = useN8n({ version });

	test('uses the stored token, and logs in once when that is no longer good', async () => {
		const { n8n } = host;
		if (!('installed' in n8n)) throw new Error('A container has no process to start.');
		const steps = { resource: 'flow', operation: 'getSteps', returnAll: true };
		const workflow = chain(
			'Steps',
			manualTrigger(),
			screeningNode('Steps', steps, host.credential),
		);
		const { id } = await host.client.createWorkflow(workflow);
		const operations = () => host.sandbox.requests.map(({ operation }) => operation);

		const first = await host.client.runWorkflow(id);
		expect(outputJson(first, 'Steps').length).toBeGreaterThan(0);
		expect(operations()).toEqual(['login', 'listSteps']);

		const second = await executeInProcess(n8n, id);
		expect(outputJson(second, 'Steps')).toEqual(outputJson(first, 'Steps'));
		expect(operations().slice(2)).toEqual(['listSteps']);

		host.sandbox.revokeTokens();
		await executeInProcess(n8n, id);
		expect(operations().slice(3)).toEqual(['listSteps', 'login', 'listSteps']);
	});
});
