import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { SavedCredential, WorkflowJson } from '../../dev/host/client.mts';

/** A node of a workflow; what is left out gets a value of its own. */
export type NodeSpec = Pick<INode, 'name' | 'type'> & Partial<INode>;

/** A trigger that is started by hand, named `Start`. */
export function createManualTrigger(): NodeSpec {
	return { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
}

/** A Code node that returns one item per row. */
export function createRowsNode(name: string, items: readonly IDataObject[]): NodeSpec {
	return createCodeNode(name, `return ${JSON.stringify(items.map((json) => ({ json })))};`);
}

/** A Code node that runs once for all items. */
export function createCodeNode(name: string, jsCode: string): NodeSpec {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** Our node with the given parameters (`resource` and `operation` among them) and credential. */
export function createScreeningNode(
	name: string,
	parameters: INodeParameters,
	credential: SavedCredential,
	settings: Partial<INode> = {},
): NodeSpec {
	const { id } = credential;
	return {
		name,
		type: 'n8n-nodes-rental-screening.rentalScreening',
		typeVersion: 1,
		parameters,
		credentials: { rentalScreeningApi: { id, name: credential.name } },
		...settings,
	};
}

/** An Edit Fields node that puts out only the given fields (expressions allowed). */
export function createFieldsNode(name: string, values: Record<string, string>): NodeSpec {
	const assignments = Object.entries(values).map(([field, value]) => ({
		id: field,
		name: field,
		type: 'string',
		value,
	}));
	const parameters = { assignments: { assignments }, options: {} };
	return { name, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
}

/** A workflow in which every node's first output goes to the next node, in the order that the editor's have. */
export function createChain(name: string, ...nodes: NodeSpec[]): WorkflowJson {
	const settings = { executionOrder: 'v1' } as const;
	const workflow: WorkflowJson = { name, nodes: nodes.map(complete), connections: {}, settings };
	nodes.slice(1).forEach((node, index) => connect(workflow, nodes[index]!.name, node));
	return workflow;
}

/** Connects output `output` of the node `from` to `to`, which joins the workflow if it is new. */
export function connect(workflow: WorkflowJson, from: string, to: NodeSpec, output = 0): void {
	const known = workflow.nodes.some(({ name }) => name === to.name);
	if (!known) workflow.nodes.push(complete(to, workflow.nodes.length));
	const outputs = ((workflow.connections[from] ??= {})['main'] ??= []);
	while (outputs.length <= output) outputs.push([]);
	outputs[output]!.push({ node: to.name, type: 'main', index: 0 });
}

function complete(node: NodeSpec, index: number): INode {
	return {
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 220, 0],
		parameters: {},
		...node,
	};
}
