import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Problem } from '../request/field';
import { quotable } from '../request/text';
import type { FailedItem } from './abort';
import { Failure } from './failure';
import type { ItemRun } from './itemRun';
import type { PreparedRequest } from './operation';

/** An item as people count: "Row 4 ('Amara Okonkwo')". */
export function rowLabel(index: number, who: string | undefined): string {
	return `Row ${index + 1}${who === undefined ? '' : ` ('${quotable(who)}')`}`;
}

/** Items as people count, `indexes` ascending: 'Row 4', 'Rows 4, 6, 8–13'. */
function rowsLabel(indexes: readonly number[]): string {
	return `${indexes.length === 1 ? 'Row' : 'Rows'} ${rangesOf(indexes.map((index) => index + 1))}`;
}

function rangesOf(numbers: readonly number[]): string {
	const ranges: number[][] = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last?.at(-1) === number - 1) last.push(number);
		else ranges.push([number]);
	}
	return ranges
		.map((range) => (range.length > 2 ? `${range[0]}–${range.at(-1)}` : range.join(', ')))
		.join(', ');
}

/**
 * The message of a failure after the name of its row, if it has one. The item comes last, in n8n's form; what
 * holds for every item names none.
 */
export function messageAt({ message, isOfRun }: Failure, index: number, row = ''): string {
	const ofRow = row === '' ? message : inRow(row, message);
	return isOfRun ? ofRow : `${ofRow} [item ${index}]`;
}

function inRow(row: string, message: string): string {
	return message.startsWith("Column '") ? `${row}, c${message.slice(1)}` : `${row}: ${message}`;
}

/** The failure of an item that must not be sent, or undefined when it may be. */
export function problemOf({ problems }: PreparedRequest): Failure | undefined {
	if (problems.length === 0) return undefined;
	return new Failure(
		'invalid',
		sentence(problems.map(clauseOf).join('; ')),
		'Correct the row and run the workflow again. Nothing was sent for it.',
	);
}

const PROBLEMS_IN_MESSAGE = 3;

/**
 * The failure of a run that stops at invalid items: every one with its fields and the fix; items with the
 * same problem together. Undefined when all items may be sent.
 */
export function problemsOf(prepared: readonly PreparedRequest[]): FailedItem | undefined {
	const index = prepared.findIndex(({ problems }) => problems.length > 0);
	if (index === -1) return undefined;
	const lines = linesOf(prepared);
	const shown = lines.slice(0, PROBLEMS_IN_MESSAGE).join('; ');
	const more = lines.length - PROBLEMS_IN_MESSAGE;
	return {
		index,
		failure: new Failure(
			'invalidItems',
			`Nothing was sent. ${shown}${more > 0 ? `; and ${more} more` : ''}`,
			`${more > 0 ? `${lines.join(';\n')}.\n` : ''}Fix the values above and run again.`,
		),
	};
}

function linesOf(prepared: readonly PreparedRequest[]): string[] {
	const itemsByText = new Map<string, number[]>();
	for (const [index, { problems }] of prepared.entries()) {
		for (const { text, ofSheet } of problems) if (ofSheet) itemsByText.set(text, []);
		const ofItem = problems.filter((problem) => !problem.ofSheet);
		if (ofItem.length === 0) continue;
		const text = ofItem.map(clauseOf).join(', ');
		const alike = itemsByText.get(text) ?? [];
		alike.push(index);
		itemsByText.set(text, alike);
	}
	return [...itemsByText].map(([text, indexes]) => {
		const [first] = indexes;
		if (first === undefined) return text;
		if (prepared.length === 1) return sentence(text);
		const rows = indexes.length === 1 ? rowLabel(first, prepared[first]?.who) : rowsLabel(indexes);
		return text.startsWith('column ') ? `${rows}, ${text}` : `${rows}: ${text}`;
	});
}

/** A problem after the name of a row: "column 'Mobile': must …" or "'Phone' must …", or about the sheet. */
function clauseOf({ column, label, text, ofSheet }: Problem): string {
	if (ofSheet) return text;
	return column === undefined ? `'${label}' ${text}` : `column '${quotable(column)}': ${text}`;
}

/** Clauses that nothing precedes, as in the note of a row. */
function sentence(clauses: string): string {
	return clauses.replace(/^column /, 'Column ');
}

/** What a run that ended early has done, a line per identifier and ranges for the rest; '' when it is nothing. */
export function summary(items: readonly ItemRun[]): string {
	const identified = items.filter(({ identifier }) => identifier !== undefined);
	const done = items.filter(({ identifier, isDone }) => isDone && identifier === undefined);
	const uncertain = items.filter(({ failure }) => failure?.kind === 'maybe');
	const count = identified.length + done.length;
	return [
		...(count > 0 ? [`Done before the stop (${count}):`] : []),
		...identified.map(
			({ index, request, identifier }) => `${rowLabel(index, request.who)}: ${identifier}`,
		),
		...(done.length > 0 ? [rowsLabel(indexesOf(done))] : []),
		...(uncertain.length > 0
			? [
					`May have been accepted, look them up before you send them again: ${rowsLabel(indexesOf(uncertain))}`,
				]
			: []),
	].join('\n');
}

function indexesOf(items: readonly ItemRun[]): number[] {
	return items.map(({ index }) => index);
}

/**
 * Rule 4: the error with which a run stops. It says what happened to which item and how to fix it, then
 * what had been done, and holds nothing of the request. `row` names the item in the message.
 */
export function stopError(
	node: INode,
	{ index, failure }: FailedItem,
	row: string,
	done: string,
): NodeApiError {
	const message = messageAt(failure, index, row);
	const description = done === '' ? failure.hint : `${failure.hint}\n${done}`;
	const httpCode = failure.status === undefined ? {} : { httpCode: String(failure.status) };
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, itemIndex: index, ...httpCode },
	);
	// n8n replaces a message that holds a code such as ECONNRESET.
	error.message = message;
	// n8n sets it for every error of a request, and its editor then adds the item to the message.
	if (failure.isOfRun) {
		Object.defineProperty(error.context, 'itemIndex', { get: () => undefined, set: () => {} });
	}
	return error;
}
