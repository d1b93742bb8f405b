import type { INodeProperties } from 'n8n-workflow';

import { quotedList, type ApiField } from '../../request/field';
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

/** What 'Map Automatically' shows instead of the fields: the columns that each operation needs and uses. */
export function mappingNotices(operations: readonly NodeOperation[]): INodeProperties[] {
	return operations.flatMap((operation) => {
		if (operation.fields === undefined) return [];
		return {
			displayName: noticeText(operation.fields, operation.atLeastOne),
			name: 'mappingNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { ...showFor([operation]), mappingMode: ['autoMapInputData'] } },
		};
	});
}

const COLUMN_NAMES =
	'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening/blob/main/docs/mapping.md#column-names';

/** So many of the columns that are not needed are named; the page that is linked has all of them. */
const MOST_NAMED = 8;

function noticeText(fields: readonly ApiField[], groups: NodeOperation['atLeastOne'] = []): string {
	const labelsOf = (own: readonly ApiField[]) => own.map(({ label }) => label);
	const needed = fields.filter(({ required, perRun }) => required && !perRun);
	const needs = groups.map(
		({ label, members }) =>
			`${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label} (${quotedList(labelsOf(members), 'or')})`,
	);
	if (needed.length > 0) {
		const columns = needed.length > 1 ? 'columns' : 'column';
		needs.unshift(`the ${columns} ${quotedList(labelsOf(needed), 'and')}`);
	}
	const named = [...needed, ...groups.flatMap(({ members }) => members)];
	const others = labelsOf(fields.filter((field) => !named.includes(field)));
	const more = others.length - MOST_NAMED;
	const uses =
		more > 0
			? `${others
					.slice(0, MOST_NAMED)
					.map((label) => `'${label}'`)
					.join(', ')} and ${more} more`
			: quotedList(others, 'and');
	return [
		`Needs ${needs.join(' and ')}.`,
		...(others.length > 0 ? [`Also uses ${uses}.`] : []),
		`<a href="${COLUMN_NAMES}" target="_blank">Column names that fit</a>`,
	].join(' ');
}
