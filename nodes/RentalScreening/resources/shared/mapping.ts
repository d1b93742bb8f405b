import type { INodeProperties } from 'n8n-workflow';

import { quotedList } from '../../request/field';
import { showFor, type NodeOperation } from './operation';

/** The switch of the operations that read the rows of a sheet. */
export function mappingMode(operations: readonly NodeOperation[]): INodeProperties {
	return {
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
		displayOptions: {
			show: { ...showFor(operations.filter(({ fields }) => fields !== undefined)) },
		},
	};
}

const COLUMN_NAMES =
	'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening/blob/main/docs/mapping.md#column-names';

/** What 'Map Automatically' shows instead of the fields: the columns that each operation needs. */
export function mappingNotices(operations: readonly NodeOperation[]): INodeProperties[] {
	return operations.flatMap((operation) => {
		const { fields, atLeastOne = [] } = operation;
		if (fields === undefined) return [];
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
	});
}
