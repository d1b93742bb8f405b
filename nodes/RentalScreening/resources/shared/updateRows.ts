import type { INodeProperties } from 'n8n-workflow';

import { showFor, type NodeOperation, type Operations } from './operation';

/** What 'Update Rows' says of an operation. */
interface RowWords {
	/** Which rows are left as they are. */
	readonly skips: string;
	/** The columns that it writes, as they read in a sentence. */
	readonly columns: string;
}

/**
 * The 'Update Rows' switch of some operations. n8n has one default per definition, so there are two: on with
 * 'Map Automatically', off with 'Map Each Field Below'.
 */
export function updateRows(operations: Operations, words: RowWords): INodeProperties[] {
	// The mode comes first: at a condition on an expression, such as 'Output', n8n checks no further.
	const shownWith = (mode: string) => ({ show: { mappingMode: [mode], ...operations } });
	const automatically: INodeProperties = {
		displayName: 'Update Rows',
		name: 'updateRows',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description: `Whether to return each input row once, with its own columns and the outcome in ${words.columns}. Has no effect when an AI agent calls the node.`,
		hint: `When on: ${words.skips}`,
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
