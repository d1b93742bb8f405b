import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INode, ITaskData } from 'n8n-workflow';
import { outputJson, throwFailure } from '../host/execution.mts';
import type { Progress, Step } from '../host/progress.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { sampleRows } from './samples.mts';

const APPLICANTS = 'Read applicants';
const SEND = 'Send screenings';
const RESULTS = 'Get results';

/**
 * Sends a screening to each sample applicant and waits for the results, in n8n's own engine, in
 * this process. Returns one simplified row per applicant. Throws with the reason why it stopped.
 */
export async function screenInEngine(sandbox: Sandbox, progress: Progress): Promise<IDataObject[]> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-engine-'));
	try {
		// The engine creates its settings file here, and would print what a failed node threw.
		process.env['N8N_USER_FOLDER'] = userFolder;
		process.env['N8N_LOG_LEVEL'] ??= 'silent';
		const engine = await import('../engine/engine.mts');
		const additionalData = engine.additionalDataOf(engine.credentialFor(sandbox));
		const steps = new Map<string, Step>();
		additionalData.hooks!.addHandler('nodeExecuteBefore', (name: string) => {
			steps.set(name, progress(name));
		});
		additionalData.hooks!.addHandler('nodeExecuteAfter', (name: string, ran: ITaskData) => {
			if (ran.error) steps.get(name)?.failed();
			else steps.get(name)?.done(`${name}: ${ran.data?.['main']?.[0]?.length ?? 0} items`);
		});
		const { propertyId } = sandbox;
		const ours = (name: string, parameters: INode['parameters']) =>
			engine.nodeOf(name, 'rentalScreening', {
				parameters: { mappingMode: 'autoMapInputData', ...parameters },
			});
		const nodes = [
			engine.nodeOf(APPLICANTS, 'applicants'),
			ours(SEND, { resource: 'screening', operation: 'send', propertyId }),
			ours(RESULTS, {
				resource: 'results',
				operation: 'get',
				updateRows: false,
				options: { waitUpToMinutes: 1, pollEverySeconds: 1 },
			}),
		];
		const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const connections = { [APPLICANTS]: next(SEND), [SEND]: next(RESULTS) };
		const applicants = engine.standIn(() => sampleRows.map((json) => ({ json })));
		const types = { applicants, rentalScreening: engine.compiledNode() };
		const run = await engine.runInEngine({
			workflow: engine.engineWorkflow({ nodes, connections }, types),
			start: APPLICANTS,
			additionalData,
		});
		throwFailure(run);
		return outputJson(run, RESULTS);
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}
