import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { readUpdateRows, type Item } from '../core/item';
import { isBlank, isEmptyCell } from '../core/text';
import { Failure } from '../core/failure';
import type { Operation, Request, RowColumns, SendPermit } from '../core/operation';
import { findModeProblems } from '../request/options';
import { describeRequest, invalidItemFailure, type FailedItem } from '../request/problems';
import { checks } from './checks';
import {
	askFirst,
	findOutcome,
	formatNote,
	IN_PROGRESS,
	MODES,
	REFUSED,
	type Outcome,
	type Step,
} from './decide';
import { isWithin, makeMark, randomHex, readExecution, readMark } from './mark';
import { findFault, planRows, type PlannedRow, type RowsInput } from './plan';
import { OWN_COLUMNS, Sheet, statusColumns, type Cell } from './sheet';

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
	if (columns === undefined || first === undefined) return undefined;
	const mode = MODES.find((one) => one === readUpdateRows(first));
	if (mode === undefined || findModeProblems(first, operation).length > 0) return undefined;
	const asked = String(first.parameter('matchColumn') ?? '').trim();
	const matchColumn = mode === 'checked' ? columns.mark : asked || undefined;
	const execution = readExecution(context);
	const input = { items, requests, operation: first.operation, columns, fields };
	return new RowUpdater({ ...input, mode, matchColumn, execution });
}

const ONLY_THIS_ROW =
	"Other rows have the same value in 'Column to Match On': only this row is filled.";

/** Update Rows. What returns output items returns the row as it then is; none if only changes are returned and it has none. */
export class RowUpdater {
	/** Checked Rows: the outcome is matched on the mark, which therefore stays. */
	readonly sendsMarkedRows: boolean;
	/** Rows are returned with their own columns. */
	readonly returnsWholeRows: boolean;
	/** Why no row can be sent and none may change. */
	readonly fault: FailedItem | undefined;

	private readonly sheet: Sheet;
	private readonly plan: readonly PlannedRow[];
	private readonly columns: RowColumns;
	private readonly runId = randomHex();
	/** The rows of this run whose request was about to be sent. */
	private readonly sending = new Set<number>();

	constructor(private readonly input: RowsInput) {
		this.columns = input.columns;
		this.sendsMarkedRows = input.mode === 'checked';
		this.returnsWholeRows = input.matchColumn === undefined;
		this.sheet = new Sheet(input.items, input.matchColumn);
		this.plan = planRows(input, this.sheet);
		this.fault = findFault(input, this.sheet, this.plan);
	}

	/** Whether the row is to be sent, or its results fetched. */
	isDue({ index }: Item): boolean {
		return this.plan[index]!.step === 'send';
	}

	/** With Checked Rows: by what a row may be sent. */
	permitFor({ index }: Item): SendPermit | undefined {
		const { mark, check } = this.plan[index]!;
		if (!this.sendsMarkedRows || mark === undefined) return undefined;
		const { note } = findOutcome('expired', this.columns)!;
		const expired = new Failure('invalid', note, '');
		const fault = this.sheet.findColumnFault(statusColumns(this.columns));
		return {
			markedAt: check?.firstMadeAt ?? mark.madeAt,
			findObjection: () => fault ?? (isWithin(mark.madeAt, 'lease') ? undefined : expired),
			recordSending: () => {
				this.sending.add(index);
				checks.recordSending(mark);
			},
		};
	}

	/** A row that is not sent: skipped, marked, or with an outcome all the same. */
	handleSkipped(item: Item): INodeExecutionData[] {
		const { step } = this.plan[item.index]!;
		if (step === 'mark') return this.writeMark(item);
		const outcome = findOutcome(step, this.columns);
		return outcome === undefined ? this.toOutput(item, {}) : this.write(item, outcome);
	}

	/** The row of a request that was accepted at `sentAt` (milliseconds since 1970), with its ID. */
	writeSent(input: Item, id: Cell, sentAt: number, alreadySent: boolean): INodeExecutionData[] {
		const { columns } = this;
		const at = new Date(sentAt).toISOString();
		const note = alreadySent
			? `Already ${columns.done} at ${at}. It was not sent again. To send it again, clear '${columns.id}' and '${columns.status}' and turn 'Send Again' on.`
			: '';
		return this.write(input, { id, status: columns.done, note, mark: this.newMark(input), at });
	}

	/** The row of complete results. A filled cell stays as it is; an unticked box is not filled. */
	writeResults(item: Item, results: IDataObject): INodeExecutionData[] {
		const required = this.input.requests[item.index]!.columns ?? [];
		const free = Object.entries(results).filter(([name, value]) => {
			const isEmpty = typeof value === 'boolean' ? isEmptyCell : isBlank;
			// Who the person is, the sheet may say in a column of another spelling.
			const isElsewhere = !required.includes(name) && this.sheet.otherSpellings(name).length > 0;
			return !isElsewhere && isEmpty(item.columns[name]);
		});
		return this.write(item, { status: this.columns.done, note: '' }, Object.fromEntries(free));
	}

	/** The row of what did not succeed, with the reason in its note. */
	writeFailure(item: Item, failure: Failure): INodeExecutionData[] {
		const { open, notDone, mark } = this.columns;
		const note = formatNote(failure);
		if (failure.kind === 'incomplete') return this.write(item, { status: open, note });
		if (failure.kind === 'maybe') return this.writeUnclear(item, note);
		// Results have no mark, which remembers what was refused.
		if (failure.kind === 'refused' && mark !== undefined) {
			return this.write(item, { status: REFUSED, note, mark: this.newMark(item) });
		}
		return this.write(item, { status: notDone, note });
	}

	private writeUnclear(item: Item, reason: string): INodeExecutionData[] {
		const more = this.sendsMarkedRows ? '' : " and turn 'Send Again' on";
		const note = `${reason} ${askFirst(this.columns, more)}`;
		return this.write(item, { status: this.columns.open, note, mark: this.newMark(item) });
	}

	/** Check Only: the row, marked for what it is due for. The note says what would be sent, or what is wrong. */
	private writeMark(item: Item): INodeExecutionData[] {
		const { requests, fields } = this.input;
		const { dueStep } = this.plan[item.index]!;
		const request = requests[item.index]!;
		const outcome = findOutcome(dueStep, this.columns);
		const failure = invalidItemFailure(request);
		const wouldSend = `Will send: ${describeRequest(request, fields)}`;
		const note = outcome?.note ?? (failure ? formatNote(failure) : wouldSend);
		return this.write(item, { status: IN_PROGRESS, note, mark: this.newMark(item, dueStep) });
	}

	/** A new mark for a row; undefined with Checked Rows, whose marks stay. */
	private newMark(item: Item, step: Step = 'send'): string | undefined {
		const { mode, execution, operation } = this.input;
		if (mode === 'checked') return undefined;
		// The marks of Due Rows name the run in place of a check.
		const row = this.plan[item.index]!;
		// An empty status is a new row, or one that a person has cleared.
		const previous = row.status === 'empty' ? undefined : row.check;
		const checkId =
			mode === 'check' ? checks.add(this.runId, operation, item.settings, previous) : this.runId;
		return makeMark(execution.owner, checkId, row.fingerprintFor(step));
	}

	private write(item: Item, outcome: Outcome, results?: IDataObject): INodeExecutionData[] {
		const { columns, sheet } = this;
		const isSentBefore = this.plan[item.index]!.wasSent && !this.sending.has(item.index);
		// An earlier node has used the mark: what it sent may have been accepted.
		if (isSentBefore && outcome.status === columns.notDone) {
			return this.writeUnclear(item, `An earlier step may have sent this row. ${outcome.note}`);
		}
		const cells: IDataObject = {};
		for (const name of OWN_COLUMNS) if (columns[name]) cells[columns[name]] = outcome[name];
		const isShared = columns.mark === undefined && sheet.rowsWithSameKey(item).length > 1;
		if (isShared) cells[columns.note] = `${outcome.note} ${ONLY_THIS_ROW}`.trim();
		return this.toOutput(item, { ...cells, ...results });
	}

	/** The row with these cells. A whole row keeps its files. */
	private toOutput(item: Item, cells: IDataObject): INodeExecutionData[] {
		const json = this.sheet.write(item, cells);
		if (json === undefined) return [];
		const files = this.returnsWholeRows && item.binary !== undefined ? { binary: item.binary } : {};
		return [{ json, ...files, pairedItem: { item: item.index } }];
	}
}
