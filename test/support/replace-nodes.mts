import type { INode } from 'n8n-workflow';
import type { WorkflowJson } from '../../dev/host/client.mts';
import { connect, type NodeSpec } from './n8n-workflows.mts';

/**
 * Takes nodes out of a workflow, as a person does in the editor, and puts `by` in their place: what led to
 * them leads to it, and it goes on where they went on. Without `by` the gap is closed.
 */
export function replaceNodes(
	workflow: WorkflowJson,
	names: readonly string[],
	by?: NodeSpec,
): void {
	const { connections } = workflow;
	const specOf = (name: string): INode => workflow.nodes.find((node) => node.name === name)!;
	const sources: Array<[string, number]> = [];
	const targets = new Set<string>();
	for (const [from, { main }] of Object.entries(connections)) {
		main?.forEach((ends, output) => {
			const [inside, outside] = [true, false].map((kind) =>
				(ends ?? []).filter(({ node }) => names.includes(node) === kind),
			);
			if (names.includes(from)) for (const { node } of outside!) targets.add(node);
			else if (inside!.length > 0) {
				sources.push([from, output]);
				main[output] = outside!;
			}
		});
	}
	workflow.connections = Object.fromEntries(
		Object.entries(connections).filter(([from]) => !names.includes(from)),
	);
	workflow.nodes = workflow.nodes.filter(({ name }) => !names.includes(name));
	for (const [from, output] of sources) {
		if (by) connect(workflow, from, by, output);
		else for (const target of targets) connect(workflow, from, specOf(target), output);
	}
	if (by) for (const target of targets) connect(workflow, by.name, specOf(target));
}
