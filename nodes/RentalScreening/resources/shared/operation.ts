import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FieldGroup } from '../../request/body';
import { underRunRules } from '../../run';
import type { Operation } from '../../run/operation';

/** An operation of the node: what the panel shows of it, and how a run does it. */
export interface NodeOperation extends Operation {
	readonly resource: string;
	/** Its entry in the drop-down, with its route. */
	readonly entry: INodePropertyOptions;
	/** Groups of fields of which one has to be filled. */
	readonly atLeastOne?: readonly FieldGroup[];
	/** The values of 'Output' that Update Rows is for; absent where there is no choice. */
	readonly rowOutputs?: readonly string[];
}

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Property', value: 'property', description: 'A rental that screenings refer to' },
		{ name: 'Rent Report', value: 'rentReport', description: 'A rent payment to report' },
		{ name: 'Result', value: 'results', description: 'What a screening found out' },
		{
			name: 'Screening',
			value: 'screening',
			description: 'A screening link sent to an applicant',
		},
		{
			name: 'Screening Flow',
			value: 'flow',
			description: 'A reusable sequence of screening steps, not an n8n workflow',
		},
	],
	default: 'screening',
};

/** The drop-down of each resource; each operation goes under the rules of a run. */
export function operationDropDowns(operations: readonly NodeOperation[]): INodeProperties[] {
	return showFor(operations).resource.map((name) => {
		const own = operations.filter((operation) => operation.resource === name);
		const [first] = own.map(({ entry }) => entry.value);
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [name] } },
			options: own.map((operation) => ({
				...operation.entry,
				routing: { ...operation.entry.routing, ...underRunRules(operation) },
			})),
			default: first,
		};
	});
}

/** The line below the node on the canvas, by labels: `Send with Flow: Screening`. */
export function subtitleOf(operations: readonly NodeOperation[]): string {
	const operationLabels = labelsOf(operations.map(({ entry }) => entry));
	const resourceLabels = labelsOf(resource.options as INodePropertyOptions[]);
	return `={{ (${operationLabels})[$parameter["operation"]] + ": " + (${resourceLabels})[$parameter["resource"]] }}`;
}

/** The labels of all entries by value, as an object literal; an operation of one value has one label everywhere. */
function labelsOf(entries: readonly INodePropertyOptions[]): string {
	return JSON.stringify(Object.fromEntries(entries.map(({ name, value }) => [value, name])));
}

/** Where a parameter of these operations is shown. */
export function showFor(operations: readonly NodeOperation[]) {
	return {
		resource: [...new Set(operations.map(({ resource: name }) => name))],
		operation: [...new Set(operations.map(({ entry }) => String(entry.value)))],
	};
}

/** The same for a member of a collection. */
export function showInCollectionFor(operations: readonly NodeOperation[]) {
	const { resource: resources, operation } = showFor(operations);
	return { '/resource': resources, '/operation': operation };
}
