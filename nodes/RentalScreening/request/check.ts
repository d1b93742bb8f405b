import type { Item } from '../core/item';
import type { Operation, Request } from '../core/operation';
import { toOneLine } from '../core/text';
import { readBodies } from './body';
import { findModeProblems } from './options';

/** Rule 1: reads and checks what every item asks for, before anything is sent. */
export function checkAll(operation: Operation, items: readonly Item[]): Request[] {
	const evaluated = items.filter((item) => item.findEvaluationError() === undefined);
	const requests = new Map<Item, Request>();
	for (const [index, request] of readRequests(operation, evaluated).entries()) {
		requests.set(evaluated[index]!, request);
	}
	return items.map((item) => {
		const request = requests.get(item) ?? refuseUnevaluated(item);
		const problems = [...request.problems, ...findModeProblems(item, operation)];
		return { ...request, rowNumber: item.rowNumber, problems };
	});
}

/** The request of each item: as the operation reads it, else the body of its fields. */
export function readRequests(operation: Operation, items: readonly Item[]): Request[] {
	return operation.readRequests?.(items) ?? readBodies(items, operation.fields ?? [], operation);
}

/** For an item that n8n refuses, as it cannot evaluate one of its expressions. */
function refuseUnevaluated(item: Item): Request {
	const { name = '', thrown } = item.findEvaluationError() ?? {};
	const reason = thrown instanceof Error ? thrown.message : 'n8n gives no reason';
	const clause = `could not be evaluated: ${toOneLine(reason, 100)}`;
	return { problems: [{ label: name, clause, scope: 'item' }], abortsNode: true };
}
