import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { updatesRows, type ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import { safeTexts } from '../results/cells';
import { maskSsn } from '../results/ssn';
import type { Failure } from './failure';
import type { FailedItem } from './abort';
import type { ItemRun } from './itemRun';
import { messageAt, problemsOf } from './messages';
import type { Operation, PreparedRequest } from './operation';
import { Rows } from './rows';

/** Rule 7: makes the output items of a run; each knows its input item. */
export class Output {
	private readonly rows: Rows | undefined;

	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly items: readonly ItemInput[],
	) {
		this.rows = this.updatedRows();
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
	idle(index: number, { idle = false }: PreparedRequest): INodeExecutionData[] | undefined {
		const { rows } = this;
		if (rows === undefined) return undefined;
		const item = this.items[index]!;
		if (rows.isIdle(item, idle)) return rows.isWritten ? [] : [this.rowItem(index, item.columns)];
		if (rows.fault !== undefined) return undefined;
		if (rows.isUnmatched(item)) return [];
		const row = rows.withUnknownId(item);
		return row && [this.rowItem(index, row)];
	}

	/**
	 * Why no row can be sent and none may change: with all columns, the same fault of sheet or settings in every
	 * row that is due; with written columns, that the sheet cannot be updated.
	 */
	faultIn(prepared: readonly PreparedRequest[]): FailedItem | undefined {
		const { rows } = this;
		if (rows === undefined) return undefined;
		if (rows.fault !== undefined) {
			const index = prepared.findIndex(({ idle }) => idle !== true);
			return index === -1 ? undefined : { index, failure: rows.fault };
		}
		if (rows.isWritten) return undefined;
		const ofRun = prepared.map((request, index) =>
			this.idle(index, request) === undefined
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
		const { index, request, sentAt, alreadySent } = item;
		if (this.rows !== undefined) {
			const id = answer[this.operation.identifier ?? ''];
			return [this.rowItem(index, this.rows.sent(item, id))];
		}
		const items = await this.shaped(index, request, answer);
		const known = alreadySent ? { alreadySent, sentAt: new Date(sentAt).toISOString() } : {};
		return this.withColumns(
			index,
			items.map((each) => ({ ...each, json: { ...each.json, ...known } })),
		);
	}

	/** The items of what was fetched. */
	async fetched(
		index: number,
		request: PreparedRequest,
		answer: IDataObject,
	): Promise<INodeExecutionData[]> {
		const { rows } = this;
		const item = this.items[index]!;
		if (rows !== undefined && this.operation.isOfSomebodyElse?.(answer, request) === true) {
			return [this.rowItem(index, rows.ofSomebodyElse(item))];
		}
		const items = await this.shaped(index, request, answer);
		if (rows === undefined) return this.withColumns(index, items);
		return [this.rowItem(index, rows.fetched(item, items[0]?.json ?? {}))];
	}

	/** The row of an applicant who is not complete yet; undefined where there are no rows. */
	notComplete(index: number): INodeExecutionData[] | undefined {
		if (this.rows === undefined) return undefined;
		return [this.rowItem(index, this.rows.notComplete(this.items[index]!))];
	}

	/** The row of an item that did not succeed, with the reason in its note; undefined where there are no rows. */
	failedRow(index: number, failure: Failure): INodeExecutionData | undefined {
		if (this.rows === undefined) return undefined;
		return this.rowItem(index, this.rows.failed(this.items[index]!, failure));
	}

	/**
	 * The error item of an item that did not succeed. n8n sends it to the error output because `error` is its
	 * only key, and adds the input row there itself. `label` names the item in the message.
	 */
	error(index: number, failure: Failure, label: string): INodeExecutionData {
		const item = this.items[index]!;
		const addsRow = this.context.getNode().onError === 'continueErrorOutput';
		const carriesRow = this.isRows || optionsOf(item).includeInputFields;
		const json = {
			...(carriesRow && !addsRow ? item.columns : {}),
			error: errorOf(failure, index, label),
		};
		return { json, ...this.binaryOf(item), pairedItem: { item: index } };
	}

	private rowItem(index: number, json: IDataObject): INodeExecutionData {
		return { json, ...this.binaryOf(this.items[index]!), pairedItem: { item: index } };
	}

	/** The files of a row that is returned whole. */
	private binaryOf({ binary }: ItemInput): Pick<INodeExecutionData, 'binary'> {
		return !this.isRows || this.isWritten || binary === undefined ? {} : { binary };
	}

	private async shaped(
		index: number,
		request: PreparedRequest,
		answer: IDataObject,
	): Promise<INodeExecutionData[]> {
		const { helpers } = this.context;
		const items = await this.operation.toItems?.(answer, this.items[index]!, helpers, request);
		return items ?? [{ json: safeTexts(maskSsn(answer) as IDataObject) }];
	}

	/** Include Input Fields: puts the columns of the input item in front. Where names collide the answer wins. */
	private withColumns(index: number, items: INodeExecutionData[]): INodeExecutionData[] {
		const item = this.items[index]!;
		if (!optionsOf(item).includeInputFields) return linked(items, index);
		const { columns } = item;
		const aboutPerson = this.personColumns(item).filter((name) => Object.hasOwn(columns, name));
		const inFront = (answer: IDataObject) => {
			const row: IDataObject = { ...columns, ...answer };
			// An earlier run's error would make this one look failed, to people and to n8n.
			if (!('error' in answer)) delete row.error;
			// The sheet says who the person is where the answer does not.
			for (const name of aboutPerson) row[name] ??= columns[name];
			return row;
		};
		return linked(
			items.map((each) => ({ ...each, json: inFront(each.json) })),
			index,
		);
	}

	private personColumns(item: ItemInput): readonly string[] {
		return this.operation.personColumns?.(item) ?? [];
	}

	private updatedRows(): Rows | undefined {
		const { rows } = this.operation;
		const [first] = this.items;
		if (rows === undefined || first === undefined || !updatesRows(first)) return undefined;
		const isWritten = first.parameter('returnColumns') === 'written';
		return new Rows(
			this.items,
			rows,
			isWritten ? String(first.parameter('matchColumn') ?? '') : undefined,
		);
	}
}

/** The value of `error` in an error item; `label` names the item in the message. */
export function errorOf(failure: Failure, index: number, label: string): IDataObject {
	const { hint, status, kind } = failure;
	return {
		message: messageAt(failure, index, label),
		description: hint,
		...(status === undefined ? {} : { status }),
		...(kind === 'maybe' ? { mayHaveBeenAccepted: true } : {}),
	};
}

function linked(items: readonly INodeExecutionData[], index: number): INodeExecutionData[] {
	return items.map((item) => ({ ...item, pairedItem: { item: index } }));
}
