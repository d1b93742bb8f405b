import { ExecuteContext, ExecuteSingleContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type IRun,
	type IWorkflowSettings,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	createAdditionalData,
	createEngineWorkflow,
	createNode,
	createStandIn,
	createCredential,
	loadNode,
	createExecutionId,
	runInEngine,
} from '../../dev/engine/n8n-engine.mts';
import type { StoredCredential } from '../../dev/engine/stored-credential.mts';
import type { Sandbox } from '../../dev/sandbox/index.mts';
import { sendByColumns } from './applicants.mts';

// Runs our node in n8n's own engine, in this process. Its service is in use-sandbox.mts (over bare sockets:
// wire-service.mts), its rows are in applicants.mts, the parameters of each operation in operations.mts.

export { createAdditionalData, loadNode, createCredential, createExecutionId };

export interface RunSpec {
	credential: StoredCredential;
	/** Parameters of our node, as the editor stores them. */
	parameters: INodeParameters;
	/** Its input items; one empty item by default. */
	rows?: IDataObject[];
	/** Files of each of them. */
	binary?: INodeExecutionData['binary'];
	/** Settings of our node, such as `onError` and `retryOnFail`. */
	settings?: Partial<INode>;
	/** Settings of the workflow, such as its time zone. */
	workflowSettings?: IWorkflowSettings;
	/** Expression that a node after each output of ours evaluates. */
	look?: string;
	/** Who or what starts the execution; a person by default. */
	mode?: WorkflowExecuteMode;
	/** That of another node of the same execution; a new one by default. */
	executionId?: string;
	/** Called with what cancels the execution. */
	onStart?: (cancel: () => void) => void;
	/** A node to run instead of ours, with our credential. */
	inPlace?: INodeType;
}

/** The items, the error and the saved data of a run. */
export type RunOutcome = ReturnType<typeof readOutcome>;

const NODE_NAME = 'Rental Screening';

/** The choices of On Error. */
export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** Settings of a node: Retry On Fail, as fast as it goes. */
export const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Runs Sheet → Rental Screening (→ Look, one per output) in n8n's own engine. */
export async function runNode(spec: RunSpec): Promise<RunOutcome> {
	const run = await runInEngine({
		workflow: createWorkflow(spec),
		start: 'Sheet',
		additionalData: createAdditionalData(spec.credential, spec.executionId),
		mode: spec.mode,
		onStart: spec.onStart,
	});
	return readOutcome(run);
}

/** The same with a fresh login to this sandbox; without other parameters it sends with a flow, by columns. */
export async function runOn(
	sandbox: Sandbox,
	spec: Partial<Omit<RunSpec, 'credential'>>,
): Promise<RunOutcome> {
	return await runNode({
		parameters: sendByColumns,
		...spec,
		credential: createCredential(sandbox),
	});
}

/** The same, for a run that must succeed: throws the error that the node ended with. */
export async function perform(
	sandbox: Sandbox,
	parameters: INodeParameters,
	rows: IDataObject[] = [{}],
) {
	const outcome = await runOn(sandbox, { parameters, rows });
	if (outcome.error !== undefined) throw new Error(outcome.error.message, { cause: outcome.error });
	return {
		...outcome,
		/** What the run asked of the service, the login left out. */
		requests: sandbox.requests.filter(({ operation }) => operation !== 'login'),
	};
}

/** Runs our node as n8n runs the tool of an AI agent: `question` is its only item, on the input `ai_tool`. */
export async function runAsTool(
	spec: RunSpec,
	question: INodeExecutionData,
): Promise<INodeExecutionData[][] | null | undefined> {
	const workflow = createWorkflow(spec);
	const node = workflow.getNode(NODE_NAME)!;
	const data = { [NodeConnectionTypes.AiTool]: [[question]] };
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData(spec.credential),
		'manual',
		createEmptyRunExecutionData(),
		0,
		[question],
		data,
		{ node, data, source: null } as IExecuteData,
		[],
	);
	return await new RoutingNode(context, spec.inPlace ?? loadNode()).runNode();
}

/** What cancels a run: `onStart` goes with what the run is asked for. */
export function createCancel() {
	let cancel = () => {};
	return {
		now: () => cancel(),
		onStart: (stop: () => void) => {
			cancel = stop;
		},
	};
}

/** Listens, until mocks are restored, to what our node writes into n8n's log: each call holds a warning. */
export function watchLog(): jest.Mock<undefined, [message: string]> {
	const warn = jest.fn<undefined, [string]>();
	jest.spyOn(ExecuteSingleContext.prototype, 'logger', 'get').mockReturnValue({ warn } as never);
	return warn;
}

/** A declarative node with these properties and our credential, as n8n loads one: to run in place of ours. */
export function createProbe(properties: INodeProperties[]): INodeType {
	const { description } = createStandIn(() => [], properties);
	const credentials = [{ name: 'rentalScreeningApi', required: true }];
	const requestDefaults = { headers: { Accept: 'application/json' } };
	const probe: INodeType = {
		description: { ...description, credentials, requestDefaults },
		// n8n adds this when it loads a declarative node.
		async execute() {
			return (await new RoutingNode(this as ExecuteContext, probe).runNode())!;
		},
	};
	return probe;
}

/** The workflow that `runNode` runs. */
export function createWorkflow(spec: RunSpec): Workflow {
	const { parameters, rows = [{}], binary, settings, look = '', inPlace } = spec;
	const to = (target: string) => ({ node: target, type: 'main' as const, index: 0 });
	const ours = createNode(NODE_NAME, 'rentalScreening', { parameters, ...settings });
	const types: Record<string, INodeType> = {
		sheet: createSheetNode(rows, binary),
		look: lookNode,
		[ours.type]: inPlace ?? loadNode(),
	};
	const nodes = [
		createNode('Sheet', 'sheet'),
		ours,
		createNode('Look', 'look', { parameters: { value: look } }),
		createNode('Look at Errors', 'look', { parameters: { value: look } }),
	];
	const connections = {
		Sheet: { main: [[to(NODE_NAME)]] },
		[NODE_NAME]: { main: [[to('Look')], [to('Look at Errors')]] },
	};
	return createEngineWorkflow({ nodes, connections, settings: spec.workflowSettings ?? {} }, types);
}

type RunError = Error & { description?: string; httpCode?: string; context?: IDataObject };

function readOutcome(run: IRun) {
	const { runData, error } = run.data.resultData;
	const getOutputs = (name: string) => runData[name]?.at(-1)?.data?.main ?? [];
	const [items = [], errorItems = []] = getOutputs(NODE_NAME).map((output) => output ?? []);
	const looked = (name: string) => getOutputs(name)[0]?.map(({ json }) => json.value) ?? [];
	return {
		/** The items of our node's outputs: the first, and the error output where it is in use. */
		items,
		errorItems,
		/** The columns of `items`. */
		rows: items.map(({ json }) => json),
		/** The error that our node ended with, if any. */
		error: (runData[NODE_NAME]?.at(-1)?.error ?? error) as RunError | undefined,
		/** What the nodes after the two outputs saw. */
		looked: looked('Look'),
		lookedAtErrors: looked('Look at Errors'),
		/** Everything that n8n would save of this execution, as text. */
		saved: JSON.stringify(run.data.resultData),
	};
}

/** Puts out the rows, as a spreadsheet node would. */
function createSheetNode(rows: IDataObject[], binary: INodeExecutionData['binary']): INodeType {
	const item = { ...(binary === undefined ? {} : { binary }), pairedItem: { item: 0 } };
	return createStandIn(() => structuredClone(rows).map((json) => ({ json, ...item })));
}

/** Evaluates its parameter `value` for each item: what a node further on in the workflow would see. */
const lookNode = createStandIn(
	function () {
		return this.getInputData().map((_, item) => ({
			json: { value: this.getNodeParameter('value', item) as string },
			pairedItem: { item },
		}));
	},
	[{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
);
