import type { SavedCredential } from '../dev/host/client.mts';
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

export type Measurement = Awaited<ReturnType<typeof measure>>;

const MEASURED = 'Measured';
const EXECUTION_TIMEOUT_MS = 30 * 60_000;
/** Rarely: each answer costs n8n time and memory, which would count as the contestant's. */
const ASK_WHETHER_ENDED_EVERY_MS = 400;

/** Runs the contestant in n8n once, measured from outside n8n's process. Throws where it did not do the whole work, each item once. */
export async function measure(
	{ n8n: { client }, service }: Arena,
	contestant: Contestant,
	setting: Setting,
	{ id, name }: SavedCredential,
) {
	const { type, typeVersion } = contestant;
	const { work, maxConcurrency, latencyMs } = setting;
	const node: NodeSpec = {
		name: MEASURED,
		type,
		typeVersion,
		parameters: contestant.parameters(work, service.baseUrl, maxConcurrency),
		credentials: { rentalScreeningApi: { id, name } },
	};
	const workflow = chain(contestant.name, manualTrigger(), rowsOf(setting), node);
	const saved = await client.createWorkflow(workflow);
	await service.begin(latencyMs);
	const executionId = await client.startWorkflow(saved.id);
	await client.waitForEnd(executionId, EXECUTION_TIMEOUT_MS, ASK_WHETHER_ENDED_EVERY_MS);
	const figures = await service.figures();
	const execution = await client.getExecution(executionId);
	await client.rest('POST', '/executions/delete', { ids: [executionId] });
	checkWork(contestant, setting, execution, figures);
	return { service: figures, milliseconds: nodeTime(execution) };
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
