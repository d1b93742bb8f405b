import type { Problem } from '../core/field';
import type { Item } from '../core/item';
import type { Operation, Request } from '../core/operation';
import { toExcerpt } from '../core/text';
import { createBodyReader } from './body';
import { findModeProblems, findOptionProblems } from './options';

/** Rule 1: reads and checks what every item asks for, before anything is sent. */
export function checkAll(operation: Operation, items: readonly Item[]): Request[] {
	const errors = new Map(items.map((item) => [item, item.findEvaluationError()]));
	const evaluated = items.filter((item) => errors.get(item) === undefined);
	const prepare = createPreparer(operation, evaluated);
	return items.map((item) => {
		const error = errors.get(item);
		if (error !== undefined) return refuseUnevaluated(error.name, error.thrown);
		const request = prepare(item);
		const settingProblems = [
			...findOptionProblems(item),
			...findModeProblems(item, operation),
			...findTimeoutProblems(item),
		];
		const { rowNumber } = item;
		return { ...request, rowNumber, problems: [...request.problems, ...settingProblems] };
	});
}

/** What gives the request of each item: the operation's own reader, else that of its fields. */
export function createPreparer(
	operation: Operation,
	items: readonly Item[],
): (item: Item) => Request {
	const { fields = [] } = operation;
	const requests = operation.readRequests?.(items);
	if (requests === undefined) return createBodyReader(items, fields, operation);
	return (item) => requests[items.indexOf(item)]!;
}

function refuseUnevaluated(label: string, thrown: unknown): Request {
	const reason = thrown instanceof Error ? thrown.message : 'n8n gives no reason';
	const text = `could not be evaluated: ${toExcerpt(reason)}`;
	return { problems: [{ label, text, scope: 'item' }], abortsNode: true };
}

/** n8n misreads a timeout that is not all digits; one that is too long for a timer (2^31 ms) would end after 1 ms. */
function findTimeoutProblems(item: Item): Problem[] {
	const given = String(item.parameter('requestOptions.timeout') ?? '');
	if (/^\d{0,9}$/.test(given)) return [];
	const text = 'must be a number of milliseconds, such as 10000';
	return [{ label: 'Timeout', text, scope: 'run' }];
}
