import type { INodeProperties, INodePropertyOptions, NodeHint } from 'n8n-workflow';

import { isFetch, type Operation } from '../core/operation';
import { showFor } from './operations';

const CHECKING: INodePropertyOptions[] = [
	{
		name: 'Check Only, Send Nothing',
		value: 'check',
		description: 'Mark the rows that are due, and note in each what would be sent',
	},
	{ name: 'Checked Rows', value: 'checked', description: "Send the rows that 'Check Only' marked" },
];

const ACTING: INodePropertyOptions[] = [
	{ name: 'Due Rows', value: 'due', description: 'Act at once on the rows that are not done' },
	{
		name: 'Off, Return Responses',
		value: 'off',
		description: 'Act at once on every row, and return what the service answers',
	},
];

/** Update Rows and Column to Match On, for the operations that offer them. */
export function createRowsPanel(operations: readonly Operation[]): INodeProperties[] {
	const updating = operations.filter(({ rows }) => rows !== undefined);
	const withMarks = updating.filter((operation) => !isFetch(operation));
	const withoutMarks = updating.filter(isFetch);
	return [
		...createPair(withMarks, [...CHECKING, ...ACTING], {
			column: 'row_number',
			hint: "Enter 'row_number' for 'Google Sheets', 'id' for a data table; clear it to get whole rows, for a file",
		}),
		// Rows may move while results are fetched: by its number one would get another's.
		...createPair(withoutMarks, ACTING, {
			column: 'userId',
			hint: "By 'userId' a row is found even if it has moved; clear it to get whole rows, for a file",
		}),
	];
}

function createPair(
	operations: readonly Operation[],
	options: INodePropertyOptions[],
	{ column, hint }: { readonly column: string; readonly hint: string },
): INodeProperties[] {
	const outputs = operations.flatMap(({ rows }) => rows?.outputs ?? []);
	// The mode comes first: at a condition on an expression, such as 'Output', n8n checks no further.
	const show = {
		mappingMode: ['autoMapInputData'],
		...showFor(operations),
		...(outputs.length === 0 ? {} : { output: outputs }),
	};
	// A model gets an answer, not a sheet.
	const hide = { '@tool': [true] };
	return [
		{
			displayName: 'Update Rows',
			name: 'updateRows',
			type: 'options',
			noDataExpression: true,
			options,
			default: 'due',
			description: 'What to do with the rows; each says what came of it in its status and its note',
			displayOptions: { show, hide },
		},
		{
			displayName: 'Column to Match On',
			name: 'matchColumn',
			type: 'string',
			noDataExpression: true,
			default: column,
			placeholder: `e.g. ${column}`,
			description: 'By which the next node finds each row; only rows that change are returned',
			hint,
			displayOptions: { show: { ...show, updateRows: ['due', 'check'] }, hide },
		},
	];
}

/** Shown above the output of rows that were sent, where a node that succeeds may hide the rows that were not. */
export const rowsHint: NodeHint = {
	message:
		'The node succeeds even if rows were not sent: the outcome of each row is in its status and note',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter["resource"] !== "results" && $parameter["mappingMode"] === "autoMapInputData" && ["due", "checked"].includes($parameter["updateRows"]) }}',
};
