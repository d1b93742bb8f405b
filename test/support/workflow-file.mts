import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WorkflowJson } from '../../dev/host/client.mts';

interface Assignment {
	name: string;
	value: unknown;
}

/** A workflow of `workflows/`, read anew from its file. */
export function readWorkflowFile(name: string): WorkflowJson {
	const file = new URL(`../../workflows/${name}.json`, import.meta.url);
	return JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as WorkflowJson;
}

/** Fills in values of the node 'Settings', as a person does before the first run. Throws on a name it lacks. */
export function withSettings(
	workflow: WorkflowJson,
	values: Readonly<Record<string, string | number>>,
): WorkflowJson {
	const settings = workflow.nodes.find(({ name }) => name === 'Settings');
	const { assignments } = settings!.parameters['assignments'] as { assignments: Assignment[] };
	for (const [name, value] of Object.entries(values)) {
		const assignment = assignments.find((one) => one.name === name);
		if (!assignment) throw new Error(`'${workflow.name}' has no setting '${name}'.`);
		assignment.value = value;
	}
	return workflow;
}
