import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { failureOf, outputJson } from '../host/execution.mts';
import {
	FILES_FOLDER,
	loadCredential,
	loadWorkflow,
	MAIN_JOB,
	sandboxAccount,
	startHome,
} from '../host/home.mts';
import type { RunningN8n } from '../host/n8n.mts';
import { npm } from '../host/npm.mts';
import { PROJECT } from '../host/package.mts';
import { step, type Progress } from '../host/progress.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';

/** What the demo's workflow writes, relative to the repository. */
export const OUTPUT_FILES = ['out/screening-results.csv', 'out/screening-results.xlsx'];

/** Applicants complete their screening after so long, so that the workflow is seen to wait. */
const COMPLETE_AFTER_SECONDS = 3;

/**
 * Does the main job in a real n8n against the sandbox and returns one simplified row per applicant.
 * Throws with a sentence for people where any step does not work.
 */
export async function runMainJob(home: string, progress: Progress): Promise<IDataObject[]> {
	await step(progress, 'Building the node package', () => npm(['run', 'build'], { cwd: PROJECT }));
	const sandbox = await step(
		progress,
		'Starting the sandbox, a stand-in for the screening service',
		() => startSandbox({ completeAfter: { seconds: COMPLETE_AFTER_SECONDS } }),
		({ baseUrl }) => `The sandbox answers at ${baseUrl}`,
	);
	try {
		const n8n = await startHome({ home, filesFolder: FILES_FOLDER, progress });
		try {
			return await runWorkflow(n8n, sandbox, progress);
		} finally {
			await n8n.stop();
		}
	} finally {
		await sandbox.close();
	}
}

async function runWorkflow(
	n8n: RunningN8n,
	sandbox: Sandbox,
	progress: Progress,
): Promise<IDataObject[]> {
	const { client } = n8n;
	await Promise.all(OUTPUT_FILES.map((file) => rm(join(PROJECT, file), { force: true })));
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
				const { message, description = '' } = failure;
				throw new Error(`The workflow stopped: ${message}. ${description}`.trim());
			}
			return outputJson(execution, 'Get results');
		},
		(rows) => `Ran it: ${sandbox.screenings.length} screenings sent, ${rows.length} results`,
	);
}
