import type { INodeProperties } from 'n8n-workflow';

import { quotedList, type ApiField } from '../../request/field';
import { titleOf } from '../../results/values';
import type { RowColumns } from '../../run/operation';
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

/** The 'Update Rows' switches: one for all operations that write the same columns. */
export function updateRows(operations: readonly NodeOperation[]): INodeProperties[] {
	const kinds = new Set(operations.flatMap(({ rows }) => rows ?? []));
	return [...kinds].flatMap((rows) =>
		updateRowsOf(
			rows,
			operations.filter((operation) => operation.rows === rows),
		),
	);
}

/** n8n has one default per definition, so there are two: on with 'Map Automatically', off with 'Map Each Field Below'. */
function updateRowsOf(
	{ id, status, note, at, done }: RowColumns,
	operations: readonly NodeOperation[],
): INodeProperties[] {
	const output = operations[0]?.rowOutputs;
	const own = { ...showFor(operations), ...(output === undefined ? {} : { output: [...output] }) };
	const columns = [id, status, note, at].filter((name) => name !== undefined);
	const skips =
		id === undefined
			? `rows without a 'User ID' and rows whose '${titleOf(status)}' is '${done}' stay as they are`
			: `rows that have a '${titleOf(id)}' are not ${done} again`;
	// The mode comes first: at a condition on an expression, such as 'Output', n8n checks no further.
	const shownWith = (mode: string) => ({ show: { mappingMode: [mode], ...own } });
	const automatically: INodeProperties = {
		displayName: 'Update Rows',
		name: 'updateRows',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description: `Whether to return each input row once, with its own columns and the outcome in ${quotedList(columns, 'and')}${output === undefined ? '' : ', and the columns of the output'}. Has no effect when an AI agent calls the node.`,
		hint: `When on: ${skips}`,
		displayOptions: shownWith('autoMapInputData'),
	};
	return [
		automatically,
		{ ...automatically, default: false, displayOptions: shownWith('defineBelow') },
	];
}

/** What Update Rows returns: whole rows, or what a spreadsheet node writes into the sheet. */
export function returnedColumns(operations: readonly NodeOperation[]): INodeProperties[] {
	const rows = showFor(operations.filter(({ fields }) => fields !== undefined));
	const withUpdateRows = { ...rows, updateRows: [true] };
	return [
		{
			displayName: 'Columns to Return',
			name: 'returnColumns',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'All Columns',
					value: 'all',
					description: 'Every row with its own columns, to write a file',
				},
				{
					name: 'Only Written Columns',
					value: 'written',
					description:
						"Rows with an outcome, without your own columns, for the nodes 'Google Sheets', 'Microsoft Excel 365' and 'Data Table'",
				},
			],
			default: 'all',
			description: 'Which columns of which rows to return',
			builderHint: {
				propertyHint:
					"Use 'written' where the next node updates the rows in place (Google Sheets, Microsoft Excel, Data Table), and set each row to 'sending' in its status column with a node before this one, on an upper branch: then a crash sends nobody a second link. Use 'all' to write a whole file.",
			},
			displayOptions: { show: withUpdateRows },
		},
		{
			displayName: 'Column to Match On',
			name: 'matchColumn',
			type: 'string',
			required: true,
			default: 'row_number',
			placeholder: 'e.g. row_number',
			description:
				"The column that the next node finds the row by, such as 'row_number' of 'Google Sheets'; no two rows may share a value",
			displayOptions: { show: { ...withUpdateRows, returnColumns: ['written'] } },
		},
	];
}
