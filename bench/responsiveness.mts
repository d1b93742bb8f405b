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
import { collectGarbage, newAccount, type Arena } from './arena.mts';
import { DEFINE_BELOW, MAP_AUTOMATICALLY, type Contestant } from './contestants.mts';
import { MEASURED, measureWorkflow, rowsOf } from './measure.mts';
import { inMegabytes, inSeconds, type Sheet } from './report.mts';

/** Does the work in an n8n: of its own, in the benchmark. */
type Stage = <T>(work: (arena: Arena) => Promise<T>) => Promise<T>;

const ITEMS_PER_LOOP = 500;
const LATENCY_MS = 20;

/** Sends `items` screenings in every way of the docs: how long does n8n not answer anything else? */
export async function measureResponsiveness(
	items: number,
	stage: Stage,
	progress: Progress,
): Promise<Sheet> {
	const rows: string[][] = [];
	for (const [way, workflowFor] of Object.entries(WAYS)) {
		const figures = await step(progress, `${items} rows: ${way}`, () =>
			stage((arena) => measureWay(arena, workflowFor, items)),
		);
		rows.push([way, ...figures]);
	}
	return {
		title: `How long n8n does not answer while it sends ${items.toLocaleString('en')} rows, each way in an n8n of its own`,
		head: ['Way', 'Longest silence', 'Whole execution', 'Peak memory'],
		rows,
	};
}

/** What the node gets besides its own parameters, and how it is put into a workflow. */
type WorkflowFor = (
	rows: readonly [NodeSpec, NodeSpec],
	node: (contestant: Contestant, more?: INodeParameters) => NodeSpec,
) => WorkflowJson;

const BATCHING = { requestOptions: { batching: { batch: { batchSize: 50, batchInterval: 1 } } } };

const WAYS: Readonly<Record<string, WorkflowFor>> = {
	'Map Automatically, all rows at once': (rows, node) =>
		chain('At once', ...rows, node(MAP_AUTOMATICALLY)),
	'Map Automatically, Batching option (50 items, 1 ms)': (rows, node) =>
		chain('Batching', ...rows, node(MAP_AUTOMATICALLY, BATCHING)),
	[`Map Automatically, Loop Over Items (${ITEMS_PER_LOOP} each)`]: (rows, node) =>
		loop(chain('Loop', ...rows), node(MAP_AUTOMATICALLY)),
	[`Map Automatically, Loop Over Items (${ITEMS_PER_LOOP} each) around a sub-workflow`]: (
		rows,
		node,
	) => loop(chain('Sub-workflow', ...rows), subWorkflow(node(MAP_AUTOMATICALLY))),
	'Map Each Field Below, all rows at once': (rows, node) =>
		chain('At once', ...rows, node(DEFINE_BELOW)),
	'Map Each Field Below, Batching option (50 items, 1 ms)': (rows, node) =>
		chain('Batching', ...rows, node(DEFINE_BELOW, BATCHING)),
};

async function measureWay(arena: Arena, workflowFor: WorkflowFor, items: number) {
	const credential: SavedCredential = await newAccount(arena);
	const { baseUrl } = arena.service;
	const workflow = workflowFor(
		[manualTrigger(), rowsOf({ work: 'send', items })],
		({ parameters }, more) =>
			screeningNode(MEASURED, { ...parameters('send', baseUrl, 50), ...more }, credential),
	);
	await collectGarbage(arena);
	const measured = await measureWorkflow(arena, workflow, { latencyMs: LATENCY_MS });
	const { startedAt, stoppedAt = '', status } = measured.execution;
	const { sent } = measured.service;
	if (status !== 'success' || sent !== items) {
		throw new Error(`The execution ended with ${status}, ${sent} of ${items} sent.`);
	}
	return [
		inSeconds(measured.silenceMilliseconds),
		inSeconds(Date.parse(stoppedAt) - Date.parse(startedAt)),
		inMegabytes(measured.peakMegabytes),
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
