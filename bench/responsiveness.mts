import type { INodeParameters } from 'n8n-workflow';

import type { SavedCredential, WorkflowJson } from '../dev/host/client.mts';
import { step, type Progress } from '../dev/host/progress.mts';
import {
	chain,
	connect,
	manualTrigger,
	screeningNode,
	type NodeSpec,
} from '../test/support/n8n-workflows.mts';
import { newAccount, type Arena } from './arena.mts';
import { MAP_AUTOMATICALLY } from './contestants/index.mts';
import { MEASURED, measureWorkflow, rowsOf } from './measure.mts';
import { median } from './median.mts';

/** How n8n answered others while it sent so many screenings in one of the ways there are. */
export interface Responsiveness {
	way: string;
	items: number;
	silenceMilliseconds: number;
	/** From the start of the execution to its end. */
	milliseconds: number;
}

const ITEMS_PER_LOOP = 500;
const LATENCY_MS = 20;

/** Sends `items` screenings in every way that the README speaks of, `repeats` times in turns. */
export async function measureResponsiveness(
	arena: Arena,
	{ items, repeats }: { items: number; repeats: number },
	progress: Progress,
): Promise<Responsiveness[]> {
	const credential = await newAccount(arena);
	const ways = waysOf(items, arena.service.baseUrl, credential);
	const measured = ways.map(() => ({ silence: [] as number[], whole: [] as number[] }));
	for (let repeat = 0; repeat < repeats; repeat++) {
		for (const [index, { way, workflow }] of ways.entries()) {
			await step(progress, `${items} rows: ${way}`, async () => {
				const one = await measureWorkflow(arena, workflow, { latencyMs: LATENCY_MS });
				const { startedAt, stoppedAt = '', status } = one.execution;
				if (status !== 'success' || one.service.sent !== items) {
					throw new Error(`${way} ended with ${status}, ${one.service.sent} sent.`);
				}
				measured[index]!.silence.push(one.silenceMilliseconds);
				measured[index]!.whole.push(Date.parse(stoppedAt) - Date.parse(startedAt));
			});
		}
	}
	return ways.map(({ way }, index) => ({
		way,
		items,
		silenceMilliseconds: median(measured[index]!.silence),
		milliseconds: median(measured[index]!.whole),
	}));
}

function waysOf(items: number, baseUrl: string, credential: SavedCredential) {
	const start = [manualTrigger(), rowsOf({ work: 'send', items })] as const;
	const byColumns = MAP_AUTOMATICALLY.parameters('send', baseUrl, 50);
	const batching = { batching: { batch: { batchSize: 50, batchInterval: 1 } } };
	const node = (parameters: INodeParameters) => screeningNode(MEASURED, parameters, credential);
	return [
		{
			way: 'Map Automatically, all rows at once',
			workflow: chain('At once', ...start, node(byColumns)),
		},
		{
			way: 'Map Automatically, Batching option (50 items, 1 ms)',
			workflow: chain('Batching', ...start, node({ ...byColumns, requestOptions: batching })),
		},
		{
			way: `Map Automatically, Loop Over Items (${ITEMS_PER_LOOP} each)`,
			workflow: loop(chain('Loop', ...start), node(byColumns)),
		},
		{
			way: `Map Automatically, Loop Over Items (${ITEMS_PER_LOOP} each) around a sub-workflow`,
			workflow: loop(chain('Sub-workflow', ...start), subWorkflow(node(byColumns))),
		},
	];
}

/** Puts `body` into a loop at the end of the workflow. */
function loop(workflow: WorkflowJson, body: NodeSpec): WorkflowJson {
	const loopOverItems: NodeSpec = {
		name: 'Loop Over Items',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: ITEMS_PER_LOOP, options: {} },
	};
	connect(workflow, workflow.nodes.at(-1)!.name, loopOverItems);
	connect(workflow, loopOverItems.name, body, 1);
	connect(workflow, body.name, loopOverItems);
	return workflow;
}

/** Calls a workflow of that one node. */
function subWorkflow(node: NodeSpec): NodeSpec {
	const trigger: NodeSpec = {
		name: 'When Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	return {
		name: 'Send Them',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			source: 'parameter',
			workflowJson: JSON.stringify(chain('Send', trigger, node)),
			options: {},
		},
	};
}
