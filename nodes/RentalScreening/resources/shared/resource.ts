import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor, type NodeOperation } from './operation';

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

/** The drop-down of each resource. */
export function operationDropDowns(operations: readonly NodeOperation[]): INodeProperties[] {
	return showFor(operations).resource.map((name) => {
		const entries = operations
			.filter((operation) => operation.resource === name)
			.map(({ entry }) => entry);
		const [first] = entries.map(({ value }) => value);
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [name] } },
			options: entries,
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
