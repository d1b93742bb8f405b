import { Failure, type FailedItem } from '../core/failure';
import type { Item } from '../core/item';
import { isFetch, type Operation, type Request } from '../core/operation';
import { toOneLine, toTitle } from '../core/text';
import { readBodies } from './body';
import { toRequestKey } from './key';
import { findModeProblems } from './options';

/** Rule 1: reads and checks what every item asks for, before anything is sent. */
export function checkAll(operation: Operation, items: readonly Item[]): Request[] {
	return readRequests(operation, items).map((request, index) => {
		const item = items[index]!;
		const problems = [...request.problems, ...findModeProblems(item, operation)];
		const checked = { ...request, problems, rowNumber: item.rowNumber };
		if (isFetch(operation)) return checked;
		return { ...checked, key: toRequestKey(item, request, operation) };
	});
}

/** The request of each item: as the operation reads it, else the body of its fields. */
export function readRequests(operation: Operation, items: readonly Item[]): Request[] {
	return operation.readRequests?.(items) ?? readBodies(items, operation.fields ?? [], operation);
}

/** Why nothing is sent: the first parameter of an item that n8n cannot evaluate; undefined where it can evaluate all. */
export function findUnevaluated(
	operation: Operation,
	items: readonly Item[],
): FailedItem | undefined {
	for (const item of items) {
		const error = item.findEvaluationError();
		if (error === undefined) continue;
		const { name, thrown } = error;
		const reason = thrown instanceof Error ? toOneLine(thrown.message, 100) : 'n8n gives no reason';
		const nothing = `Nothing was ${isFetch(operation) ? 'fetched' : 'sent'}`;
		const message = `${nothing}. Row ${item.rowNumber}: '${toTitle(name)}' could not be evaluated: ${reason}`;
		const hint = 'Correct the expression and run again.';
		return { index: item.index, failure: new Failure('notSetUp', message, hint), namesRows: true };
	}
	return undefined;
}
