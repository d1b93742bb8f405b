import {
	NodeApiError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { updatesRows, type ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import { safeTexts } from '../results/cells';
import { maskSsn } from '../results/ssn';
import { problemsOf, type FailedItem } from './check';
import type { Failure } from './failure';
import type { Operation, PreparedRequest, ItemRun } from './operation';
import { Rows } from './rows';

/** Rule 3: makes the output items of a run; each knows its input item. */
export class Output {
	private readonly rows: Rows | undefined;

	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly items: readonly ItemInput[],
	) {
		const { rows } = operation;
		const [first] = items;
		if (rows === undefined || first === undefined || !updatesRows(first)) return;
		const isWritten = first.parameter('returnColumns') === 'written';
		const matchColumn = isWritten ? String(first.parameter('matchColumn') ?? '') : undefined;
		this.rows = new Rows(items, rows, matchColumn);
	}

	/** Update Rows is on: every input item is returned as its row. */
	get isRows(): boolean {
		return this.rows !== undefined;
	}

	/** Only the rows that the node acted on are returned, and all that happens is a row's outcome. */
	get isWritten(): boolean {
		return this.rows?.isWritten === true;
	}

	/** What is returned of a row for which nothing is sent; undefined where something is, or there are no rows. */
	idle(item: ItemInput, { idle = false }: PreparedRequest): INodeExecutionData[] | undefined {
		const { rows } = this;
		if (rows === undefined) return undefined;
		if (rows.isIdle(item, idle)) return rows.isWritten ? [] : [this.itemFor(item, item.columns)];
		if (rows.fault() !== undefined) return undefined;
		if (rows.isUnmatched(item)) return [];
		const row = rows.withUnknownId(item);
		return row && [this.itemFor(item, row)];
	}

	/**
	 * Why no row can be sent and none may change: with all columns, the same fault of sheet or settings in every
	 * row that is due; with written columns, that the sheet cannot be updated.
	 */
	faultIn(prepared: readonly PreparedRequest[]): FailedItem | undefined {
		const { rows } = this;
		if (rows === undefined) return undefined;
		if (rows.isWritten) {
			const index = prepared.findIndex(({ idle }) => idle !== true);
			const failure = rows.fault(prepared[index]?.columns);
			return index === -1 || failure === undefined ? undefined : { index, failure };
		}
		const ofRun = prepared.map((request, index) =>
			this.idle(this.items[index]!, request) === undefined
				? { ...request, problems: request.problems.filter((one) => one.ofSheet ?? one.ofRun) }
				: undefined,
		);
		if (ofRun.some((request) => request?.problems.length === 0)) return undefined;
		return problemsOf(ofRun.map((request) => request ?? { problems: [] }));
	}

	/** Why a row is not sent though it is due: the sheet lacks columns for its outcome. */
	missingColumns({ columns = [] }: PreparedRequest): Failure | undefined {
		return this.rows?.missingColumns(columns);
	}

	/** The items of an accepted request. */
	async sent(item: ItemRun, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { input, sentAt, alreadySent } = item;
		if (this.rows !== undefined) {
			const id = answer[this.operation.identifier ?? ''];
			return [this.itemFor(input, this.rows.sent(item, id))];
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
			return [this.itemFor(input, rows.ofSomebodyElse(input))];
		}
		const items = await this.shaped(item, answer);
		if (rows === undefined) return items.map((each) => this.linked(input, each));
		return [this.itemFor(input, rows.fetched(input, items[0]?.json ?? {}))];
	}

	/** The row of an applicant who is not complete yet; undefined where there are no rows. */
	notComplete({ input }: ItemRun): INodeExecutionData[] | undefined {
		return this.rows && [this.itemFor(input, this.rows.notComplete(input))];
	}

	/** The row of an item that did not succeed, with the reason in its note; undefined where there are no rows. */
	failedRow({ input }: ItemRun, failure: Failure): INodeExecutionData | undefined {
		return this.rows && this.itemFor(input, this.rows.failed(input, failure));
	}

	/**
	 * The error item of an item that did not succeed. n8n sends it to the error output because `error` is its
	 * only key, and adds the input row there itself. `label` names the item in the message.
	 */
	error({ input }: ItemRun, failure: Failure, label: string): INodeExecutionData {
		const addsRow = this.context.getNode().onError === 'continueErrorOutput';
		const carriesRow = this.isRows || optionsOf(input).includeInputFields;
		return this.itemFor(input, {
			...(carriesRow && !addsRow ? input.columns : {}),
			error: errorOf(failure, input.index, label),
		});
	}

	/** The one item of an input item; a row that is returned whole keeps its files. */
	private itemFor({ index, binary }: ItemInput, json: IDataObject): INodeExecutionData {
		const keepsFiles = this.isRows && !this.isWritten && binary !== undefined;
		return { json, ...(keepsFiles ? { binary } : {}), pairedItem: { item: index } };
	}

	private async shaped(
		{ input, request }: ItemRun,
		answer: IDataObject,
	): Promise<INodeExecutionData[]> {
		const items = await this.operation.toItems?.(answer, input, this.context.helpers, request);
		return items ?? [{ json: safeTexts(maskSsn(answer) as IDataObject) }];
	}

	/** Include Input Fields: puts the columns of the input item in front. Where names collide the answer wins. */
	private linked(input: ItemInput, item: INodeExecutionData): INodeExecutionData {
		const { index, columns } = input;
		const pairedItem = { item: index };
		if (!optionsOf(input).includeInputFields) return { ...item, pairedItem };
		const json: IDataObject = { ...columns, ...item.json };
		// An earlier run's error would make this one look failed, to people and to n8n.
		if (!('error' in item.json)) delete json.error;
		// The sheet says who the person is where the answer does not.
		for (const name of this.operation.personColumns?.(input) ?? []) {
			if (Object.hasOwn(columns, name)) json[name] ??= columns[name];
		}
		return { ...item, json, pairedItem };
	}
}

/** The value of `error` in an error item; `label` names the item in the message. */
function errorOf(failure: Failure, index: number, label: string): IDataObject {
	const { hint, status, kind } = failure;
	return {
		message: messageAt(failure, index, label),
		description: hint,
		...(status === undefined ? {} : { status }),
		...(kind === 'maybe' ? { mayHaveBeenAccepted: true } : {}),
	};
}

/**
 * The message of a failure after the name of its row, if it has one. The item comes last, in n8n's form; what
 * holds for every item names none.
 */
function messageAt({ message, isOfRun }: Failure, index: number, row: string): string {
	const isOfColumn = message.startsWith("Column '");
	const text = isOfColumn && row !== '' ? `c${message.slice(1)}` : message;
	const ofRow = row === '' ? text : `${row}${isOfColumn ? ', ' : ': '}${text}`;
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
