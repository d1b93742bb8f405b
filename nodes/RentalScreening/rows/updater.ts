import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import type { Item } from '../core/item';
import {
	readUpdateRows,
	statusColumns,
	type Operation,
	type Request,
	type RowColumns,
} from '../core/operation';
import { isEmpty } from '../core/text';
import type { FailedItem } from '../request/problems';
import type { Mode, Row, Step } from './decide';
import { createMark, formatMark, rememberMark, type Mark } from './mark';
import {
	formatCheckNote,
	IN_PROGRESS,
	toChangedOutcome,
	toDoneOutcome,
	toFailureOutcome,
	toSentOutcome,
	toStoppedOutcome,
	type Outcome,
} from './outcomes';
import { readRows } from './read';
import { findSetupFailure } from './setupFailure';
import { Sheet } from './sheet';

/** Update Rows of a run, as its first item has it set; undefined where it is off. */
export function createRowUpdater(
	context: IExecuteSingleFunctions,
	operation: Operation,
	items: readonly Item[],
): RowUpdater | undefined {
	const [first] = items;
	const { rows: columns } = operation;
	if (first === undefined || columns === undefined) return undefined;
	const mode = readUpdateRows(first, operation);
	if (mode === undefined || mode === 'off') return undefined;
	const chosen = String(first.parameter('matchColumn') ?? '').trim() || undefined;
	// Checked Rows: the outcome is matched on the mark, which therefore stays.
	const sheet = new Sheet(items, mode === 'checked' ? columns.mark : chosen);
	const rows = readRows(context, operation, columns, items, sheet, mode);
	return new RowUpdater(operation, columns, sheet, rows, mode);
}

/** Update Rows. Each `write…` method returns the row, or no item if only changes are returned and there are none. */
export class RowUpdater {
	/** Checked Rows. */
	readonly sendsMarkedRows: boolean;
	/** Rows are returned with their own columns. */
	readonly returnsWholeRows: boolean;
	/** Why no row can be sent and none may change. */
	readonly setupFailure: FailedItem | undefined;
	/** What each row asks for. */
	readonly requests: readonly Request[];
	/** The columns that are not read; empty once a note has named them. */
	private unreadColumns: readonly string[];

	constructor(
		private readonly operation: Operation,
		private readonly columns: RowColumns,
		private readonly sheet: Sheet,
		private readonly rows: readonly Row[],
		mode: Mode,
	) {
		this.sendsMarkedRows = mode === 'checked';
		this.returnsWholeRows = sheet.matchColumn === undefined;
		this.setupFailure = findSetupFailure(rows, sheet, columns, mode);
		this.requests = rows.map(({ request }) => request);
		this.unreadColumns = this.requests.find((one) => one.unreadColumns)?.unreadColumns ?? [];
	}

	getRow({ index }: Item): Row {
		return this.rows[index]!;
	}

	/** To be called when the run ends. */
	giveBack(): void {
		for (const row of this.rows) row.giveBack();
	}

	/** A row that is not sent: skipped, marked, or with the outcome of its step. */
	writeUnsent(item: Item): INodeExecutionData[] {
		const row = this.getRow(item);
		if (row.step === 'mark') return this.writeMark(row);
		return this.writeKnown(item, this.findKnownOutcome(row, row.step));
	}

	/** A row that another run has taken or sent meanwhile: its outcome, if there is one yet. */
	writeSuperseded(item: Item): INodeExecutionData[] {
		return this.writeKnown(item, this.getRow(item).record?.outcome);
	}

	/** The row of a request that was accepted at `sentAt` (milliseconds since 1970), with its ID. */
	writeSent(
		item: Item,
		id: IDataObject[string],
		sentAt: number,
		alreadySent: boolean,
	): INodeExecutionData[] {
		const { id: idColumn = '', at: timeColumn } = this.columns;
		const at = new Date(sentAt).toISOString();
		const time = timeColumn === undefined ? {} : { [timeColumn]: at };
		const values = { [idColumn]: id, ...time };
		return this.write(item, toSentOutcome(this.columns, values, alreadySent ? at : undefined));
	}

	/** The row of complete results: the columns that the sheet has. A filled cell stays as it is. */
	writeResults(item: Item, results: IDataObject): INodeExecutionData[] {
		const toFill = Object.entries(results).filter(
			([name]) =>
				isEmpty(item.columns[name]) && (this.returnsWholeRows || this.sheet.hasColumn(name)),
		);
		const values = Object.fromEntries(toFill);
		return this.write(item, { status: this.columns.done, note: '', values });
	}

	/** The row of what did not succeed, with the reason in its note, unless another run has it. */
	writeFailure(item: Item, failure: Failure): INodeExecutionData[] {
		if (this.getRow(item).isSuperseded) return this.writeSuperseded(item);
		return this.write(item, toFailureOutcome(failure, this.columns));
	}

	/** The outcome of a row that is neither sent nor marked; undefined where it stays as it is. */
	private findKnownOutcome({ record }: Row, step: Step): Outcome | undefined {
		const { columns } = this;
		switch (step) {
			case 'outcome':
				return record?.outcome;
			case 'done':
				return toDoneOutcome(columns);
			case 'changed':
				return toChangedOutcome(columns);
			case 'stopped':
				return toStoppedOutcome(columns);
			default:
				return undefined;
		}
	}

	/** Check Only: the row gets a new mark, and the note says what it will become. */
	private writeMark(row: Row): INodeExecutionData[] {
		const { dueStep, request, item, fingerprint } = row;
		const outcome = this.findKnownOutcome(row, dueStep);
		const mark = createMark(fingerprint);
		const record = row.renewRecord(outcome);
		rememberMark(mark, { owner: row.owner, settings: item.settings, record });
		const unread = this.unreadColumns;
		this.unreadColumns = [];
		const note = outcome?.note ?? formatCheckNote(request, this.operation.fields, unread);
		return this.toOutput(item, this.toCells({ status: IN_PROGRESS, note }, mark));
	}

	private writeKnown(item: Item, outcome: Outcome | undefined): INodeExecutionData[] {
		return outcome === undefined ? this.toOutput(item, {}) : this.write(item, outcome);
	}

	/** The row with its outcome, which ends its record. */
	private write(item: Item, outcome: Outcome): INodeExecutionData[] {
		const row = this.getRow(item);
		row.endRecord(outcome);
		// With Checked Rows the mark stays, as the row is found by it.
		const mark = this.sendsMarkedRows ? undefined : createMark(row.fingerprint);
		return this.toOutput(item, this.toCells(outcome, mark));
	}

	/** The cells of an outcome. A whole row has all columns, also those that stay empty. */
	private toCells({ status, note, values }: Outcome, mark: Mark | undefined): IDataObject {
		const { columns } = this;
		return {
			...Object.fromEntries(statusColumns(columns).map((name) => [name, undefined])),
			[columns.status]: status,
			[columns.note]: note,
			...(mark && columns.mark ? { [columns.mark]: formatMark(mark) } : {}),
			...values,
		};
	}

	/** The row with these cells. A whole row keeps its files. */
	private toOutput(item: Item, cells: IDataObject): INodeExecutionData[] {
		const json = this.sheet.toUpdatedRow(item, cells);
		if (json === undefined) return [];
		const files = this.returnsWholeRows && item.binary !== undefined ? { binary: item.binary } : {};
		return [{ json, ...files, pairedItem: { item: item.index } }];
	}
}
