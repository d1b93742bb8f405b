import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';

import type { Problem } from '../core/field';
import type { Operation } from '../core/operation';
import { formatList } from '../core/text';

/** Where a parameter of these operations is shown. */
export function showFor(operations: readonly Operation[]) {
	return {
		resource: [...new Set(operations.map(({ resource }) => resource))],
		operation: [...new Set(operations.map(({ entry }) => String(entry.value)))],
	};
}

const RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Property', value: 'property', description: 'A rental that screenings refer to' },
		{ name: 'Rent Report', value: 'rentReport', description: 'A rent payment to report' },
		{ name: 'Result', value: 'results', description: 'What a screening found out' },
		{ name: 'Screening', value: 'screening', description: 'A screening link sent to an applicant' },
		{
			name: 'Screening Flow',
			value: 'flow',
			description: 'A reusable sequence of screening steps, not an n8n workflow',
		},
	],
	default: 'screening',
};

const NOT_OF_RESOURCE: Problem = {
	label: 'Operation',
	text: "does not belong to the chosen 'Resource': choose both from their lists",
	scope: 'run',
};

/** For an operation that its resource does not have, as a program may write it: n8n would ask the base address for it. */
const unknownOperation: Operation = {
	resource: '',
	entry: { name: '', value: '' },
	label: 'request',
	requiredMembers: {},
	identifier: 'id',
	readRequests: (items) => items.map(() => ({ problems: [NOT_OF_RESOURCE] })),
};

/**
 * The drop-downs of the resources and of the operations of each. `createRouting` adds to an operation's own routing;
 * that of the resource holds where no operation has one.
 */
export function createOperationPanel(
	operations: readonly Operation[],
	createRouting: (operation: Operation) => INodePropertyRouting,
): INodeProperties[] {
	const dropDowns = showFor(operations).resource.map((name): INodeProperties => {
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
				routing: { ...operation.entry.routing, ...createRouting(operation) },
			})),
			default: first,
		};
	});
	// Without `output`, as n8n would apply that of the resource to each answer besides the operation's own.
	const routing = { ...createRouting(unknownOperation), output: {} };
	return [{ ...RESOURCE, routing }, ...dropDowns];
}

/** Mapping Mode of the operations that read the rows of a sheet, and what 'Map Automatically' shows instead of fields. */
export function createMappingPanel(operations: readonly Operation[]): INodeProperties[] {
	const mapped = operations.filter(({ fields }) => fields !== undefined);
	const mappingMode: INodeProperties = {
		displayName: 'Mapping Mode',
		name: 'mappingMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Map Automatically',
				value: 'autoMapInputData',
				description: 'Take each field from the input column of the same name, as in a spreadsheet',
			},
			{
				name: 'Map Each Field Below',
				value: 'defineBelow',
				description: 'Set the value of each field yourself',
			},
		],
		default: 'defineBelow',
		description: 'Where the values come from: the columns of the input or the fields below',
		displayOptions: { show: showFor(mapped) },
	};
	return [mappingMode, ...mapped.map(createMappingNotice)];
}

const COLUMN_NAMES =
	'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening/blob/main/docs/mapping.md#column-names';

/** The columns that an operation needs. */
function createMappingNotice(operation: Operation): INodeProperties {
	const { fields = [], atLeastOne = [] } = operation;
	const required = fields.filter((field) => field.required && !field.sharedByRun);
	const groups = [...required.map((field) => [field]), ...atLeastOne.map(({ members }) => members)];
	const needs = groups.map((group) => {
		const labels = group.map(({ label }) => label);
		return `for ${formatList(labels, 'or')}`;
	});
	return {
		displayName: `Needs a column ${needs.join(' and ')}. <a href="${COLUMN_NAMES}" target="_blank">Column names that fit</a>`,
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...showFor([operation]), mappingMode: ['autoMapInputData'] } },
	};
}
