import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { readUpdateRows, type Item } from '../core/item';
import {
	statusColumns,
	type Operation,
	type Request,
	type RowColumns,
	type SendPermit,
} from '../core/operation';
import { isBlank, isEmptyCell } from '../core/text';
import { findModeProblems } from '../request/options';
import { describeRequest, invalidItemFailure, type FailedItem } from '../request/problems';
import { checks } from './checks';
import {
	formatAskFirst,
	findOutcome,
	formatExpired,
	formatNote,
	IN_PROGRESS,
	REFUSED,
	Row,
	type Mode,
	type Step,
} from './decide';
import { findSetupFailure } from './setupFailure';
import { isWithin, makeMark, randomHex, readMark, readOwner, type Mark } from './mark';
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
	const { rows: columns } = operation;
	if (first === undefined || columns === undefined) return undefined;
	const mode = readUpdateRows(first);
	if (mode === undefined || mode === 'off' || findModeProblems(first, operation).length > 0) {
		return undefined;
	}
	return new RowUpdater(context, operation, columns, items, requests, mode);
}

const ONLY_THIS_ROW =
	"Other rows have the same value in 'Column to Match On': only this row is filled.";
const SENT_BEFORE = 'An earlier step may have sent this row';

/** Update Rows. Each `write…` method returns the row as it then is; no item if only changes are returned and nothing changed. */
export class RowUpdater {
	/** Checked Rows: the outcome is matched on the mark, which therefore stays. */
	readonly sendsMarkedRows: boolean;
	/** Rows are returned with their own columns. */
	readonly returnsWholeRows: boolean;
	/** Why no row can be sent and none may change. */
	readonly setupFailure: FailedItem | undefined;

	private readonly sheet: Sheet;
	private readonly rows: readonly Row[];
	private readonly owner: string;
	private readonly runId = randomHex();
	/** Why no marked row can be sent: all columns are needed for that, and fewer for other outcomes. */
	private readonly columnFailure: Failure | undefined;
	/** The marks of rows for which this run was about to send a request. */
	private readonly sending = new Set<Mark>();

	constructor(
		context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly columns: RowColumns,
		items: readonly Item[],
		requests: readonly Request[],
		private readonly mode: Mode,
	) {
		this.sendsMarkedRows = mode === 'checked';
		const asked = String(items[0]?.parameter('matchColumn') ?? '').trim() || undefined;
		const matchColumn = this.sendsMarkedRows ? columns.mark : asked;
		this.returnsWholeRows = matchColumn === undefined;
		this.owner = readOwner(context);
		const isManual = ['manual', 'retry'].includes(context.getMode());
		const run = { mode, owner: this.owner, isManual };
		const sheet = new Sheet(items, matchColumn);
		this.sheet = sheet;
		this.rows = items.map(
			(item) => new Row(item, requests[item.index]!, columns, run, sheet.rowsWithSameKey(item)),
		);
		this.setupFailure = findSetupFailure(this.rows, sheet, columns, mode);
		if (this.sendsMarkedRows) {
			this.columnFailure = sheet.findColumnFailure(statusColumns(columns));
		}
	}

	/** Whether the row is to be sent, or its results fetched. */
	isDue(item: Item): boolean {
		return this.getRow(item).step === 'send';
	}

	/** With Checked Rows: decides whether a marked row may be sent. */
	createPermit(item: Item): SendPermit | undefined {
		const { mark, check } = this.getRow(item);
		if (!this.sendsMarkedRows || mark === undefined) return undefined;
		return {
			markedAt: check?.firstMadeAt ?? mark.madeAt,
			findObjection: (account) => this.columnFailure ?? this.findObjection(mark, account),
			recordSending: (account) => {
				this.sending.add(mark);
				checks.recordSending(mark, account);
			},
		};
	}

	/** A row that is not sent: skipped, marked, or with the outcome that the table has for it. */
	handleNotSent(item: Item): INodeExecutionData[] {
		const { step } = this.getRow(item);
		if (step === 'mark') return this.writeMark(item);
		const outcome = findOutcome(step, this.columns);
		return outcome === undefined
			? this.toOutput(item, {})
			: this.write(item, outcome.status, outcome.note);
	}

	/** The row of a request that was accepted at `sentAt` (milliseconds since 1970), with its ID. */
	writeSent(
		item: Item,
		id: IDataObject[string],
		sentAt: number,
		alreadySent: boolean,
	): INodeExecutionData[] {
		const { id: idColumn = '', at: timeColumn, status, done } = this.columns;
		const at = new Date(sentAt).toISOString();
		const note = alreadySent
			? `Already ${done} at ${at}. It was not sent again. To send it again, clear '${idColumn}' and '${status}' and turn 'Send Again' on.`
			: '';
		const time = timeColumn === undefined ? {} : { [timeColumn]: at };
		return this.write(item, done, note, { [idColumn]: id, ...this.registerMark(item), ...time });
	}

	/** The row of complete results. A filled cell stays as it is; an unticked box is not filled. */
	writeResults(item: Item, results: IDataObject): INodeExecutionData[] {
		const required = this.getRow(item).request.columns ?? [];
		const free = Object.entries(results).filter(([name, value]) => {
			const isEmpty = typeof value === 'boolean' ? isEmptyCell : isBlank;
			// Who the person is, the sheet may say in a column of another spelling.
			const isElsewhere =
				!required.includes(name) && this.sheet.findOtherSpellings(name).length > 0;
			return !isElsewhere && isEmpty(item.columns[name]);
		});
		return this.write(item, this.columns.done, '', Object.fromEntries(free));
	}

	/** The row of what did not succeed, with the reason in its note. */
	writeFailure(item: Item, failure: Failure): INodeExecutionData[] {
		const note = formatNote(failure);
		const { open, notDone, mark } = this.columns;
		const { kind, rowStatus } = failure;
		if (kind === 'maybe') return this.writeUnclear(item, note);
		if (rowStatus === 'open') return this.write(item, open, note);
		// Results have no mark, which remembers what was refused.
		if (rowStatus === 'notDone' || mark === undefined) return this.write(item, notDone, note);
		return this.write(item, REFUSED, note, this.registerMark(item));
	}

	private writeUnclear(item: Item, reason: string): INodeExecutionData[] {
		const more = this.sendsMarkedRows ? '' : " and turn 'Send Again' on";
		const note = `${reason} ${formatAskFirst(this.columns, more)}`;
		return this.write(item, this.columns.open, note, this.registerMark(item));
	}

	/** Check Only: the row, marked for what it is due for. The note says what would be sent, or what is wrong. */
	private writeMark(item: Item): INodeExecutionData[] {
		const { dueStep, request } = this.getRow(item);
		const failure = invalidItemFailure(request);
		const wouldSend = `Will send: ${describeRequest(request, this.operation.fields)}`;
		const outcome = findOutcome(dueStep, this.columns);
		const note = outcome?.note ?? (failure ? formatNote(failure) : wouldSend);
		return this.write(item, IN_PROGRESS, note, this.registerMark(item, dueStep));
	}

	/** Why the request for the row of a mark must not be sent now. A mark sends once, whatever the account. */
	private findObjection(mark: Mark, account: string): Failure | undefined {
		if (!isWithin(mark.madeAt, 'lease')) {
			return new Failure('invalid', formatExpired(this.columns), '');
		}
		// With the same account the memory of sent requests answers in place of sending again.
		if (!this.wasSentBefore(mark) || checks.findAccount(mark) === account) return undefined;
		return new Failure('maybe', `${SENT_BEFORE} with another credential`, '');
	}

	/** With Checked Rows: whether an earlier node was about to send the row of this mark, and this one has no proof. */
	private wasSentBefore(mark: Mark | undefined): boolean {
		if (!this.sendsMarkedRows || mark === undefined || this.sending.has(mark)) return false;
		return checks.findAccount(mark) !== undefined;
	}

	/** The cell of a new mark for a row; none with Checked Rows, whose marks stay. */
	private registerMark(item: Item, step: Step = 'send'): IDataObject {
		const { mode, owner, runId, columns } = this;
		if (columns.mark === undefined || this.sendsMarkedRows) return {};
		const row = this.getRow(item);
		// An empty status is a new row, or one that a person has cleared.
		const previous = row.status === 'empty' ? undefined : row.check;
		// The marks of Due Rows name the run in place of a check.
		const checkId =
			mode === 'check' ? checks.add(runId, item.operation, item.settings, previous) : runId;
		return { [columns.mark]: makeMark(owner, checkId, row.getFingerprint(step)) };
	}

	/**
	 * The row with this note, this status if there is one, and more cells. A row that an earlier node sent under the same
	 * mark is not called not done: it may have been accepted.
	 */
	private write(
		item: Item,
		status: string | undefined,
		note: string,
		more: IDataObject = {},
	): INodeExecutionData[] {
		const { columns, sheet } = this;
		if (status === columns.notDone && this.wasSentBefore(this.getRow(item).mark)) {
			return this.writeUnclear(item, `${SENT_BEFORE}. ${note}`);
		}
		const cells: IDataObject = {};
		// A whole row has all columns, also those that stay empty.
		for (const name of statusColumns(columns)) cells[name] = undefined;
		const isShared = columns.mark === undefined && sheet.rowsWithSameKey(item).length > 1;
		cells[columns.status] = status;
		cells[columns.note] = isShared ? `${note} ${ONLY_THIS_ROW}`.trim() : note;
		return this.toOutput(item, { ...cells, ...more });
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
