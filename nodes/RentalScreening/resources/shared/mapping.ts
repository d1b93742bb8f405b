import type { INodeProperties } from 'n8n-workflow';

import type { ApiField } from '../../request/field';
import { quotedList } from '../../request/problem';
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
	const isInGroup = ({ name }: ApiField) => groups.some((group) => group.fields.includes(name));
	const needed = fields.filter(({ required, perRun }) => required && !perRun);
	const needs = [
		...(needed.length > 0
			? [`the column${needed.length > 1 ? 's' : ''} ${quotedList(labelsOf(needed), 'and')}`]
			: []),
		...groups.map((group) => {
			const members = fields.filter(({ name }) => group.fields.includes(name));
			return `${withArticle(group.label)} (${quotedList(labelsOf(members), 'or')})`;
		}),
	];
	const others = fields.filter((field) => !needed.includes(field) && !isInGroup(field));
	const named = labelsOf(others.slice(0, MOST_NAMED));
	const more = others.length - named.length;
	return [
		`Needs ${needs.join(' and ')}.`,
		named.length > 0 &&
			`Also uses ${more > 0 ? `${quotedEach(named)} and ${more} more` : quotedList(named, 'and')}.`,
		`<a href="${COLUMN_NAMES}" target="_blank">Column names that fit</a>`,
	]
		.filter(Boolean)
		.join(' ');
}

const labelsOf = (fields: readonly ApiField[]) => fields.map(({ label }) => label);
const quotedEach = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

function withArticle(label: string): string {
	return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}
