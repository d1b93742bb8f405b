import type { SavedCredential, WorkflowJson } from '../dev/host/client.mts';
import { outputItems, type Execution } from '../dev/host/execution.mts';
import { chain, codeNode, manualTrigger, type NodeSpec } from '../test/support/n8n-workflows.mts';
import type { Arena } from './arena.mts';
import { rowOf, type Contestant, type Work } from './contestants.mts';
import type { ServiceFigures } from './service.mts';

/** The work of a measured run, and how the service behaves. */
export interface Setting {
	work: Work;
	items: number;
	latencyMs: number;
	/** Whether n8n has a token of the service from an earlier execution. */
	token: 'warm' | 'cold';
	/** For those that have such an option. */
	maxConcurrency: number;
}

/** One execution of a workflow, measured from outside n8n's process. */
export type Measurement = Omit<Awaited<ReturnType<typeof measureWorkflow>>, 'execution'>;

const MEASURED = 'Measured';
const EXECUTION_TIMEOUT_MS = 30 * 60_000;
/** Rarely: each answer costs n8n time and memory, which would count as the contestant's. */
const ASK_WHETHER_ENDED_EVERY_MS = 400;

/** Runs the contestant in n8n once. Throws where it did not do the whole work, each item once. */
export async function measure(
	arena: Arena,
	contestant: Contestant,
	setting: Setting,
	credential: SavedCredential,
): Promise<Measurement> {
	const { type, typeVersion } = contestant;
	const { work, maxConcurrency } = setting;
	const node: NodeSpec = {
		name: MEASURED,
		type,
		typeVersion,
		parameters: contestant.parameters(work, arena.service.baseUrl, maxConcurrency),
		credentials: { rentalScreeningApi: { id: credential.id, name: credential.name } },
	};
	const workflow = chain(contestant.name, manualTrigger(), rowsOf(setting), node);
	const { execution, ...measurement } = await measureWorkflow(arena, workflow, setting);
	checkWork(contestant, setting, execution, measurement.service);
	return measurement;
}

/** Runs a workflow that has a node `Measured` once, and deletes its execution. */
async function measureWorkflow(
	{ n8n, service }: Arena,
	workflow: WorkflowJson,
	{ latencyMs }: Pick<Setting, 'latencyMs'>,
) {
	const { client } = n8n;
	const { id } = await client.createWorkflow(workflow);
	await service.begin(latencyMs);
	const executionId = await client.startWorkflow(id);
	await client.waitForEnd(executionId, EXECUTION_TIMEOUT_MS, ASK_WHETHER_ENDED_EVERY_MS);
	const figures = await service.figures();
	const execution = await client.getExecution(executionId);
	await client.rest('POST', '/executions/delete', { ids: [executionId] });
	return { service: figures, milliseconds: nodeTime(execution), execution };
}

/** A Code node that makes the rows of that setting. */
function rowsOf({ work, items }: Pick<Setting, 'work' | 'items'>): NodeSpec {
	const code = `const rowOf = ${rowOf.toString()};
return Array.from({ length: ${items} }, (_, index) => ({ json: rowOf('${work}', index) }));`;
	return codeNode('Rows', code);
}

/** What n8n says the measured node took, all its runs together. */
function nodeTime(execution: Execution): number {
	const runs = execution.data.resultData.runData[MEASURED] ?? [];
	return runs.reduce((sum, { executionTime }) => sum + executionTime, 0);
}

function checkWork(
	{ name }: Contestant,
	{ work, items }: Setting,
	execution: Execution,
	{ sent, sentTwice, fetched }: ServiceFigures,
): void {
	const done = work === 'send' ? sent : fetched;
	const put = outputItems(execution, MEASURED).length;
	if (execution.status === 'success' && done === items && put === items && sentTwice === 0) return;
	throw new Error(
		`${name} ended with ${execution.status}: of ${items} items the service did ${done} ` +
			`(${sentTwice} twice), and there are ${put} output items.`,
	);
}
