import type { IDataObject } from 'n8n-workflow';
import { outputJson, throwFailure } from '../host/execution.mts';
import { FILES_FOLDER, loadSandboxCredential, loadWorkflow, MAIN_JOB } from '../host/home.mts';
import { startN8n } from '../host/n8n.mts';
import { step, type Progress } from '../host/progress.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { placeSamples } from './samples.mts';

/**
 * Runs the main job against the sandbox in the real n8n that lives in `home`, and returns one simplified
 * row per applicant. Throws with the reason why it stopped.
 */
export async function mainJobInN8n(
	sandbox: Sandbox,
	home: string,
	progress: Progress,
): Promise<IDataObject[]> {
	await placeSamples(FILES_FOLDER);
	const n8n = await startN8n({ userFolder: home, workingFolder: FILES_FOLDER, progress });
	const { client } = n8n;
	try {
		const credential = await step(progress, 'Importing and testing the credential', async () => {
			const saved = await loadSandboxCredential(client, sandbox);
			const { status, message } = await client.testCredential(saved);
			if (status !== 'OK') throw new Error(`The credential does not work: ${message}`);
			return saved;
		});
		const workflowId = await step(progress, 'Importing the workflow main-job.workflow.json', () =>
			loadWorkflow(n8n, MAIN_JOB, [credential], { always: true }),
		);
		return await step(
			progress,
			'Running it: property → screenings sent → results awaited → files written',
			async () => {
				const execution = await client.runWorkflow(workflowId);
				throwFailure(execution);
				return outputJson(execution, 'Get results');
			},
			(rows) => `Ran it: ${sandbox.screenings.length} screenings sent, ${rows.length} results`,
		);
	} finally {
		await n8n.stop();
	}
}
