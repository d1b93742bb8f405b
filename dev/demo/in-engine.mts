import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, ITaskData } from 'n8n-workflow';
import { outputJson, throwFailure } from '../host/execution.mts';
import type { WorkflowJson } from '../host/client.mts';
import { MAIN_JOB } from '../host/home.mts';
import type { Progress, Step } from '../host/progress.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { placeSamples } from './samples.mts';

/**
 * Runs the main job against the sandbox in n8n's own engine, in this process, and returns one simplified
 * row per applicant. Files are read from and written to `folder`. Throws with the reason why it stopped.
 */
export async function mainJobInEngine(
	sandbox: Sandbox,
	folder: string,
	progress: Progress,
): Promise<IDataObject[]> {
	await placeSamples(folder);
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-engine-'));
	try {
		// The engine creates its settings file here, and would print what a failed node threw.
		process.env['N8N_USER_FOLDER'] = userFolder;
		process.env['N8N_LOG_LEVEL'] ??= 'silent';
		const engine = await import('../engine/engine.mts');
		const { sheetNodes } = await import('../engine/sheet-nodes.mts');
		const { nodes, connections } = JSON.parse(await readFile(MAIN_JOB, 'utf8')) as WorkflowJson;
		const additionalData = engine.additionalDataOf(engine.credentialFor(sandbox));
		const steps = new Map<string, Step>();
		additionalData.hooks!.addHandler('nodeExecuteBefore', (name: string) => {
			steps.set(name, progress(name));
		});
		additionalData.hooks!.addHandler('nodeExecuteAfter', (name: string, ran: ITaskData) => {
			if (ran.error) steps.get(name)?.failed();
			else steps.get(name)?.done(`${name}: ${counted(ran)}`);
		});
		const run = await engine.runInEngine({
			workflow: engine.engineWorkflow(
				{ nodes: nodes.filter(({ type }) => !type.endsWith('.stickyNote')), connections },
				{
					...sheetNodes(folder),
					'n8n-nodes-rental-screening.rentalScreening': engine.compiledNode(),
				},
			),
			start: 'Start',
			additionalData,
		});
		throwFailure(run);
		return outputJson(run, 'Get results');
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

function counted({ data }: ITaskData): string {
	const count = data?.['main']?.[0]?.length ?? 0;
	return `${count} ${count === 1 ? 'item' : 'items'}`;
}
