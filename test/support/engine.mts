import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	Workflow,
} from 'n8n-workflow';

import {
	additionalDataOf,
	compiledNode,
	engineWorkflow,
	runInEngine,
} from '../../dev/engine/engine.mts';
import type { StoredCredential } from '../../dev/engine/stored-credential.mts';
import { lookNode, sheetNodeWith } from './helper-nodes.mts';

export { additionalDataOf, compiledNode, credentialFor } from '../../dev/engine/engine.mts';

export interface RunSpec {
	credential: StoredCredential;
	/** Parameters of our node, as the editor stores them. */
	parameters: INodeParameters;
	/** Its input items; one empty item by default. */
	rows?: IDataObject[];
	/** Settings of our node, such as `onError` and `retryOnFail`. */
	settings?: Partial<INode>;
	/** Expression that a node after each output of ours evaluates. */
	look?: string;
	/** Called with what cancels the execution. */
	onStart?: (cancel: () => void) => void;
	/** A node to run in the place of ours, with our credential. */
	inPlace?: INodeType;
}

export interface RunOutcome {
	/** The items of our node's outputs: the first, and the error output where it is in use. */
	items: INodeExecutionData[];
	errorItems: INodeExecutionData[];
	/** The error that our node ended with, if any. */
	error: (Error & { description?: string; httpCode?: string; context?: IDataObject }) | undefined;
	/** What the nodes after the two outputs saw. */
	looked: unknown[];
	lookedAtErrors: unknown[];
	/** Everything that n8n would save of this execution, as text. */
	saved: string;
	run: IRun;
}

const NODE_NAME = 'Rental Screening';

/** Runs Sheet → Rental Screening (→ Look, one per output) in n8n's own engine. */
export async function runNode(spec: RunSpec): Promise<RunOutcome> {
	const run = await runInEngine({
		workflow: workflowOf(spec),
		start: 'Sheet',
		additionalData: additionalDataOf(spec.credential),
		onStart: spec.onStart,
	});
	return outcomeOf(run);
}

/** The workflow that `runNode` runs. */
export function workflowOf(spec: RunSpec): Workflow {
	const { parameters, rows = [{}], settings = {}, look = '', inPlace } = spec;
	const node = (name: string, type: string, own: Partial<INode>): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...own,
	});
	const ours = node(NODE_NAME, 'rentalScreening', {
		parameters,
		credentials: { rentalScreeningApi: { id: '1', name: 'Rental Screening account' } },
		...settings,
	});
	const to = (target: string) => ({ node: target, type: 'main' as const, index: 0 });
	const types: Record<string, INodeType> = {
		sheet: sheetNodeWith(rows),
		look: lookNode,
		rentalScreening: inPlace ?? compiledNode(),
	};
	const nodes = [
		node('Sheet', 'sheet', {}),
		ours,
		node('Look', 'look', { parameters: { value: look } }),
		node('Look at Errors', 'look', { parameters: { value: look } }),
	];
	const connections = {
		Sheet: { main: [[to(NODE_NAME)]] },
		[NODE_NAME]: { main: [[to('Look')], [to('Look at Errors')]] },
	};
	return engineWorkflow({ nodes, connections }, types);
}

function outcomeOf(run: IRun): RunOutcome {
	const { runData, error } = run.data.resultData;
	const outputsOf = (name: string) => runData[name]?.at(-1)?.data?.main ?? [];
	const [items, errorItems] = outputsOf(NODE_NAME);
	const looked = (name: string) => outputsOf(name)[0]?.map(({ json }) => json.value) ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: (runData[NODE_NAME]?.at(-1)?.error ?? error) as RunOutcome['error'],
		looked: looked('Look'),
		lookedAtErrors: looked('Look at Errors'),
		saved: JSON.stringify(run.data.resultData),
		run,
	};
}
