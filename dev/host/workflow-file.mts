import path from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from './client.mts';
import { listFiles, readText } from '../repository.mts';

/** The names of all files in `workflows/`, without `.json`. */
export const WORKFLOW_FILES = listFiles('workflows').map((file) => path.basename(file, '.json'));

/** Reads a workflow of `workflows/`, and sets parameters of some nodes, as a person does in the editor. */
export function readWorkflowFile(
	file: string,
	parameters: Readonly<Record<string, INodeParameters>> = {},
): WorkflowJson {
	const workflow = JSON.parse(readText(`workflows/${file}.json`)) as WorkflowJson;
	for (const [name, changed] of Object.entries(parameters)) {
		const node = findNode(workflow, name);
		for (const parameter of Object.keys(changed)) {
			if (!(parameter in node.parameters)) {
				throw new Error(`'${name}' does not set '${parameter}'.`);
			}
		}
		node.parameters = { ...node.parameters, ...changed };
	}
	return workflow;
}

/** A node of a workflow. Throws if there is none of that name. */
export function findNode({ name, nodes }: WorkflowJson, node: string): INode {
	const found = nodes.find((each) => each.name === node);
	if (!found) throw new Error(`'${name}' has no node '${node}'.`);
	return found;
}
