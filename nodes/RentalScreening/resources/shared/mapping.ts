import type { INodeProperties } from 'n8n-workflow';

import type { AtLeastOne } from '../../request/body';
import type { ApiField } from '../../request/field';
import { quotedList } from '../../request/problem';

/** The operations that a part of the panel is for, as `displayOptions.show` takes them. */
export interface Operations {
	readonly resource: string[];
	readonly operation: string[];
	readonly output?: string[];
}

/** The operations that read the rows of a sheet. */
const MAPPED: Operations = {
	resource: ['property', 'screening', 'rentReport', 'results'],
	operation: ['create', 'send', 'sendWithFlow', 'submit', 'get'],
};

export const mappingMode: INodeProperties = {
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
	displayOptions: { show: { ...MAPPED } },
};

/**
 * What 'Map Automatically' shows instead of the fields: the columns that an operation needs and uses.
 * `groups`: fields of which at least one has to be filled.
 */
export function mappingNotice(
	operations: Operations,
	fields: readonly ApiField[],
	groups: readonly AtLeastOne[] = [],
): INodeProperties {
	return {
		displayName: noticeText(fields, groups),
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...operations, mappingMode: ['autoMapInputData'] } },
	};
}

const COLUMN_NAMES =
	'https://github.com/n8n-nodes-rental-screening/n8n-nodes-rental-screening/blob/main/docs/mapping.md#column-names';

/** So many of the columns that are not needed are named; the page that is linked has all of them. */
const MOST_NAMED = 8;

function noticeText(fields: readonly ApiField[], groups: readonly AtLeastOne[]): string {
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
