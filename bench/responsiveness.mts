import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from '../dev/host/client.mts';
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
	for (const way of WAYS) {
		const [name] = way;
		const figures = await step(progress, `${items} rows: ${name}`, () =>
			stage((arena) => measureWay(arena, way, items)),
		);
		rows.push([name, ...figures]);
	}
	return {
		title: `How long n8n does not answer while it sends ${items.toLocaleString('en')} rows, each way in an n8n of its own`,
		head: ['Way', 'Longest silence', 'Whole execution', 'Peak memory'],
		rows,
	};
}

/** Puts the measured node behind the rows. */
type Place = (workflow: WorkflowJson, node: NodeSpec) => WorkflowJson;

/** Its name, and what is measured; at last, parameters besides those of the contestant. */
type Way = readonly [string, Contestant, Place, INodeParameters?];

const BATCHING = { requestOptions: { batching: { batch: { batchSize: 50, batchInterval: 1 } } } };
const BATCHING_OPTION = 'Batching option (50 items, 1 ms)';
const LOOP = `Loop Over Items (${ITEMS_PER_LOOP} each)`;

const WAYS: readonly Way[] = [
	['Map Automatically, all rows at once', MAP_AUTOMATICALLY, behind],
	[`Map Automatically, ${BATCHING_OPTION}`, MAP_AUTOMATICALLY, behind, BATCHING],
	[`Map Automatically, ${LOOP}`, MAP_AUTOMATICALLY, inLoop],
	[`Map Automatically, ${LOOP} around a sub-workflow`, MAP_AUTOMATICALLY, inSubWorkflow],
	['Map Each Field Below, all rows at once', DEFINE_BELOW, behind],
	[`Map Each Field Below, ${BATCHING_OPTION}`, DEFINE_BELOW, behind, BATCHING],
];

async function measureWay(arena: Arena, [, contestant, place, more]: Way, items: number) {
	const credential = await newAccount(arena);
	const parameters = { ...contestant.parameters('send', arena.service.baseUrl, 50), ...more };
	const workflow = place(
		chain('Large sheet', manualTrigger(), rowsOf({ work: 'send', items })),
		screeningNode(MEASURED, parameters, credential),
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

function behind(workflow: WorkflowJson, node: NodeSpec): WorkflowJson {
	connect(workflow, workflow.nodes.at(-1)!.name, node);
	return workflow;
}

function inLoop(workflow: WorkflowJson, body: NodeSpec): WorkflowJson {
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

/** In a loop that calls a workflow of that one node. */
function inSubWorkflow(workflow: WorkflowJson, node: NodeSpec): WorkflowJson {
	const trigger: NodeSpec = {
		name: 'When Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const workflowJson = JSON.stringify(chain('Send', trigger, node));
	return inLoop(workflow, {
		name: 'Send Them',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { source: 'parameter', workflowJson, options: {} },
	});
}
