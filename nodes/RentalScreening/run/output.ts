import {
	NodeApiError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import { NOT_COMPLETE } from '../results/applicant';
import { safeTexts } from '../results/cells';
import { maskSsn } from '../results/ssn';
import { rowsOf, type Rows } from '../rows/rows';
import { inRow, rowLabel, type FailedItem } from './check';
import { Failure } from './failure';
import type { ItemRun, Lease, Operation, PreparedRequest } from './operation';

/** Rule 3: makes the output items of a run; each knows its input item. With Update Rows each of them is a row. */
export class Output {
	/** Of Update Rows, once all items are checked; undefined where it is off. */
	private rows: Rows | undefined;

	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly items: readonly ItemInput[],
	) {}

	/** Update Rows is on: what becomes of an input item is written into its row. */
	get isRows(): boolean {
		return this.rows !== undefined;
	}

	/** The rows are marked, so that all that happens is a row's outcome. */
	get isOfMarkedRows(): boolean {
		return this.rows?.isOfMarked === true;
	}

	/** Plans what happens to each row. Returns why no row can be sent and none may change: then every item fails. */
	faultIn(prepared: readonly PreparedRequest[]): FailedItem | undefined {
		this.rows = rowsOf(this.context, this.operation, this.items, prepared);
		return this.rows?.fault();
	}

	/** What is returned of a row for which nothing is sent; undefined where something is, or there are no rows. */
	unsent(item: ItemInput): INodeExecutionData[] | undefined {
		const { rows } = this;
		if (rows === undefined || rows.stepOf(item) === 'send') return undefined;
		return this.rowItems(item, rows.unsent(item));
	}

	/** With Checked Rows: the mark by which a row may be sent. */
	leaseOf(item: ItemInput): Lease | undefined {
		return this.rows?.leaseOf(item);
	}

	/** The items of an accepted request. */
	async sent(item: ItemRun, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { input, sentAt, alreadySent } = item;
		const { rows, operation } = this;
		if (rows !== undefined) {
			const id = answer[operation.identifier ?? ''];
			return this.rowItems(input, rows.sent(input, id, sentAt, alreadySent));
		}
		const known = alreadySent ? { alreadySent, sentAt: new Date(sentAt).toISOString() } : {};
		const items = await this.shaped(item, answer);
		return items.map((each) => this.linked(input, { ...each, json: { ...each.json, ...known } }));
	}

	/** The items of what was fetched. */
	async fetched(item: ItemRun, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { input, request } = item;
		const { rows, operation } = this;
		if (rows !== undefined && operation.isOfSomebodyElse?.(answer, request) === true) {
			const other = "The results are another person's: both email and phone differ from this row";
			const failure = new Failure('invalid', other, 'Check its user ID.');
			return this.rowItems(input, rows.failed(input, failure));
		}
		const items = await this.shaped(item, answer);
		if (rows === undefined) return items.map((each) => this.linked(input, each));
		return this.rowItems(input, rows.fetched(input, items[0]?.json ?? {}));
	}

	/** The row of an applicant who is not complete yet; undefined where there are no rows. */
	notComplete(item: ItemRun): INodeExecutionData[] | undefined {
		return this.failedRow(item, new Failure('incomplete', NOT_COMPLETE, ''));
	}

	/** The row of an item that did not succeed, with the reason in its note; undefined where there are no rows. */
	failedRow({ input }: ItemRun, failure: Failure): INodeExecutionData[] | undefined {
		return this.rows && this.rowItems(input, this.rows.failed(input, failure));
	}

	/**
	 * The error item of an item that did not succeed. n8n sends it to the error output because `error` is its
	 * only key, and adds the input row there itself. `label` names the item in the message.
	 */
	error({ input }: ItemRun, failure: Failure, label: string): INodeExecutionData {
		const { index, columns } = input;
		const { hint, status, kind } = failure;
		const addsRow = this.context.getNode().onError === 'continueErrorOutput';
		const carriesRow = !addsRow && (this.isRows || optionsOf(input).includeInputFields);
		const error: IDataObject = {
			message: messageAt(failure, index, label),
			description: hint,
			...(status === undefined ? {} : { status }),
			...(kind === 'maybe' ? { mayHaveBeenAccepted: true } : {}),
		};
		return { json: { ...(carriesRow ? columns : {}), error }, pairedItem: { item: index } };
	}

	/**
	 * The one item of a row as it is written, or as it came where it stays as it is and all columns are returned. Such a
	 * row keeps its files.
	 */
	private rowItems(input: ItemInput, written: IDataObject | undefined): INodeExecutionData[] {
		const { index, columns, binary } = input;
		const isWhole = this.rows?.isWhole === true;
		const json = written ?? (isWhole ? columns : undefined);
		if (json === undefined) return [];
		const files = isWhole && binary !== undefined ? { binary } : {};
		return [{ json, ...files, pairedItem: { item: index } }];
	}

	private async shaped(
		{ input, request }: ItemRun,
		answer: IDataObject,
	): Promise<INodeExecutionData[]> {
		const items = await this.operation.toItems?.(answer, input, this.context.helpers, request);
		return items ?? [{ json: safeTexts(maskSsn(answer) as IDataObject) }];
	}

	/** Include Input Fields: puts the columns of the input item in front. What the answer holds wins over them. */
	private linked(input: ItemInput, item: INodeExecutionData): INodeExecutionData {
		const { index, columns } = input;
		const pairedItem = { item: index };
		if (!optionsOf(input).includeInputFields) return { ...item, pairedItem };
		const held = Object.entries(item.json).filter(
			([name, value]) => value !== null || !Object.hasOwn(columns, name),
		);
		const json: IDataObject = { ...columns, ...Object.fromEntries(held) };
		// An earlier run's error would make this one look failed, to people and to n8n.
		if (!('error' in item.json)) delete json.error;
		return { ...item, json, pairedItem };
	}
}

/**
 * The message of a failure after the name of its row, if it has one. The item comes last, in n8n's form; what
 * holds for every item names none.
 */
function messageAt({ message, isOfRun }: Failure, index: number, row: string): string {
	const ofRow = row === '' ? message : inRow(row, message);
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
export function summaryOf(items: readonly ItemRun[]): string {
	const lines = items.flatMap(({ index, request, identifier, failure }) => {
		const row = rowLabel(index, request);
		if (identifier !== undefined) return `${row}: ${identifier}`;
		const isUnclear = failure?.kind === 'maybe';
		return isUnclear ? `${row}: may have been accepted, ask before you send it again` : [];
	});
	return lines.length === 0 ? '' : ['Before that:', ...lines].join('\n');
}
