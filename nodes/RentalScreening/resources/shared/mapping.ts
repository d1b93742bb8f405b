import type { INodeProperties } from 'n8n-workflow';

import type { ApiField } from '../../request/field';
import { SYNONYMS } from '../../request/synonyms';

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

/** What 'Map Automatically' shows in the place of the fields: the columns that an operation needs and uses. */
export function mappingNotice(
	operations: Operations,
	fields: readonly ApiField[],
): INodeProperties {
	return {
		displayName: noticeText(fields),
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...operations, mappingMode: ['autoMapInputData'] } },
	};
}

const OTHER_NAMES_PER_FIELD = 2;
const FIELDS_WITH_OTHER_NAMES = 4;

function noticeText(fields: readonly ApiField[]): string {
	const perRow = fields.filter(({ perRun }) => perRun !== true);
	const needed = perRow.filter(({ required }) => required);
	const used = perRow.filter(({ required }) => !required);
	const perRun = fields.filter((field) => field.perRun);
	const otherNames = fields
		.filter(({ name }) => SYNONYMS[name] !== undefined)
		.slice(0, FIELDS_WITH_OTHER_NAMES)
		.map((field) => `${quoted(otherNamesOf(field), 'or')} for '${labelOf(field)}'`);
	return [
		needed.length > 0 && `Needs the ${columns(needed)} ${quoted(needed.map(labelOf), 'and')}.`,
		used.length > 0 &&
			`${needed.length > 0 ? 'Also uses' : 'Uses the columns'} ${quoted(used.map(labelOf), 'and')}.`,
		perRun.length > 0 &&
			`A column ${quoted(perRun.map(labelOf), 'or')} replaces the field below in its row.`,
		otherNames.length > 0 && `Other names work too, such as ${otherNames.join(', ')}.`,
		fields.some(({ name }) => name === 'firstName') && 'A full name in one column is not split.',
		'Case, spaces, _ and - do not matter; other columns are ignored.',
	]
		.filter(Boolean)
		.join(' ');
}

const labelOf = ({ name, label = name }: ApiField) => label;

const otherNamesOf = ({ name }: ApiField) => SYNONYMS[name]?.slice(0, OTHER_NAMES_PER_FIELD) ?? [];

const columns = ({ length }: readonly unknown[]) => (length === 1 ? 'column' : 'columns');

/** `'Email', 'Phone' and 'Name'`. */
function quoted(names: readonly string[], lastWord: 'and' | 'or'): string {
	const all = names.map((name) => `'${name}'`);
	return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(` ${lastWord} `);
}
