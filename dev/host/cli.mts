import type { IRun } from 'n8n-workflow';
import { SubprocessError } from 'nano-spawn';
import { run } from './child.mts';
import type { RunningN8n } from './n8n.mts';
import { freePort } from './ports.mts';

/**
 * Runs a saved workflow to its end by `n8n execute`, a process of its own with nothing remembered from
 * others. Throws a `SubprocessError` where it fails.
 */
export async function executeInProcess(
	{
		installed,
		environment,
		workingFolder,
	}: Pick<RunningN8n, 'installed' | 'environment' | 'workingFolder'>,
	workflowId: string,
): Promise<IRun> {
	const env = { ...environment, N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
	const args = [installed.script, 'execute', `--id=${workflowId}`, '--rawOutput'];
	return readRun(await run(installed.node, args, { cwd: workingFolder, env }).catch(printedAll));
}

/** `--rawOutput` still lets n8n say a line or two before the JSON. */
function readRun(output: string): IRun {
	return JSON.parse(output.slice(output.search(/^\{/m))) as IRun;
}

/**
 * n8n's expression engine can crash while `n8n execute` is ending (seen with 2.41.1 and 1.123.81,
 * also without any community node). Everything has been printed by then, so that counts.
 */
function printedAll(error: unknown): string {
	if (error instanceof SubprocessError && error.signalName === 'SIGSEGV') {
		if (readRun(error.stdout).status === 'success') return error.stdout;
	}
	throw error;
}
