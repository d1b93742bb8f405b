import {
	NodeApiError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { escapeCells } from '../core/cells';
import type { Failure, FailedItem } from '../core/failure';
import type { Item } from '../core/item';
import type { Operation, Request } from '../core/operation';
import { maskSsn } from '../core/ssn';
import { readOptions } from '../request/options';
import { rowPrefix } from '../request/problems';
import type { RowUpdater } from '../rows/updater';
import type { Job } from './job';
import type { Queue } from './queue';

/** What a failure becomes: the outcome of its row, an error item, at which a run may stop, or nothing ('Only Complete'). */
export type FailureForm = 'row' | 'item' | 'leftOut';

/** Rule 3: makes the output items of a run; each is linked to its input item. With Update Rows they are rows. */
export class Output {
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly requests: readonly Request[],
		private readonly rows: RowUpdater | undefined,
		private readonly queue: Pick<Queue, 'isWorking'>,
	) {}

	/** The items of an answer, or its row. Throws a `Failure` where the answer must not be written into the row. */
	async toItems(job: Job, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { rows, operation } = this;
		const { identifier, incomplete, rejectResult } = operation;
		const isIncomplete = operation.isComplete?.(answer) === false;
		if (rows === undefined) {
			if (isIncomplete && readOptions(job.item).onlyComplete) return [];
			return this.linkItems(job, await this.shape(job, answer));
		}
		if (identifier !== undefined) {
			return rows.writeSent(job.item, answer[identifier], job.sentAt, job.alreadySent);
		}
		if (isIncomplete && incomplete !== undefined) throw incomplete;
		const rejection = rejectResult?.(answer, job.request);
		if (rejection !== undefined) throw rejection;
		const [result] = await this.shape(job, answer);
		return rows.writeResults(job.item, result?.json ?? {});
	}

	/** What a failure becomes once the items are checked. What fails the run before anything was sent changes no row. */
	decideForm(item: Item, { kind, effects }: Failure): FailureForm {
		const { rows, queue } = this;
		if (rows === undefined) {
			return kind === 'notFound' && readOptions(item).onlyComplete ? 'leftOut' : 'item';
		}
		// A row that was marked has an outcome, whatever it is.
		const isOfRow = effects.scope === 'item' || queue.isWorking || rows.sendsMarkedRows;
		return isOfRow ? 'row' : 'item';
	}

	/** The row of an item that did not succeed, or its error item; neither where it is left out. */
	toFailed(item: Item, failure: Failure, form: FailureForm): INodeExecutionData[] {
		if (form === 'leftOut') return [];
		if (form === 'row' && this.rows !== undefined) return this.rows.writeFailure(item, failure);
		return [this.toErrorItem(item, failure)];
	}

	/** n8n sends an item to the error output if `error` is its only key, and adds the input row itself. */
	private toErrorItem({ index, columns }: Item, failure: Failure): INodeExecutionData {
		const { hint, kind } = failure;
		const { status } = failure.details;
		const error: IDataObject = {
			message: formatMessage(failure, index, toPrefix(index, this.requests)),
			description: hint,
			...(status === undefined ? {} : { status }),
			...(kind === 'maybe' ? { mayHaveBeenAccepted: true } : {}),
		};
		const isSplit = this.context.getNode().onError === 'continueErrorOutput';
		const row = this.rows?.returnsWholeRows === true && !isSplit ? columns : {};
		return { json: { ...row, error }, pairedItem: { item: index } };
	}

	/** An answer in the shape that the operation gives it. */
	private async shape({ item, request }: Job, answer: IDataObject): Promise<INodeExecutionData[]> {
		const items = await this.operation.toItems?.(answer, item, this.context.helpers, request);
		return items ?? [{ json: escapeCells(maskSsn(answer) as IDataObject) }];
	}

	private linkItems(job: Job, items: readonly INodeExecutionData[]): INodeExecutionData[] {
		const { index, alreadySent, sentAt } = job;
		const earlier = alreadySent ? { alreadySent, sentAt: new Date(sentAt).toISOString() } : {};
		return items.map((item) => ({
			...item,
			json: { ...item.json, ...earlier },
			pairedItem: { item: index },
		}));
	}
}

/** "Row 4 ('Amara Okonkwo'): ", where there are several rows. */
function toPrefix(index: number, requests: readonly Request[]): string {
	return requests.length > 1 ? `${rowPrefix(index, requests[index])}: ` : '';
}

/** A message with its row, and with the item in n8n's form; alone where it is about all. */
function formatMessage({ message, effects }: Failure, index: number, prefix: string): string {
	return effects.scope === 'run' ? message : `${prefix}${message} [item ${index}]`;
}

/**
 * Rule 4: the error with which a run stops. It says what happened to which item and how to fix it, then
 * what had been done, and holds nothing of the request.
 */
export function toStopError(
	node: INode,
	{ index, failure, namesRows }: FailedItem,
	requests: readonly Request[],
	jobs: readonly Job[],
): NodeApiError {
	const { hint, effects } = failure;
	const { status } = failure.details;
	const done = summarizeDone(jobs);
	const prefix = namesRows === true ? '' : toPrefix(index, requests);
	const message = formatMessage(failure, index, prefix);
	const description = done === '' ? hint : `${hint}\n${done}`;
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			itemIndex: index,
			...(status === undefined ? {} : { httpCode: String(status) }),
		},
	);
	// n8n replaces a message that holds a code such as ECONNRESET.
	error.message = message;
	// n8n overwrites it with the item that throws, which is the last; its editor would add that to the message.
	const itemIndex = effects.scope === 'run' ? undefined : index;
	Object.defineProperty(error.context, 'itemIndex', { get: () => itemIndex, set: () => {} });
	return error;
}

/** n8n keeps nothing of a node that it cancels or tries again, so what was done goes to its log. */
export function logDone(
	context: IExecuteSingleFunctions,
	jobs: readonly Job[],
	event: string,
): void {
	const done = summarizeDone(jobs);
	if (done !== '') context.logger.warn(`${context.getNode().name} ${event}. ${done}`);
}

/** The identifiers that were issued, and what may have been accepted: a line for each; '' where there are none. */
function summarizeDone(jobs: readonly Job[]): string {
	const lines = jobs.flatMap(({ index, request, identifier, failure }) => {
		const row = rowPrefix(index, request);
		if (identifier !== undefined) return `${row}: ${identifier}`;
		const isUnclear = failure?.kind === 'maybe';
		return isUnclear ? `${row}: may have been accepted, ask before you send it again` : [];
	});
	return lines.length === 0 ? '' : ['Before that:', ...lines].join('\n');
}
