import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { runOn } from './engine.mts';

/** Runs the node with a fresh login against the sandbox; throws the error that the node ended with. */
export async function perform(
	sandbox: Sandbox,
	parameters: INodeParameters,
	input: IDataObject[] = [{}],
) {
	const outcome = await runOn(sandbox, { parameters, rows: input });
	if (outcome.error !== undefined) throw new Error(outcome.error.message, { cause: outcome.error });
	return {
		...outcome,
		/** What the run asked of the service, the login left out. */
		requests: sandbox.requests.filter(({ operation }) => operation !== 'login'),
	};
}
