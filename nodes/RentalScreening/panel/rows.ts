import type { INodeProperties, NodeHint } from 'n8n-workflow';

import { hasMarks, statusColumns, type Operation } from '../core/operation';
import { formatList } from '../core/text';
import { showFor } from './operations';

/** The choices of Update Rows where rows have no mark, so that nothing can be checked first. */
const CHOICES_WITHOUT_MARK = [
	{ name: 'Due Rows', value: 'due', description: 'Act at once on the rows that are not done' },
	{ name: 'Off', value: 'off', description: 'Return the response of the service' },
];

const CHOICES = [
	{ name: 'Check Only', value: 'check', description: 'Mark due rows, and say what would be sent' },
	{ name: 'Checked Rows', value: 'checked', description: "Send what 'Check Only' has marked" },
	...CHOICES_WITHOUT_MARK,
];

/** By what the next node finds a row. Rows may move while results are fetched: by its number one would get another's. */
const MATCH_BY_ROW = {
	matchColumn: 'row_number',
	matchHint: "Enter 'row_number' for 'Google Sheets' or 'id' for a data table.",
};
const MATCH_BY_PERSON = {
	matchColumn: 'userId',
	matchHint: "By 'userId' a row is found even if it has moved meanwhile.",
};

/** Update Rows and Column to Match On, for the operations that offer them. */
export function createRowsPanel(operations: readonly Operation[]): INodeProperties[] {
	return operations.flatMap((operation) => {
		const { rows, rowOutputs } = operation;
		if (rows === undefined) return [];
		const ownColumns = formatList(statusColumns(rows), 'and');
		const resultColumns = rowOutputs === undefined ? '' : ', and the columns of the output';
		// The mode comes first: at a condition on an expression, such as 'Output', n8n checks no further.
		const show = {
			mappingMode: ['autoMapInputData'],
			...showFor([operation]),
			...(rowOutputs === undefined ? {} : { output: [...rowOutputs] }),
		};
		// A model gets an answer, not a sheet.
		const hide = { '@tool': [true] };
		const { matchColumn, matchHint } = hasMarks(rows) ? MATCH_BY_ROW : MATCH_BY_PERSON;
		const updateRows: INodeProperties = {
			displayName: 'Update Rows',
			name: 'updateRows',
			type: 'options',
			noDataExpression: true,
			options: hasMarks(rows) ? CHOICES : CHOICES_WITHOUT_MARK,
			default: 'due',
			description: `What to do with the rows of the input. The outcome is in ${ownColumns}${resultColumns}.`,
			displayOptions: { show, hide },
		};
		const columnToMatchOn: INodeProperties = {
			displayName: 'Column to Match On',
			name: 'matchColumn',
			type: 'string',
			noDataExpression: true,
			default: matchColumn,
			placeholder: `e.g. ${matchColumn}`,
			description:
				'The column by which the next node finds each row; only rows that change are returned',
			hint: `${matchHint} Clear it to get whole rows, for a file.`,
			displayOptions: { show: { ...show, updateRows: ['due', 'check'] }, hide },
		};
		return [updateRows, columnToMatchOn];
	});
}

/** Shown above the output of updated rows, where a node that succeeds may hide the rows that did not. */
export const rowsHint: NodeHint = {
	message:
		'The node succeeds even if rows were not sent: the outcome of each row is in its status and note',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter["mappingMode"] === "autoMapInputData" && ["due", "check", "checked"].includes($parameter["updateRows"]) }}',
};
