import type { IRun } from 'n8n-workflow';
import { SubprocessError } from 'nano-spawn';
import { run } from '../../dev/host/child.mts';
import { outputJson } from '../../dev/host/execution.mts';
import type { RunningN8n } from '../../dev/host/n8n.mts';
import { freePort } from '../../dev/host/ports.mts';
import { useN8n } from '../support/n8n-host.mts';
import { chain, manualTrigger, screeningNode } from '../support/n8n-workflows.mts';

describe('a process of n8n that has just started', () => {
	const host = useN8n();

	test('logs in once, as no token is stored', async () => {
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
		await host.client.runWorkflow(id);
		expect(operations()).toEqual(['login', 'listSteps', 'listSteps']);

		const second = await execute(n8n, id);
		expect(outputJson(second, 'Steps')).toEqual(outputJson(first, 'Steps'));
		expect(operations().slice(3)).toEqual(['login', 'listSteps']);
	});
});

/** Runs a saved workflow to its end by `n8n execute`, a process of its own with nothing remembered from others. */
async function execute(
	n8n: Pick<RunningN8n, 'installed' | 'environment' | 'workingFolder'>,
	workflowId: string,
): Promise<IRun> {
	const { script, node } = n8n.installed;
	const env = { ...n8n.environment, N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
	const args = [script, 'execute', `--id=${workflowId}`, '--rawOutput'];
	const output = await run(node, args, { cwd: n8n.workingFolder, env }).catch((error: unknown) => {
		// n8n's expression engine can crash while `n8n execute` is ending (seen with 2.41.1, also
		// without any community node). Everything has been printed by then.
		const crashed = error instanceof SubprocessError && error.signalName === 'SIGSEGV';
		if (crashed && readRun(error.stdout).status === 'success') return error.stdout;
		throw error;
	});
	return readRun(output);
}

/** `--rawOutput` still lets n8n say a line or two before the JSON. */
function readRun(output: string): IRun {
	return JSON.parse(output.slice(output.search(/^\{/m))) as IRun;
}
