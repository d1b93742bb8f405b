import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import { readUpdateRows, type Item } from '../core/item';
import {
	hasMarks,
	statusColumns,
	type Operation,
	type Request,
	type RowColumns,
} from '../core/operation';
import { isBlank, isEmptyCell } from '../core/text';
import { findModeProblems } from '../request/options';
import type { FailedItem } from '../request/problems';
import { checks } from './checks';
import { Row, type Mode } from './decide';
import { makeMark, randomHex, readMark, readOwner } from './mark';
import {
	toFailureOutcome,
	toMarkedOutcome,
	toSentBeforeOutcome,
	toSentOutcome,
	toUnsentOutcome,
	type Outcome,
	type Step,
} from './outcomes';
import { findColumnFailure, findSetupFailure } from './setupFailure';
import { Sheet } from './sheet';

/** With Checked Rows: the items with the settings with which they were checked. Else the items as they are. */
export function useCheckedSettings(items: readonly Item[], { rows }: Operation): readonly Item[] {
	const [first] = items;
	if (first === undefined || readUpdateRows(first) !== 'checked') return items;
	return items.map((item) => {
		const check = checks.find(readMark(item.columns[rows?.mark ?? '']));
		return check === undefined ? item : item.withParameters(check.settings);
	});
}

/** Update Rows of a run, as its first item has it set; undefined where it is off. `requests` are those of the items. */
export function createRowUpdater(
	context: IExecuteSingleFunctions,
	operation: Operation,
	items: readonly Item[],
	requests: readonly Request[],
): RowUpdater | undefined {
	const [first] = items;
	const { rows: columns, fields } = operation;
	if (first === undefined || columns === undefined) return undefined;
	const mode = readUpdateRows(first);
	if (mode === undefined || mode === 'off' || findModeProblems(first, operation).length > 0) {
		return undefined;
	}
	const chosen = String(first.parameter('matchColumn') ?? '').trim() || undefined;
	// Checked Rows: the outcome is matched on the mark, which therefore stays.
	const sheet = new Sheet(items, mode === 'checked' ? columns.mark : chosen);
	const run = {
		id: randomHex(),
		owner: readOwner(context),
		mode,
		isManual: ['manual', 'retry'].includes(context.getMode()),
		columnFailure: findColumnFailure(sheet, statusColumns(columns)),
	};
	const rows = items.map(
		(item) => new Row(item, requests[item.index]!, columns, run, sheet.rowsWithSameKey(item)),
	);
	return new RowUpdater(columns, fields, sheet, rows, mode);
}

const ONLY_THIS_ROW =
	"Other rows have the same value in 'Column to Match On': only this row is filled.";

/** Update Rows. Each `write…` method returns the row as it then is; no item if only changes are returned and nothing changed. */
export class RowUpdater {
	/** Checked Rows. */
	readonly sendsMarkedRows: boolean;
	/** Rows are returned with their own columns. */
	readonly returnsWholeRows: boolean;
	/** Why no row can be sent and none may change. */
	readonly setupFailure: FailedItem | undefined;

	constructor(
		private readonly columns: RowColumns,
		private readonly fields: Operation['fields'],
		private readonly sheet: Sheet,
		private readonly rows: readonly Row[],
		mode: Mode,
	) {
		this.sendsMarkedRows = mode === 'checked';
		this.returnsWholeRows = sheet.matchColumn === undefined;
		this.setupFailure = findSetupFailure(rows, sheet, columns, mode);
	}

	/** Whether the row is to be sent, or its results fetched. */
	isDue(item: Item): boolean {
		return this.getRow(item).step === 'send';
	}

	/** With Checked Rows: the marked row, which decides right before each of its requests whether it may be sent. */
	getMarkedRow(item: Item): Row | undefined {
		return this.sendsMarkedRows ? this.getRow(item) : undefined;
	}

	/** A row that is not sent: skipped, marked, or with the outcome of its step. */
	writeUnsent(item: Item): INodeExecutionData[] {
		const { columns, fields } = this;
		const { step, dueStep, request } = this.getRow(item);
		const outcome =
			step === 'mark'
				? toMarkedOutcome(dueStep, request, columns, fields)
				: toUnsentOutcome(step, columns);
		return outcome === undefined ? this.toOutput(item, {}) : this.write(item, outcome);
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
		const outcome = toSentOutcome(this.columns, alreadySent ? at : undefined);
		return this.write(item, outcome, { [idColumn]: id, ...time });
	}

	/** The row of complete results. A filled cell stays as it is; an unticked box is not filled. */
	writeResults(item: Item, results: IDataObject): INodeExecutionData[] {
		const { neededColumns = [] } = this.getRow(item).request;
		const isFree = (name: string, value: unknown) => {
			const cell = item.columns[name];
			return typeof value === 'boolean' ? isEmptyCell(cell) : isBlank(cell);
		};
		// A name or a contact, which the sheet need not have, may be there in another spelling.
		const isElsewhere = (name: string) =>
			!neededColumns.includes(name) && this.sheet.findOtherSpellings(name).length > 0;
		const toFill = Object.entries(results).filter(
			([name, value]) => isFree(name, value) && !isElsewhere(name),
		);
		const outcome = { status: this.columns.done, note: '' };
		return this.write(item, outcome, Object.fromEntries(toFill));
	}

	/** The row of what did not succeed, with the reason in its note. */
	writeFailure(item: Item, failure: Failure): INodeExecutionData[] {
		return this.write(item, toFailureOutcome(failure, this.columns, this.sendsMarkedRows));
	}

	/** The row with its outcome and the values of an answer. */
	private write(item: Item, outcome: Outcome, values: IDataObject = {}): INodeExecutionData[] {
		const { columns } = this;
		const row = this.getRow(item);
		const { status, note, markFor } = this.keepOpenIfSentBefore(row, outcome);
		// Of results only the first of several rows is written.
		const isFirstOfSeveral = !hasMarks(columns) && row.alike.length > 1;
		return this.toOutput(item, {
			// A whole row has all columns, also those that stay empty.
			...Object.fromEntries(statusColumns(columns).map((name) => [name, undefined])),
			[columns.status]: status,
			[columns.note]: isFirstOfSeveral ? `${note} ${ONLY_THIS_ROW}`.trim() : note,
			...(markFor === undefined ? {} : this.registerMark(row, markFor)),
			...values,
		});
	}

	/** The outcome, which stays open where an earlier node may have sent what this one did not: the next run must not send it. */
	private keepOpenIfSentBefore(row: Row, outcome: Outcome): Outcome {
		const { columns } = this;
		const mayHaveBeenSent = outcome.status === columns.notDone && row.wasSentBefore;
		return mayHaveBeenSent ? toSentBeforeOutcome(outcome, columns) : outcome;
	}

	/** Makes a mark for a row and keeps its check. Returns its cell; none with Checked Rows, whose marks stay. */
	private registerMark(row: Row, step: Step): IDataObject {
		const { mark } = this.columns;
		if (mark === undefined || this.sendsMarkedRows) return {};
		const { run, item } = row;
		// An empty status is a new row, or one that a person has cleared.
		const previous = row.status === 'empty' ? undefined : row.check;
		// The marks of Due Rows name the run in place of a check.
		const checkId =
			run.mode === 'check'
				? checks.add(run.id, item.operationName, item.settings, previous)
				: run.id;
		return { [mark]: makeMark(run.owner, checkId, row.getFingerprint(step)) };
	}

	/** The row with these cells. A whole row keeps its files. */
	private toOutput(item: Item, cells: IDataObject): INodeExecutionData[] {
		const json = this.sheet.toUpdatedRow(item, cells);
		if (json === undefined) return [];
		const files = this.returnsWholeRows && item.binary !== undefined ? { binary: item.binary } : {};
		return [{ json, ...files, pairedItem: { item: item.index } }];
	}

	private getRow({ index }: Item): Row {
		return this.rows[index]!;
	}
}
