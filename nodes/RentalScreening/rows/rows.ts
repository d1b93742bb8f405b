import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { updatesRows, type Item } from '../core/item';
import { isBlank, isEmptyCell } from '../core/text';
import { safeCell } from '../results/cells';
import { Failure } from '../core/failure';
import type { Operation, Request, RowColumns, SendPermit } from '../core/operation';
import { executionIn, makeMark, lasts } from './mark';
import { faultIn, planOf, type RowsInput } from './plan';
import { OWN_COLUMNS, Sheet, type Cell } from './sheet';
import { askFirst, outcomeOf, REFUSED, SEND_ROWS, SENDING, type Outcome, type Step } from './table';
import { invalidItemFailure, type FailedItem } from '../request/problems';

/** Update Rows of a run, as its first item has it set; undefined where it is off. `requests` are those of the items. */
export function rowsOf(
	context: IExecuteSingleFunctions,
	{ rows: columns }: Operation,
	items: readonly Item[],
	requests: readonly Request[],
): Rows | undefined {
	const [first] = items;
	if (columns === undefined || first === undefined || !updatesRows(first)) return undefined;
	const chosen = first.parameter('sendRows');
	const isWritten = first.parameter('returnColumns') === 'written';
	return new Rows({
		items,
		requests,
		columns,
		// Results have no Rows to Send.
		sendRows: SEND_ROWS.find((choice) => choice === chosen) ?? 'due',
		matchColumn: isWritten ? String(first.parameter('matchColumn') ?? '') : undefined,
		execution: executionIn(context),
	});
}

const ONLY_THIS_ROW =
	"Other rows have the same value in 'Column to Match On': only this row is filled.";

const NOT_IN_TIME = new Failure(
	'invalid',
	'The row was not sent in time after it was marked',
	'It is sent at the next run.',
);

/** An item whose request was accepted, at `sentAt` (milliseconds since 1970), or `alreadySent` before. */
interface SentItem {
	readonly input: Item;
	readonly sentAt: number;
	readonly alreadySent: boolean;
}

/**
 * Update Rows. A row's life: it is planned by the table; if it is due it is sent, and the outcome is written into its
 * columns. What returns output items returns the row as it then is; none if only changes are returned and it has none.
 */
export class Rows {
	/** Only what was marked is sent: its outcome is matched on the mark, which therefore stays. */
	readonly isOfMarked: boolean;

	/** Rows are returned with their own columns. */
	readonly isWhole: boolean;

	private readonly sheet: Sheet;
	private readonly plan: ReturnType<typeof planOf>;
	private readonly columns: RowColumns;

	constructor(private readonly input: RowsInput) {
		this.columns = input.columns;
		this.isOfMarked = input.sendRows === 'checked';
		this.isWhole = input.matchColumn === undefined;
		this.sheet = new Sheet(input.items, input.matchColumn);
		this.plan = planOf(input, this.sheet);
	}

	/** Why no row can be sent and none may change. */
	fault(): FailedItem | undefined {
		return faultIn(this.input, this.sheet, this.plan);
	}

	/** Whether the row is to be sent, or its results fetched. */
	isDue({ index }: Item): boolean {
		return this.plan[index]!.step === 'send';
	}

	/** With Checked Rows: by what a row may be sent. */
	permitFor({ index }: Item): SendPermit | undefined {
		const { mark } = this.plan[index]!.row;
		if (!this.isOfMarked || mark === undefined) return undefined;
		const findObjection = () => (lasts(mark, 'lease') ? undefined : NOT_IN_TIME);
		return { markedAt: mark.madeAt, findObjection, recordSending: () => {} };
	}

	notDue(item: Item): INodeExecutionData[] {
		const { step } = this.plan[item.index]!;
		if (step === 'leave') return this.returned(item, {});
		return step === 'mark' ? this.marked(item) : this.write(item, outcomeOf(step, this.columns));
	}

	sent({ input, sentAt, alreadySent }: SentItem, id: Cell): INodeExecutionData[] {
		const { columns } = this;
		const at = new Date(sentAt).toISOString();
		const note = alreadySent
			? `Already ${columns.done} at ${at}. It was not sent again. To send it again, clear '${columns.id}' and '${columns.status}' and turn 'Send Again' on.`
			: '';
		return this.write(input, { id, status: columns.done, note, mark: this.newMark(input), at });
	}

	/** The row of complete results. A filled cell stays as it is; an unticked box is not filled. */
	fetched(item: Item, result: IDataObject): INodeExecutionData[] {
		const free = Object.entries(result).filter(([name, value]) => {
			const isEmpty = typeof value === 'boolean' ? isEmptyCell : isBlank;
			return this.sheet.cell(item, name, isEmpty) === undefined;
		});
		return this.write(item, { status: this.columns.done, note: '' }, Object.fromEntries(free));
	}

	/** The row of what did not succeed, with the reason in its note. */
	failed(item: Item, failure: Failure): INodeExecutionData[] {
		const { open, notDone, mark } = this.columns;
		const note = noteOf(failure);
		if (failure.kind === 'incomplete') return this.write(item, { status: open, note });
		if (failure.kind === 'maybe') {
			const ask = askFirst(this.columns, this.isOfMarked ? '' : " and turn 'Send Again' on");
			return this.write(item, { status: open, note: `${note} ${ask}`, mark: this.newMark(item) });
		}
		// Results have no mark, which remembers what was refused.
		if (failure.kind === 'refused' && mark !== undefined) {
			return this.write(item, { status: REFUSED, note, mark: this.newMark(item) });
		}
		return this.write(item, { status: notDone, note });
	}

	/** Check Only: the row, marked for what it is due for, with what is wrong in its note. */
	private marked(item: Item): INodeExecutionData[] {
		const { columns, sheet } = this;
		const { purpose } = this.plan[item.index]!;
		const problem =
			purpose === 'send' ? invalidItemFailure(this.input.requests[item.index]!) : undefined;
		const note = problem === undefined ? outcomeOf(purpose, columns).note : noteOf(problem);
		// What Checked Rows makes of such a row: one that says so already, of an earlier run, is not marked again.
		const outcome = { [columns.status]: columns.notDone, [columns.note]: note };
		if (problem !== undefined && !sheet.isNew(item, outcome)) return this.returned(item, {});
		return this.write(item, { status: SENDING, note, mark: this.newMark(item, purpose) });
	}

	private newMark({ index }: Item, purpose: Step = 'send'): string | undefined {
		const { owner } = this.input.execution;
		return this.isOfMarked ? undefined : makeMark(owner, this.plan[index]!.fingerprintFor(purpose));
	}

	private write(item: Item, outcome: Outcome, results?: IDataObject): INodeExecutionData[] {
		const { columns, sheet } = this;
		const cells: IDataObject = {};
		for (const name of OWN_COLUMNS) if (columns[name]) cells[columns[name]] = outcome[name];
		const isShared = columns.mark === undefined && sheet.sharing(item).length > 1;
		if (isShared) cells[columns.note] = `${outcome.note} ${ONLY_THIS_ROW}`.trim();
		return this.returned(item, { ...cells, ...results });
	}

	/** The row with these cells. A whole row keeps its files. */
	private returned(item: Item, cells: IDataObject): INodeExecutionData[] {
		const json = this.sheet.write(item, cells);
		if (json === undefined) return [];
		const files = this.isWhole && item.binary !== undefined ? { binary: item.binary } : {};
		return [{ json, ...files, pairedItem: { item: item.index } }];
	}
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
function noteOf({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	return safeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
