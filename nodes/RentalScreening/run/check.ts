import { sleep } from 'n8n-workflow';

import type { Problem } from '../request/field';
import type { ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import { quotable } from '../request/text';
import { Failure } from './failure';
import type { Operation, PreparedRequest } from './operation';

const YIELD_EVERY_MS = 20;

/**
 * Rule 1: reads and checks what every item asks for, before anything is sent. Yields to n8n in between, so
 * that a large sheet does not hold up its other work.
 */
export async function checkAll(
	operation: Operation,
	items: readonly ItemInput[],
): Promise<PreparedRequest[]> {
	const prepare = operation.preparerFor(items);
	const prepared: PreparedRequest[] = [];
	let yieldedAt = Date.now();
	for (const item of items) {
		if (Date.now() - yieldedAt >= YIELD_EVERY_MS) {
			await sleep(0);
			yieldedAt = Date.now();
		}
		prepared.push(prepareOne(prepare, item));
	}
	return prepared;
}

function prepareOne(
	prepare: (item: ItemInput) => PreparedRequest,
	item: ItemInput,
): PreparedRequest {
	const broken = item.refusedParameter();
	if (broken !== undefined) {
		const { name, thrown } = broken;
		const reason = thrown instanceof Error ? thrown.message : 'n8n gives no reason';
		const text = `could not be evaluated: ${quotable(reason)}`;
		return { problems: [{ field: name, label: name, text }], endsNode: true };
	}
	const request = prepare(item);
	const problems = [...optionsOf(item).problems, ...problemOfTimeout(item)];
	return problems.length === 0
		? request
		: { ...request, problems: [...request.problems, ...problems] };
}

/** n8n's request takes it as it is, and fails with, or misreads, anything but digits. */
function problemOfTimeout(item: ItemInput): Problem[] {
	const field = 'requestOptions.timeout';
	const given = String(item.parameter(field) ?? '');
	if (/^\d*$/.test(given)) return [];
	const text = 'must be a number of milliseconds, such as 10000';
	return [{ field, label: 'Timeout', text, ofRun: true }];
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

/** The failure at which a run stops. */
export interface FailedItem {
	readonly index: number;
	readonly failure: Failure;
	/** It names its items itself. */
	readonly ofItems?: true;
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
	const failure = new Failure(
		'invalid',
		`Nothing was sent. ${shown}${more > 0 ? `; and ${more} more` : ''}`,
		`${more > 0 ? `${lines.join(';\n')}.\n` : ''}Fix the values above and run again.`,
	);
	return { index, failure, ofItems: true };
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
		const rows = indexes.length === 1 ? rowLabel(first, prepared[first]) : rowsLabel(indexes);
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

/** An item as people count: "Row 4 ('Amara Okonkwo')". */
export function rowLabel(index: number, request?: PreparedRequest): string {
	const who = request?.who;
	return `Row ${index + 1}${who === undefined ? '' : ` ('${quotable(who)}')`}`;
}

/** Items as people count, `indexes` ascending: 'Row 4', 'Rows 4, 6, 8–13'. */
export function rowsLabel(indexes: readonly number[]): string {
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
