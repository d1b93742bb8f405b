import type { Item } from '../core/item';
import { isFetch, type Operation, type Request, type RowColumns } from '../core/operation';
import { isEmpty, isNoId, toCellText, trimBlanks } from '../core/text';
import type { Mode } from '../request/options';
import {
	findKnownMark,
	hashCells,
	isWithin,
	readMark,
	toFingerprint,
	type Mark,
	type ReadCells,
} from './mark';
import { IN_PROGRESS, REFUSED, toChangedOutcome, type Outcome } from './outcomes';
import { MarkRecord } from './record';
import type { Sheet } from './sheet';

/** What the rows of a run have in common. */
export interface RowsRun {
	readonly operation: Operation;
	readonly columns: RowColumns;
	readonly mode: Mode;
	/** Workflow, operation and credential, for which a mark is known. */
	readonly owner: string;
	readonly execution: string;
	readonly sheet: Sheet;
}

/** What a status column says; 'maybe': it may have been accepted; 'other': a person's own words. */
export type Status = 'empty' | 'notDone' | 'refused' | 'inProgress' | 'done' | 'maybe' | 'other';

/** The status in a cell, in any case. */
export function readStatus(cell: unknown, { columns, operation }: RowsRun): Status {
	if (isEmpty(cell)) return 'empty';
	const text = trimBlanks(toCellText(cell)).toLowerCase();
	if (text === columns.notDone) return 'notDone';
	if (text === columns.done) return 'done';
	// Results that are not complete are due.
	if (text === columns.open) return isFetch(operation) ? 'notDone' : 'maybe';
	if (isFetch(operation)) return 'other';
	if (text === IN_PROGRESS) return 'inProgress';
	return text === REFUSED ? 'refused' : 'other';
}

/** A row as it was read, and what this process knows of it. What happens to it follows from that (decide.ts). */
export class Row {
	readonly status: Status;
	readonly mark: Mark | undefined;
	readonly hasId: boolean;

	/** In progress, and the cells that its check read, and the ID, are as they were. */
	readonly isUnchanged: boolean;

	/** The same request was refused within a day. */
	readonly isStillRefused: boolean;

	/** That of its mark, if this process made it, and no other row has it. */
	known: MarkRecord | undefined;

	/** The same while the row is in progress and unchanged; else a new one. */
	readonly record: MarkRecord;

	/** What is sent for it, and what is wrong with that. */
	request: Request;

	/** It is sent as its check read it. */
	readonly isSentAsChecked: boolean;

	/** Its record is taken by this run. */
	private isTaken = false;

	/** What was sent before, and is sent again as a person asked for it. */
	private repeated: object | undefined;

	constructor(
		readonly item: Item,
		private readonly run: RowsRun,
		/** What the node reads now; Checked Rows reads nothing. */
		request: Request,
		/** Another row stands for it, or is in the way: nothing happens to it in this run. */
		public standsBack: boolean,
	) {
		const { columns: cells } = item;
		this.hasId = !isNoId(this.id);
		this.status = readStatus(cells[run.columns.status], run);
		this.mark = readMark(cells[run.columns.mark ?? '']);
		const marked = findKnownMark(this.mark, run.owner);
		this.known = marked?.record;
		this.isUnchanged =
			this.status === 'inProgress' &&
			marked?.cells.hash === hashCells(cells, marked?.cells.columns ?? [], this.id);
		this.record = (this.isUnchanged ? this.known : undefined) ?? new MarkRecord(this.findCleared());
		const checked = this.findCheckedRequest();
		this.isSentAsChecked = checked !== undefined;
		this.request = checked ?? (this.hasId ? this.refuseId(request) : request);
		this.isStillRefused =
			this.status === 'refused' &&
			isWithin(this.mark, 'refusal') &&
			this.mark?.fingerprint === this.fingerprint;
	}

	/** In progress, and its mark was made for a request that is refused. */
	get isMarkedRefused(): boolean {
		const checked = this.record.requests.get(this.mark?.id ?? '');
		return checked !== undefined && checked.problems.length > 0;
	}

	/** Changes with what the row asks for, what is wrong with it, and its ID. */
	get fingerprint(): string {
		const { operationName } = this.item;
		return toFingerprint(operationName, this.request, this.hasId ? this.id : undefined);
	}

	/** The cells that were read. */
	get cells(): ReadCells {
		const columns = Object.values(this.request.columnOf ?? {});
		return { columns, hash: hashCells(this.item.columns, columns, this.id) };
	}

	/** With Checked Rows: it was marked too long ago to be sent. */
	get isLate(): boolean {
		return this.run.mode === 'checked' && !isWithin(this.mark, 'lease');
	}

	/** Another run has taken it, or it is over. */
	get isSuperseded(): boolean {
		return this.record.state !== 'open' && !this.isTaken;
	}

	/** To be called right before each request for the row. Returns false where it is superseded. */
	take(): boolean {
		if (!this.isTaken && !this.record.take()) return false;
		this.isTaken = true;
		this.endKnown();
		return true;
	}

	/** To be called when the run ends: a row that was taken, and has no outcome, is open again. */
	giveBack(): void {
		if (this.isTaken && this.record.state === 'taken') this.record.giveBack();
	}

	/**
	 * Whether a person has cleared the row to have it sent again, though an equal request was sent `before`; `isUnclear`: that
	 * one may have been accepted. A known ID is repeated only with Send Again.
	 */
	mayRepeat(before: object, isUnclear: boolean, sendAgain: boolean): boolean {
		if (before === this.repeated) return true;
		const { outcome } = this.record.clearing ?? {};
		if (outcome === undefined) return false;
		const may = outcome.status === this.run.columns.done ? sendAgain : isUnclear;
		if (may) this.repeated = before;
		return may;
	}

	/**
	 * The record for the next mark of the row. A row that is still to be sent, or whose record has the outcome, keeps its
	 * record. `outcome`: what any other row will become; undefined where it is to be sent.
	 */
	renewRecord(outcome: Outcome | undefined): MarkRecord {
		if (this.isUnchanged && this.record.state !== 'taken') return this.record;
		const record = this.isUnchanged ? new MarkRecord(this.findCleared()) : this.record;
		if (outcome !== undefined) this.endRecord(record, outcome);
		this.endKnown(outcome);
		return record;
	}

	/** Any outcome ends its record. */
	end(outcome: Outcome): void {
		this.endRecord(this.record, outcome);
		this.endKnown(outcome);
	}

	/** Ends an open record of the row as it was: a run that read it before would still send that. */
	private endKnown(outcome = toChangedOutcome(this.run.columns, undefined)): void {
		const { known, record } = this;
		if (known !== record && known?.state === 'open') this.endRecord(known, outcome);
	}

	private endRecord(record: MarkRecord, outcome: Outcome): void {
		const { done, open } = this.run.columns;
		record.end(outcome, [done, open].includes(outcome.status));
	}

	private get id(): unknown {
		return this.item.columns[this.run.columns.id ?? ''];
	}

	/** The request that its mark was made for; Check Only makes a new mark for what the node reads now. */
	private findCheckedRequest(): Request | undefined {
		const { record, run, mark, item } = this;
		const checked = run.mode === 'check' ? undefined : record.requests.get(mark?.id ?? '');
		return checked && { ...checked, rowNumber: item.rowNumber };
	}

	/** The outcome that a person has cleared: status and ID are empty under the mark that it was written with. */
	private findCleared(): MarkRecord | undefined {
		const { known } = this;
		const isCleared = this.status === 'empty' && !this.hasId && known?.wasSent === true;
		return isCleared ? known : known?.cleared;
	}

	/** Nothing was sent for a row that is to be sent, so its ID is not the service's. */
	private refuseId(request: Request): Request {
		const clause =
			'is filled: if it is an ID of your own, rename that column; otherwise clear the cell to send this row';
		const problem = { label: this.run.columns.id ?? '', clause, scope: 'item' } as const;
		return { ...request, problems: [...request.problems, problem] };
	}
}
