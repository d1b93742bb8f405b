import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Stop } from './attempt';

/**
 * Rule 4 of the request policy: the error with which a run stops. It says what happened to which item and
 * what to do, then gives the account of what had been brought about, and holds nothing of the request.
 */
export function stopError(node: INode, { index, failure }: Stop, account: string): NodeApiError {
	const message = failure.namesItems ? failure.message : `[Item ${index}] ${failure.message}`;
	const description = account === '' ? failure.hint : `${failure.hint}\n${account}`;
	const httpCode = failure.status === undefined ? {} : { httpCode: String(failure.status) };
	return new NodeApiError(
		node,
		{ message },
		{ message, description, itemIndex: index, ...httpCode },
	);
}
