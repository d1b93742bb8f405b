import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';

import type { Problem } from '../core/field';
import type { Operation } from '../core/operation';

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
	clause: "does not belong to the chosen 'Resource': choose both from their lists",
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

/** Mapping Mode, for the operations that read the rows of a sheet. */
export function createMappingPanel(operations: readonly Operation[]): INodeProperties[] {
	const mapped = operations.filter(({ fields }) => fields !== undefined);
	return [{ ...MAPPING_MODE, displayOptions: { show: showFor(mapped) } }];
}

const MAPPING_MODE: INodeProperties = {
	displayName: 'Mapping Mode',
	name: 'mappingMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Read the rows of a sheet or table: each field from the column of its name',
		},
		{
			name: 'Map Each Field Below',
			value: 'defineBelow',
			description: 'Set each field yourself, and get the response of the service',
		},
	],
	default: 'defineBelow',
	description: 'Where the values come from: the columns of the input or the fields below',
};
