import type { INodeProperties } from 'n8n-workflow';

import { quotedList } from '../core/field';
import { toTitle } from '../core/text';
import { showFor } from './operations';
import { statusColumns } from '../rows/sheet';
import type { NodeOperation } from '../core/operation';

/** Update Rows with what belongs to it. */
export function rowsPanel(operations: readonly NodeOperation[]): INodeProperties[] {
	const withRows = operations.filter(({ rows }) => rows !== undefined);
	return [
		...withRows.flatMap(updateRows),
		sendRows(withRows.filter(({ rows }) => rows?.mark !== undefined)),
		...returnedColumns(withRows),
	];
}

/** n8n has one default per definition, so there are two: on with 'Map Automatically', off with 'Map Each Field Below'. */
function updateRows(operation: NodeOperation): INodeProperties[] {
	const { rows, rowOutputs } = operation;
	if (rows === undefined) return [];
	const own = {
		...showFor([operation]),
		...(rowOutputs === undefined ? {} : { output: [...rowOutputs] }),
	};
	const results = rowOutputs === undefined ? '' : ', and the columns of the output';
	const written = `${quotedList(statusColumns(rows), 'and')}${results}`;
	const skips =
		rows.id === undefined
			? `Rows without a 'User ID', and those that are '${rows.done}', stay as they are`
			: `A row that has a '${toTitle(rows.id)}' is not ${rows.done} again`;
	const shownWith = (mode: string) => ({
		// The mode comes first: at a condition on an expression, such as 'Output', n8n checks no further.
		displayOptions: { show: { mappingMode: [mode], ...own } },
	});
	const automatically: INodeProperties = {
		displayName: 'Update Rows',
		name: 'updateRows',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description: `Whether to return each input row with the outcome in ${written}. Has no effect when an AI agent calls the node.`,
		hint: `Return my sheet's rows with the outcome. ${skips}.`,
		...shownWith('autoMapInputData'),
	};
	return [automatically, { ...automatically, default: false, ...shownWith('defineBelow') }];
}

/** Which rows are sent. Check Only marks rows, and Checked Rows sends what this execution has marked. */
function sendRows(operations: readonly NodeOperation[]): INodeProperties {
	return {
		displayName: 'Rows to Send',
		name: 'sendRows',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Checked Rows',
				value: 'checked',
				description: "Send the rows that an earlier node of this workflow marked with 'Check Only'",
			},
			{
				name: 'Due Rows',
				value: 'due',
				description: 'Send each row that is not done, at once',
			},
			{
				name: 'None (Check Only)',
				value: 'none',
				description:
					"Send nothing: mark the rows that are due as 'sending', and say what is wrong with them",
			},
		],
		default: 'due',
		description: 'Which rows to send',
		displayOptions: { show: { ...showFor(operations), updateRows: [true] } },
	};
}

/** What Update Rows returns: whole rows, or what a spreadsheet node writes into the sheet. */
function returnedColumns(operations: readonly NodeOperation[]): INodeProperties[] {
	const withUpdateRows = { ...showFor(operations), updateRows: [true] };
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
					description: 'Rows that change, without your own columns, to update a sheet or table',
				},
			],
			default: 'all',
			description: 'Which columns of which rows to return',
			hint: "To write a file: all. To update 'Google Sheets', 'Microsoft Excel 365' or 'Data Table': only written ones.",
			displayOptions: { show: withUpdateRows },
		},
		{
			displayName: 'Column to Match On',
			name: 'matchColumn',
			type: 'string',
			noDataExpression: true,
			required: true,
			default: 'row_number',
			placeholder: 'e.g. row_number',
			description: 'The column that the next node finds each row by',
			hint: "Each row needs a unique value there: 'row_number' of 'Google Sheets', 'id' of 'Data Table', or the mark of checked rows",
			displayOptions: { show: { ...withUpdateRows, returnColumns: ['written'] } },
		},
	];
}
