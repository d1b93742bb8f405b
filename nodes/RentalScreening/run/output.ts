import {
	NodeApiError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { safeTexts } from '../results/cells';
import { maskSsn } from '../results/ssn';
import type { Failure } from '../core/failure';
import type { Operation } from '../core/operation';
import { rowPrefix, type FailedItem } from '../request/problems';
import type { Job } from './job';

/** Rule 3: makes the output items of a run; each knows its input item. */
export class Output {
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
	) {}

	/** The items of an answer, where no row is updated. */
	async itemsOf(item: Job, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { input, alreadySent } = item;
		const known = alreadySent ? { alreadySent, sentAt: new Date(item.sentAt).toISOString() } : {};
		const items = await this.shaped(item, answer);
		const pairedItem = { item: input.index };
		return items.map((each) => ({ ...each, json: { ...each.json, ...known }, pairedItem }));
	}

	/** An answer in the shape that the operation gives it. */
	async shaped({ input, request }: Job, answer: IDataObject): Promise<INodeExecutionData[]> {
		const items = await this.operation.toItems?.(answer, input, this.context.helpers, request);
		return items ?? [{ json: safeTexts(maskSsn(answer) as IDataObject) }];
	}

	/**
	 * The error item of an item that did not succeed. n8n sends it to the error output because `error` is its
	 * only key, and adds the input row there itself. `label` names the item in the message;
	 * `isRow`: its row goes with it, as where rows are returned whole.
	 */
	error({ input }: Job, failure: Failure, label: string, isRow: boolean): INodeExecutionData {
		const { index, columns } = input;
		const { hint, status, kind } = failure;
		const carriesRow = isRow && this.context.getNode().onError !== 'continueErrorOutput';
		const error: IDataObject = {
			message: messageAt(failure, index, label),
			description: hint,
			...(status === undefined ? {} : { status }),
			...(kind === 'maybe' ? { mayHaveBeenAccepted: true } : {}),
		};
		return { json: { ...(carriesRow ? columns : {}), error }, pairedItem: { item: index } };
	}
}

/** A message after the name of its row, if it has one, and with the item in n8n's form, unless it holds for all. */
function messageAt({ message, isOfRun }: Failure, index: number, row: string): string {
	const ofRow = row === '' ? message : `${row}: ${message}`;
	return isOfRun ? ofRow : `${ofRow} [item ${index}]`;
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
	// n8n overwrites it with the item that throws, which is the last; its editor would add that to the message.
	const itemIndex = failure.isOfRun ? undefined : index;
	Object.defineProperty(error.context, 'itemIndex', { get: () => itemIndex, set: () => {} });
	return error;
}

/** The identifiers that were obtained, and what may have been accepted: a line for each; '' where there are none. */
export function summaryOf(items: readonly Job[]): string {
	const lines = items.flatMap(({ index, request, identifier, failure }) => {
		const row = rowPrefix(index, request);
		if (identifier !== undefined) return `${row}: ${identifier}`;
		const isUnclear = failure?.kind === 'maybe';
		return isUnclear ? `${row}: may have been accepted, ask before you send it again` : [];
	});
	return lines.length === 0 ? '' : ['Before that:', ...lines].join('\n');
}
