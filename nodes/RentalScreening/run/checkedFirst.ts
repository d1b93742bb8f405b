import { sleep } from 'n8n-workflow';

import type { Problem } from '../request/problem';
import { Failure } from './failure';
import type { ItemInput } from '../request/item';
import { namesOfItems } from './namesOfItems';
import type { Operation, PreparedRequest } from './operation';

const BREATHE_EVERY_MS = 20;
const COMPLAINTS_IN_MESSAGE = 3;

/**
 * Rule 1 of the request policy: reads and checks what every item asks for, before anything is sent.
 * Lets n8n breathe in between, so that a large sheet does not hold up its other work.
 */
export async function checkAll(
	operation: Operation,
	items: readonly ItemInput[],
): Promise<PreparedRequest[]> {
	const prepare = operation.preparerFor(items);
	const prepared: PreparedRequest[] = [];
	let breathedAt = Date.now();
	for (const item of items) {
		if (Date.now() - breathedAt >= BREATHE_EVERY_MS) {
			await sleep(0);
			breathedAt = Date.now();
		}
		prepared.push(prepareOne(prepare, item));
	}
	return prepared;
}

/** What an item that must not be sent is told, or undefined when it may be sent. */
export function problemOf(prepared: PreparedRequest): Failure | undefined {
	if (prepared.problems.length === 0) return undefined;
	return new Failure(
		`Not sent: ${sentence(prepared.problems)}`,
		'Correct this item and run it again. The service has not seen it.',
		{ final: true },
	);
}

/**
 * What a run that stops at a bad item is told: every bad item with its fields and the hint; items with the
 * same problem together, so that a missing column is named once. Undefined when all items may be sent.
 */
export function problemOfAll(
	prepared: readonly PreparedRequest[],
): { index: number; failure: Failure } | undefined {
	const first = prepared.findIndex(({ problems }) => problems.length > 0);
	if (first === -1) return undefined;
	const lines = [...itemsByComplaint(prepared)].map(
		([problem, items]) => `${namesOfItems(items, prepared.length)} ${problem}`,
	);
	const shown = lines.slice(0, COMPLAINTS_IN_MESSAGE).join('; ');
	const more = lines.length - COMPLAINTS_IN_MESSAGE;
	const all = more > 0 ? `${lines.join(';\n')}.\n` : '';
	return {
		index: first,
		failure: new Failure(
			`Nothing was sent. ${shown}${more > 0 ? `; and ${more} more` : ''}`,
			`${all}Correct what is named and run again; nothing has reached the service.`,
			{ final: true, namesItems: true },
		),
	};
}

function itemsByComplaint(prepared: readonly PreparedRequest[]): Map<string, number[]> {
	const items = new Map<string, number[]>();
	for (const [index, { problems }] of prepared.entries()) {
		if (problems.length === 0) continue;
		const told = sentence(problems);
		const alike = items.get(told);
		if (alike === undefined) items.set(told, [index]);
		else alike.push(index);
	}
	return items;
}

function prepareOne(
	prepare: (item: ItemInput) => PreparedRequest,
	item: ItemInput,
): PreparedRequest {
	try {
		item.evaluateAll();
		return prepare(item);
	} catch (thrown) {
		const reason = thrown instanceof Error ? thrown.message : 'it could not be evaluated';
		return {
			problems: [
				{ field: 'expression', label: 'expression', text: `could not be evaluated: ${reason}` },
			],
		};
	}
}

function sentence(problems: readonly Problem[]): string {
	return problems
		.map(({ label, text, column, ofSheet }) => {
			if (ofSheet) return text;
			return column === undefined ? `'${label}' ${text}` : `column '${column}': ${text}`;
		})
		.join(', ');
}
