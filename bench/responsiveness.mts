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
import { DEFINE_BELOW, MAP_AUTOMATICALLY, type Contestant } from './contestants/index.mts';
import { MEASURED, measureWorkflow, rowsOf } from './measure.mts';

/** How n8n answered others while it sent so many screenings in one of the ways there are. */
export interface Responsiveness {
	way: string;
	items: number;
	silenceMilliseconds: number;
	/** From the start of the execution to its end. */
	milliseconds: number;
	/** The most resident memory of n8n's process meanwhile. */
	peakMegabytes: number;
}

/** Where a way is measured: finds an arena for the work. */
type Stage = <T>(work: (arena: Arena) => Promise<T>) => Promise<T>;

const ITEMS_PER_LOOP = 500;
const LATENCY_MS = 20;

/** Sends `items` screenings in every way that the README speaks of, each on the stage by itself. */
export async function measureResponsiveness(
	items: number,
	stage: Stage,
	progress: Progress,
): Promise<Responsiveness[]> {
	const measured: Responsiveness[] = [];
	for (const [way, workflowFor] of Object.entries(WAYS)) {
		measured.push(
			await step(progress, `${items} rows: ${way}`, () =>
				stage(async (arena) => ({ way, items, ...(await measureWay(arena, workflowFor, items)) })),
			),
		);
	}
	return measured;
}

async function measureWay(
	arena: Arena,
	workflowFor: WorkflowFor,
	items: number,
): Promise<Omit<Responsiveness, 'way' | 'items'>> {
	const credential = await newAccount(arena);
	const workflow = workflowFor(items, arena.service.baseUrl, credential);
	await arena.n8n.inside.collectGarbage();
	const measured = await measureWorkflow(arena, workflow, { latencyMs: LATENCY_MS });
	const { startedAt, stoppedAt = '', status } = measured.execution;
	const { sent } = measured.service;
	if (status !== 'success' || sent !== items) {
		throw new Error(`It ended with ${status}, ${sent} of ${items} sent.`);
	}
	const { silenceMilliseconds, peakMegabytes } = measured;
	const milliseconds = Date.parse(stoppedAt) - Date.parse(startedAt);
	return { silenceMilliseconds, milliseconds, peakMegabytes };
}

type WorkflowFor = (items: number, baseUrl: string, credential: SavedCredential) => WorkflowJson;

const BATCHING = { requestOptions: { batching: { batch: { batchSize: 50, batchInterval: 1 } } } };

const WAYS: Readonly<Record<string, WorkflowFor>> = {
	'Map Automatically, all rows at once': (items, ...to) =>
		chain('At once', ...rows(items), node(MAP_AUTOMATICALLY, to)),
	'Map Automatically, Batching option (50 items, 1 ms)': (items, ...to) =>
		chain('Batching', ...rows(items), node(MAP_AUTOMATICALLY, to, BATCHING)),
	[`Map Automatically, Loop Over Items (${ITEMS_PER_LOOP} each)`]: (items, ...to) =>
		loop(chain('Loop', ...rows(items)), node(MAP_AUTOMATICALLY, to)),
	[`Map Automatically, Loop Over Items (${ITEMS_PER_LOOP} each) around a sub-workflow`]: (
		items,
		...to
	) => loop(chain('Sub-workflow', ...rows(items)), subWorkflow(node(MAP_AUTOMATICALLY, to))),
	'Map Each Field Below, all rows at once': (items, ...to) =>
		chain('At once', ...rows(items), node(DEFINE_BELOW, to)),
	'Map Each Field Below, Batching option (50 items, 1 ms)': (items, ...to) =>
		chain('Batching', ...rows(items), node(DEFINE_BELOW, to, BATCHING)),
};

function rows(items: number): [NodeSpec, NodeSpec] {
	return [manualTrigger(), rowsOf({ work: 'send', items })];
}

function node(
	{ parameters }: Contestant,
	[baseUrl, credential]: [baseUrl: string, credential: SavedCredential],
	more: INodeParameters = {},
): NodeSpec {
	return screeningNode(MEASURED, { ...parameters('send', baseUrl, 50), ...more }, credential);
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
