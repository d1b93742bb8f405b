import type { INodeProperties } from 'n8n-workflow';

import type { ApiField } from '../../request/field';
import { synonymsOf } from '../../request/synonyms';

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
 * `oneOfEach`: of which kinds of columns one has to be filled, such as 'a name'.
 */
export function mappingNotice(
	operations: Operations,
	fields: readonly ApiField[],
	oneOfEach: readonly string[] = [],
): INodeProperties {
	return {
		displayName: noticeText(fields, oneOfEach),
		name: 'mappingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...operations, mappingMode: ['autoMapInputData'] } },
	};
}

/** So many of the fields get so many of their other names: enough to see that sheets need no renaming. */
const FIELDS_WITH_OTHER_NAMES = 4;
const OTHER_NAMES = 2;

function noticeText(fields: readonly ApiField[], oneOfEach: readonly string[]): string {
	const perRow = fields.filter(({ perRun }) => perRun !== true);
	const otherNames = fields
		.filter((field) => synonymsOf(field).length > 0)
		.slice(0, FIELDS_WITH_OTHER_NAMES)
		.map((field) => `${otherNamesOf(field)} for ${quoted(field)}`);
	const lines = [
		line(
			'Needs the columns',
			perRow.filter(({ required }) => required),
		),
		oneOfEach.length > 0 && `Needs ${oneOfEach.join(' and ')}`,
		line(
			'Uses the columns',
			perRow.filter(({ required }) => !required),
		),
		line(
			'In place of the fields below, where filled',
			fields.filter(({ perRun }) => perRun),
		),
		otherNames.length > 0 && `Other names that work, for example: ${otherNames.join(', ')}`,
		fields.some(({ name }) => name === 'firstName') && 'A full name in one column is not split',
		'Case, spaces, _ and - do not matter; other columns are not sent',
	].filter(Boolean);
	// Notices know lists and links only; the blanks are for where even these are left out.
	return `<ul>${lines.map((text) => `<li>${text}. </li>`).join('')}</ul>`;
}

function line(start: string, fields: readonly ApiField[]): string | undefined {
	return fields.length === 0 ? undefined : `${start}: ${fields.map(quoted).join(', ')}`;
}

const quoted = ({ name, label = name }: ApiField) => `'${label}'`;

function otherNamesOf(field: ApiField): string {
	return synonymsOf(field)
		.slice(0, OTHER_NAMES)
		.map((each) => `'${each}'`)
		.join(' or ');
}
