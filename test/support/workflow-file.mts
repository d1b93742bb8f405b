import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../../dev/host/client.mts';

const FOLDER = fileURLToPath(new URL('../../workflows/', import.meta.url));

/** The names of all files in `workflows/`, without `.json`. */
export const WORKFLOW_FILES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));

/** Reads a workflow of `workflows/`. */
export function readWorkflowFile(name: string): WorkflowJson {
	return JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8')) as WorkflowJson;
}

/** A node of a workflow. Throws if there is none of that name. */
export function findNode({ name, nodes }: WorkflowJson, node: string): INode {
	const found = nodes.find((each) => each.name === node);
	if (!found) throw new Error(`'${name}' has no node '${node}'.`);
	return found;
}

/** Sets parameters of some nodes, as a person does in the editor. Returns the workflow. */
export function withParameters(
	workflow: WorkflowJson,
	nodes: Readonly<Record<string, INodeParameters>>,
): WorkflowJson {
	for (const [name, parameters] of Object.entries(nodes)) {
		const node = findNode(workflow, name);
		for (const parameter of Object.keys(parameters)) {
			if (!(parameter in node.parameters)) {
				throw new Error(`'${name}' does not set '${parameter}'.`);
			}
		}
		node.parameters = { ...node.parameters, ...parameters };
	}
	return workflow;
}
