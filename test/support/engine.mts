import path from 'node:path';

import {
	type ExecuteContext,
	ExecutionLifecycleHooks,
	RoutingNode,
	WorkflowExecute,
} from 'n8n-core';
import { commonDeclarativeNodeOptionParameters } from 'n8n-core/dist/nodes-loader/constants';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { StoredCredential } from './credentials-helper.mts';
import { lookNode, sheetNodeWith } from './helper-nodes.mts';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** The node and the credential as they ship: compiled. */
export function compiledNode(): INodeType {
	const { RentalScreening } = load('nodes/RentalScreening/RentalScreening.node.js');
	const node = new RentalScreening!() as INodeType;
	// As n8n does when it loads a declarative node: Batching, Timeout and the like.
	node.description.properties.push(commonDeclarativeNodeOptionParameters);
	// As n8n does when it hands the node to an execution; without it the engine has no cancel signal.
	node.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(
			this as ExecuteContext,
			node,
		).runNode()) as INodeExecutionData[][];
	};
	return node;
}

function compiledCredential(): ICredentialType {
	const { RentalScreeningApi } = load('credentials/RentalScreeningApi.credentials.js');
	return new RentalScreeningApi!() as ICredentialType;
}

function load(file: string): Record<string, new () => unknown> {
	return jest.requireActual(path.join(dist, file));
}

/** A credential for the sandbox's demo account, without a token yet. */
export function credentialFor(
	{ baseUrl, username, password }: Pick<Sandbox, 'baseUrl' | 'username' | 'password'>,
	accessToken = '',
): StoredCredential {
	const data: ICredentialDataDecryptedObject = { baseUrl, username, password, accessToken };
	return new StoredCredential(compiledCredential(), data);
}

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
	const workflow = workflowOf(spec);
	const execution = new WorkflowExecute(
		additionalDataOf(spec.credential),
		'manual',
		createEmptyRunExecutionData(),
	);
	const running = execution.run({ workflow, startNode: workflow.getNode('Sheet')! });
	spec.onStart?.(() => running.cancel());
	return outcomeOf(await running);
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
	return new Workflow({
		id: 'test',
		active: false,
		nodes: [
			node('Sheet', 'sheet', {}),
			ours,
			node('Look', 'look', { parameters: { value: look } }),
			node('Look at Errors', 'look', { parameters: { value: look } }),
		],
		connections: {
			Sheet: { main: [[to(NODE_NAME)]] },
			[NODE_NAME]: { main: [[to('Look')], [to('Look at Errors')]] },
		},
		nodeTypes: {
			getByName: (type) => types[type]!,
			getByNameAndVersion: (type) => types[type]!,
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1' },
	});
}

/** What n8n hands to every node of an execution, with this one credential in it. */
export function additionalDataOf(
	credentialsHelper: StoredCredential,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', { id: 'test' } as never),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		setExecutionStatus: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
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
