import type { IDataObject } from 'n8n-workflow';
import { failureOf, outputJson } from '../host/execution.mts';
import {
	loadCredential,
	loadWorkflow,
	MAIN_JOB,
	sandboxAccount,
	startHome,
} from '../host/home.mts';
import { step, type Progress } from '../host/progress.mts';
import type { Sandbox } from '../sandbox/index.mts';

/**
 * Runs the main job against the sandbox in the real n8n that lives in `home`, and returns one simplified
 * row per applicant. Throws with the reason why it stopped.
 */
export async function mainJobInN8n(
	sandbox: Sandbox,
	{ home, filesFolder, progress }: { home: string; filesFolder: string; progress: Progress },
): Promise<IDataObject[]> {
	const n8n = await startHome({ home, filesFolder, progress });
	try {
		const { client } = n8n;
		const credential = await step(progress, 'Importing and testing the credential', async () => {
			const saved = await loadCredential(client, sandboxAccount(sandbox));
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
				const failure = failureOf(execution);
				if (failure) {
					throw new Error([failure.message, failure.description].filter(Boolean).join('. '));
				}
				return outputJson(execution, 'Get results');
			},
			(rows) => `Ran it: ${sandbox.screenings.length} screenings sent, ${rows.length} results`,
		);
	} finally {
		await n8n.stop();
	}
}
