import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { SavedCredential, WorkflowJson } from './client.mts';

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

/** A workflow in which every node's first output goes to the next node, in the order that the editor's have. */
export function createChain(name: string, ...nodes: NodeSpec[]): WorkflowJson {
	const settings = { executionOrder: 'v1' } as const;
	const connections: WorkflowJson['connections'] = {};
	for (const [index, { name: node }] of nodes.slice(1).entries())
		connections[nodes[index]!.name] = { main: [[{ node, type: 'main', index: 0 }]] };
	return { name, nodes: nodes.map(complete), connections, settings };
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
