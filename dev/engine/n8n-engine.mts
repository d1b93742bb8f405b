import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ExecuteContext } from 'n8n-core';
import type {
	ICredentialType,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
	WorkflowParameters,
} from 'n8n-workflow';
import { StoredCredential } from './stored-credential.mts';

// n8n-workflow exists as an ES module and as CommonJS: engine and node must share one of the two.
const load = createRequire(import.meta.url);
const core = load('n8n-core') as typeof import('n8n-core');
const host = load('n8n-workflow') as typeof import('n8n-workflow');
const { commonDeclarativeNodeOptionParameters } = load('n8n-core/dist/nodes-loader/constants') as {
	commonDeclarativeNodeOptionParameters: INodeProperties;
};

const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** The compiled node, prepared as n8n does when it loads a declarative node. */
export function loadNode(
	node = loadCompiled<INodeType>('nodes/RentalScreening', 'RentalScreening', 'node'),
): INodeType {
	node.description.properties.push(commonDeclarativeNodeOptionParameters);
	// Without `execute` the engine would give the node no cancel signal.
	node.execute = async function (this: IExecuteFunctions) {
		const routing = new core.RoutingNode(this as ExecuteContext, node);
		return (await routing.runNode()) as INodeExecutionData[][];
	};
	return node;
}

/** A credential for an account, without a token yet. */
export function createCredential(
	{ baseUrl, username, password }: { baseUrl: string; username: string; password: string },
	accessToken = '',
): StoredCredential {
	const type = loadCompiled<ICredentialType>('credentials', 'RentalScreeningApi', 'credentials');
	return new StoredCredential(type, { baseUrl, username, password, accessToken });
}

type Compiled = Record<'RentalScreening' | 'RentalScreeningApi', new () => never>;

/** What another n8n process has loaded: it knows nothing of what was sent and marked in this one. */
export function startProcess() {
	const module = { exports: {} as Compiled };
	const source = readFileSync(join(DIST, 'rentalScreening.js'), 'utf8');
	new Function('module', 'require', source)(module, load);
	const { RentalScreening, RentalScreeningApi } = module.exports;
	return { node: loadNode(new RentalScreening()), credentialType: new RentalScreeningApi() };
}

function loadCompiled<T>(folder: string, name: string, kind: string): T {
	const file = join(DIST, folder, `${name}.${kind}.js`);
	const compiled = load(file) as Record<string, new () => T>;
	return new compiled[name]!();
}

/** A workflow for the engine whose node types are those in `types`, by the names that its nodes use. */
export function createEngineWorkflow(
	{ nodes, connections, settings }: Pick<WorkflowParameters, 'nodes' | 'connections' | 'settings'>,
	types: Readonly<Record<string, INodeType>>,
): Workflow {
	const getType = (name: string) => types[name]!;
	return new host.Workflow({
		id: 'test',
		active: false,
		nodes,
		connections,
		nodeTypes: {
			getByName: getType,
			getByNameAndVersion: getType,
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1', ...settings },
	});
}

/** A node of a workflow for the engine, with our credential. */
export function createNode(name: string, type: string, own: Partial<INode> = {}): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { rentalScreeningApi: { id: '1', name: 'Rental Screening account' } },
		...own,
	};
}

/** A node type that stands in for one of n8n's own, which are not installed here. */
export function createStandIn(
	execute: (this: IExecuteFunctions) => INodeExecutionData[],
	properties: INodeProperties[] = [],
): INodeType {
	return {
		description: {
			displayName: 'Stand-in',
			name: 'standIn',
			group: ['input'],
			version: 1,
			description: 'Stands in for a node of n8n',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties,
		},
		async execute() {
			return await Promise.resolve([execute.call(this)]);
		},
	};
}

interface EngineRun {
	workflow: Workflow;
	/** The name of the node to start from. */
	start: string;
	additionalData: IWorkflowExecuteAdditionalData;
	/** Who or what started it; a person by default. */
	mode?: WorkflowExecuteMode | undefined;
	/** Called with the function that cancels the execution. */
	onStart?: ((cancel: () => void) => void) | undefined;
}

/** Runs a workflow to its end in n8n's own engine. A node that fails is in the returned run. */
export async function runInEngine(options: EngineRun): Promise<IRun> {
	const { workflow, start, additionalData, mode = 'manual', onStart } = options;
	const data = host.createEmptyRunExecutionData();
	const execution = new core.WorkflowExecute(additionalData, mode, data);
	const running = execution.run({ workflow, startNode: workflow.getNode(start)! });
	onStart?.(() => running.cancel());
	return await running;
}

let executions = 0;

/** The ID of an execution that there was not before. */
export function createExecutionId(): string {
	return String((executions += 1));
}

/** What n8n gives every node of an execution, with this one credential. */
export function createAdditionalData(
	credentialsHelper: StoredCredential,
	executionId = createExecutionId(),
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		hooks: new core.ExecutionLifecycleHooks('manual', executionId, { id: 'test' } as never),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		setExecutionStatus: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
