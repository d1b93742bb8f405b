import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INode, INodeType, ITaskData } from 'n8n-workflow';
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
		const nodes = [
			nodeOf(APPLICANTS, 'applicants', {}),
			nodeOf(SEND, 'rentalScreening', { resource: 'screening', operation: 'send', propertyId }),
			nodeOf(RESULTS, 'rentalScreening', {
				resource: 'results',
				operation: 'get',
				updateRows: false,
				options: { waitUpToMinutes: 1, pollEverySeconds: 1 },
			}),
		];
		const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const connections = { [APPLICANTS]: next(SEND), [SEND]: next(RESULTS) };
		const types = { applicants: applicantsNode, rentalScreening: engine.compiledNode() };
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

function nodeOf(name: string, type: string, parameters: INode['parameters']): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: { mappingMode: 'autoMapInputData', ...parameters },
		credentials: { rentalScreeningApi: { id: '1', name: 'Sandbox' } },
	};
}

/** Stands in for the node that reads the spreadsheet, since n8n's own nodes are not installed here. */
const applicantsNode: INodeType = {
	description: {
		displayName: APPLICANTS,
		name: 'applicants',
		group: ['trigger'],
		version: 1,
		description: 'Gives the sample rows',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: () => Promise.resolve([sampleRows.map((json) => ({ json }))]),
};
