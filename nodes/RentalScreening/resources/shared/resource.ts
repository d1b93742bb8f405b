import type { INodeProperties } from 'n8n-workflow';

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

/** The line below the node on the canvas, by labels: `Send with Flow: Screening`. */
export function subtitleOf(operations: readonly INodeProperties[]): string {
	const operationLabels = labelsOf(operations);
	const resourceLabels = labelsOf([resource]);
	return `={{ (${operationLabels})[$parameter["operation"]] + ": " + (${resourceLabels})[$parameter["resource"]] }}`;
}

/** The labels of all entries by value, as an object literal; an operation of one value has one label everywhere. */
function labelsOf(properties: readonly INodeProperties[]): string {
	const entries = properties
		.flatMap(({ options = [] }) => options)
		.flatMap((option) => ('value' in option ? [[String(option.value), option.name]] : []));
	return JSON.stringify(Object.fromEntries(entries));
}
