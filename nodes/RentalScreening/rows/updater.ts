import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure, FailedItem } from '../core/failure';
import type { Item } from '../core/item';
import { statusColumns, type Operation, type Request } from '../core/operation';
import { isEmpty } from '../core/text';
import type { Mode } from '../request/options';
import { CheckNotes } from './checkNote';
import { decide, type Step } from './decide';
import { createMark, formatMark, hasRoom, makeRoom, rememberMark, type Mark } from './mark';
import {
	IN_PROGRESS,
	toChangedOutcome,
	toDoneOutcome,
	toFailureOutcome,
	toSentOutcome,
	toStoppedOutcome,
	type Outcome,
} from './outcomes';
import { readRows } from './read';
import type { MarkRecord } from './record';
import type { Row, RowsRun } from './row';
import { findSetupFailure } from './setupFailure';
import { Sheet } from './sheet';

/** The rows of a run. `requests`: what the node reads of each now; none with Checked Rows, which reads nothing. */
export function createRowUpdater(
	context: IExecuteSingleFunctions,
	operation: Operation,
	items: readonly Item[],
	requests: readonly Request[],
	mode: Mode,
): RowUpdater {
	const columns = operation.rows!;
	const [first] = items;
	const chosen = String(first?.parameter('matchColumn') ?? '').trim() || undefined;
	// Checked Rows: the outcome is matched on the mark, which therefore stays.
	const sheet = new Sheet(items, mode === 'checked' ? columns.mark : chosen);
	const credential = context.getNode().credentials?.rentalScreeningApi;
	const owner = JSON.stringify([context.getWorkflow().id, first?.operationName, credential?.id]);
	const run = { operation, columns, mode, owner, sheet, execution: context.getExecutionId() };
	return new RowUpdater(run, readRows(run, items, requests));
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
	private readonly notes: CheckNotes;

	constructor(
		private readonly run: RowsRun,
		private readonly rows: readonly Row[],
	) {
		this.sendsMarkedRows = run.mode === 'checked';
		this.returnsWholeRows = run.sheet.matchColumn === undefined;
		this.setupFailure = findSetupFailure(rows, run);
		this.requests = rows.map(({ request }) => request);
		const due = rows.filter((row) => decide(row, 'due') === 'send');
		this.notes = new CheckNotes(
			run.operation,
			due.map(({ request }) => request),
		);
		// With Checked Rows the marks stay as they are, and results have none.
		const isMarking = run.columns.mark !== undefined && run.mode !== 'checked';
		makeRoom(rows.filter((row) => isMarking && decide(row, run.mode) !== 'skip').length);
	}

	getRow({ index }: Item): Row {
		return this.rows[index]!;
	}

	/** Whether a row is to be sent, or refused if it is not valid. */
	isToBeSent(item: Item): boolean {
		return decide(this.getRow(item), this.run.mode) === 'send';
	}

	/** To be called when the run ends. */
	giveBack(): void {
		for (const row of this.rows) row.giveBack();
	}

	/** A row that this run does not send: skipped, marked, or with what is known of it, such as from a run that sent it. */
	writeUnsent(item: Item): INodeExecutionData[] {
		const row = this.getRow(item);
		const step = decide(row, this.run.mode);
		if (step === 'mark') return this.writeMark(row);
		const outcome = this.findKnownOutcome(row, step);
		return outcome === undefined ? this.toOutput(item, {}) : this.write(item, outcome);
	}

	/** The row of a request that was accepted at `sentAt` (milliseconds since 1970), with its ID. */
	writeSent(
		item: Item,
		id: IDataObject[string],
		sentAt: number,
		alreadySent: boolean,
	): INodeExecutionData[] {
		const { id: idColumn = '', at: timeColumn } = this.run.columns;
		const at = new Date(sentAt).toISOString();
		const time = timeColumn === undefined ? {} : { [timeColumn]: at };
		const values = { [idColumn]: id, ...time };
		const outcome = toSentOutcome(this.run.columns, values, alreadySent ? at : undefined);
		return this.writeOutcome(item, outcome);
	}

	/** The row of complete results: the columns that the sheet has. A filled cell stays as it is. */
	writeResults(item: Item, results: IDataObject): INodeExecutionData[] {
		const toFill = Object.entries(results).filter(
			([name]) =>
				isEmpty(item.columns[name]) && (this.returnsWholeRows || this.run.sheet.hasColumn(name)),
		);
		const values = Object.fromEntries(toFill);
		return this.write(item, { status: this.run.columns.done, note: '', values });
	}

	/** The row of what did not succeed, with the reason in its note. */
	writeFailure(item: Item, failure: Failure): INodeExecutionData[] {
		return this.writeOutcome(item, toFailureOutcome(failure, this.run.columns));
	}

	/** The row with what its request came to. Where another run has it, that run's outcome counts. */
	private writeOutcome(item: Item, outcome: Outcome): INodeExecutionData[] {
		return this.getRow(item).isSuperseded ? this.writeUnsent(item) : this.write(item, outcome);
	}

	/** The outcome of a row that is neither sent nor marked; undefined where it stays as it is. */
	private findKnownOutcome({ record, known }: Row, step: Step): Outcome | undefined {
		const { columns } = this.run;
		switch (step) {
			case 'outcome':
				return record.outcome;
			case 'done':
				return toDoneOutcome(columns);
			case 'changed':
				return toChangedOutcome(columns, known?.outcome);
			case 'stopped':
				return toStoppedOutcome(columns);
			default:
				return undefined;
		}
	}

	/** Check Only: the row gets a new mark, and the note says what it will become. Without room it stays due. */
	private writeMark(row: Row): INodeExecutionData[] {
		if (!hasRoom()) return this.toOutput(row.item, {});
		const outcome = this.findKnownOutcome(row, decide(row, 'due'));
		const record = row.renewRecord(outcome);
		const mark = createMark(row.fingerprint);
		if (record.state === 'open') record.requests.set(mark.id, row.request);
		this.remember(mark, row, record);
		const note = outcome?.note ?? this.notes.write(row.request);
		return this.toOutput(row.item, this.toCells({ status: IN_PROGRESS, note }, mark));
	}

	/** The row with its outcome, which ends its record. */
	private write(item: Item, outcome: Outcome): INodeExecutionData[] {
		const row = this.getRow(item);
		row.end(outcome);
		// With Checked Rows the mark stays, as the row is found by it.
		if (this.sendsMarkedRows) return this.toOutput(item, this.toCells(outcome, undefined));
		const mark = createMark(row.fingerprint);
		this.remember(mark, row, row.record);
		return this.toOutput(item, this.toCells(outcome, mark));
	}

	/** A mark that is not known counts as made by another process. */
	private remember(mark: Mark, row: Row, record: MarkRecord): void {
		if (!hasRoom()) return;
		const { owner, mode } = this.run;
		const execution = mode === 'check' ? this.run.execution : undefined;
		const { madeAt } = mark;
		rememberMark(mark, { owner, execution, madeAt, cells: row.cells, record });
	}

	/** The cells of an outcome. A whole row has all columns, also those that stay empty. */
	private toCells({ status, note, values }: Outcome, mark: Mark | undefined): IDataObject {
		const { columns } = this.run;
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
		const json = this.run.sheet.toUpdatedRow(item, cells);
		if (json === undefined) return [];
		const files = this.returnsWholeRows && item.binary !== undefined ? { binary: item.binary } : {};
		return [{ json, ...files, pairedItem: { item: item.index } }];
	}
}
