import type { Item } from '../core/item';
import type { Operation, Request } from '../core/operation';
import { toOneLine } from '../core/text';
import { readBodies } from './body';
import { findModeProblems } from './options';

/** Rule 1: reads and checks what every item asks for, before anything is sent. */
export function checkAll(operation: Operation, items: readonly Item[]): Request[] {
	const refused = items.map(refuseUnevaluated);
	const evaluated = items.filter((_, index) => refused[index] === undefined);
	const requests = readRequests(operation, evaluated).values();
	return items.map((item, index) => {
		const request = refused[index] ?? requests.next().value!;
		const { rowNumber } = item;
		return {
			...request,
			rowNumber,
			problems: [...request.problems, ...findModeProblems(item, operation)],
		};
	});
}

/** The request of each item: as the operation reads it, else the body of its fields. */
export function readRequests(operation: Operation, items: readonly Item[]): Request[] {
	return operation.readRequests?.(items) ?? readBodies(items, operation.fields ?? [], operation);
}

/** n8n refuses the item of an expression that it cannot evaluate. */
function refuseUnevaluated(item: Item): Request | undefined {
	const error = item.findEvaluationError();
	if (error === undefined) return undefined;
	const reason = error.thrown instanceof Error ? error.thrown.message : 'n8n gives no reason';
	const clause = `could not be evaluated: ${toOneLine(reason, 100)}`;
	return { problems: [{ label: error.name, clause, scope: 'item' }], abortsNode: true };
}
