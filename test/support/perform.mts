import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../../dev/sandbox/index.mts';
import { type RunOutcome, runOn } from './engine.mts';

export interface Performance extends RunOutcome {
	/** What the run asked of the service, the login left out. */
	requests: RecordedRequest[];
}

/** Runs the node with a fresh login against the sandbox; throws the error that the node ended with. */
export async function perform(
	sandbox: Sandbox,
	parameters: INodeParameters,
	input: IDataObject[] = [{}],
): Promise<Performance> {
	const outcome = await runOn(sandbox, { parameters, rows: input });
	if (outcome.error !== undefined) throw new Error(outcome.error.message, { cause: outcome.error });
	return {
		...outcome,
		requests: sandbox.requests.filter(({ operation }) => operation !== 'login'),
	};
}
