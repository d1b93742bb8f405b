import type { ExecutionStatus, IDataObject, IRunExecutionData } from 'n8n-workflow';

/** One execution of a workflow, as n8n saved it. */
export interface Execution {
	id: string;
	status: ExecutionStatus;
	data: IRunExecutionData;
	/** n8n's whole answer about it, to search for secrets. */
	text: string;
}

/** An execution as read by the client, or a run of the engine. */
type HasRunData = Pick<Execution, 'data'>;

/** The JSON of the output items of a node's last run, by output (0 = main, 1 = error output). */
export function listOutputs(execution: HasRunData, node: string, output = 0): IDataObject[] {
	const runs = execution.data.resultData.runData[node];
	const items = runs?.at(-1)?.data?.['main']?.[output] ?? [];
	return items.map(({ json }) => json);
}

/** The message and description of what failed the execution or, if named, the node. */
export function findFailure(execution: HasRunData, node?: string) {
	const { resultData } = execution.data;
	const error = node ? resultData.runData[node]?.at(-1)?.error : resultData.error;
	return error && { message: error.message, description: error.description ?? undefined };
}
