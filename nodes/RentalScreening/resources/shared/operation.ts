import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FieldGroup } from '../../request/body';
import { quotedList, type ApiField } from '../../request/field';
import { underRunRules } from '../../run';
import type { Operation } from '../../run/operation';

/** An operation of the node: what the panel shows of it, and how a run does it. */
export interface NodeOperation extends Operation {
	readonly resource: string;
	/** Its entry in the drop-down, with its route. */
	readonly entry: INodePropertyOptions;
	/** The fields of its request that columns of the input may hold. */
	readonly fields?: readonly ApiField[];
	/** Groups of fields of which one has to be filled. */
	readonly atLeastOne?: readonly FieldGroup[];
	/** The values of 'Output' that Update Rows is for; absent where there is no choice. */
	readonly rowOutputs?: readonly string[];
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

const resource: INodeProperties = {
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

/** The drop-downs of the resources and of the operations of each, which go under the rules of a run. */
export function operationPanel(operations: readonly NodeOperation[]): INodeProperties[] {
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
				routing: { ...operation.entry.routing, ...underRunRules(operation) },
			})),
			default: first,
		};
	});
	return [resource, ...dropDowns];
}

/** Mapping Mode of the operations that read the rows of a sheet, and what 'Map Automatically' shows instead of fields. */
export function mappingPanel(operations: readonly NodeOperation[]): INodeProperties[] {
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
	return [mappingMode, ...mapped.map(mappingNotice)];
}

const COLUMN_NAMES =
	'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening/blob/main/docs/mapping.md#column-names';

/** The columns that an operation needs. */
function mappingNotice(operation: NodeOperation): INodeProperties {
	const { fields = [], atLeastOne = [] } = operation;
	const required = fields.filter((field) => field.required && !field.perRun);
	const needs = [...required.map((field) => [field]), ...atLeastOne.map(({ members }) => members)]
		.map((members) => members.map(({ label }) => label))
		.map((labels) => `for ${quotedList(labels, 'or')}`);
	return {
		displayName: `Needs a column ${needs.join(' and ')}. <a href="${COLUMN_NAMES}" target="_blank">Column names that fit</a>`,
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...showFor([operation]), mappingMode: ['autoMapInputData'] } },
	};
}
