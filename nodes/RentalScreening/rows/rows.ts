import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { isBlank } from '../request/text';
import { NOT_COMPLETE } from '../results/applicant';
import { Failure } from '../run/failure';
import {
	fingerprintOf,
	isMarkOf,
	isYounger,
	makeMark,
	readMark,
	SENDS_FOR_MS,
	type Execution,
	type Mark,
} from './mark';
import type { Lease, PreparedRequest, RowColumns } from '../run/operation';
import {
	askFirst,
	lineOf,
	outcomeOf,
	REFUSED,
	SENDING,
	statusIn,
	type Due,
	type RowState,
	type RowSettings,
} from './table';
import { noteOf, Sheet, type Cell, type OwnCells } from './sheet';

/** What happens to a row. */
export interface Plan {
	readonly sends: boolean;
	/** It is sent, or marked for that: what is wrong with all of these rows is wrong with the run. */
	readonly isDue: boolean;
	/** What comes out where it is not sent, if anything does. */
	readonly row?: IDataObject | undefined;
}

const SENDS: Plan = { sends: true, isDue: true };

/** Of a row that this execution has marked, where 'Due Rows' is chosen: the run fails. */
const MARKED_ALREADY: Plan = { sends: false, isDue: true };

const NOT_IN_TIME = new Failure(
	'invalid',
	'The row was not sent in time after it was marked',
	'It is sent at the next run.',
);

/**
 * Update Rows: what happens to each row of the input, and its outcome in the columns of the sheet. What returns a row
 * returns undefined where nothing comes out: only written columns are returned, and the row would not change.
 */
export class Rows {
	private readonly sheet: Sheet;

	private requests: readonly PreparedRequest[] = [];

	/** How many rows are `sending` by each mark. */
	private readonly sending = new Map<string, number>();

	constructor(
		private readonly items: readonly ItemInput[],
		private readonly columns: RowColumns,
		private readonly settings: RowSettings,
		private readonly execution: Execution,
	) {
		this.sheet = new Sheet(items, columns, settings.matchColumn);
		for (const item of items) {
			const { text } = this.markOf(item) ?? {};
			if (text === undefined || this.statusOf(item) !== SENDING) continue;
			this.sending.set(text, (this.sending.get(text) ?? 0) + 1);
		}
	}

	/**
	 * Plans all rows. `requests` and `problems` (why a request must not be sent) are those of the items, in their order.
	 * `fault`: why no row can be sent and none may change.
	 */
	plan(
		requests: readonly PreparedRequest[],
		problems: ReadonlyArray<Failure | undefined>,
	): { readonly plans: readonly Plan[]; readonly fault: Failure | undefined } {
		this.requests = requests;
		const first = requests.find(({ idle }) => idle !== true);
		const missing = first && this.sheet.missingColumns(first.columns ?? []);
		const plans = this.items.map((item) => this.planOf(item, problems[item.index]));
		const fault = missing ?? this.choiceFault(plans) ?? this.matchFault(plans);
		return { plans, fault };
	}

	/** With Checked Rows: the mark by which a row may be sent. */
	leaseOf(item: ItemInput): Lease | undefined {
		const mark = this.markOf(item);
		if (this.settings.sendRows !== 'checked' || mark === undefined) return undefined;
		return {
			markedAt: mark.madeAt,
			whyOver: () => (isYounger(mark, SENDS_FOR_MS) ? undefined : NOT_IN_TIME),
		};
	}

	/** The row of an accepted request, sent at that time; `alreadySent` by another row or run. */
	sent(item: ItemInput, id: Cell, sentAt: number, alreadySent: boolean): IDataObject | undefined {
		const { columns } = this;
		const headers = this.sheet.headersIn(item);
		const at = new Date(sentAt).toISOString();
		const note = alreadySent
			? `Already ${columns.done} at ${at}. It was not sent again. To send it again, clear '${headers.id}' and '${headers.status}' and turn 'Send Again' on.`
			: '';
		return this.write(item, { id, status: columns.done, note, mark: this.newMark(item), at });
	}

	/** The row of a request that did not succeed, with the reason in its note. */
	failed(item: ItemInput, failure: Failure): IDataObject | undefined {
		const { open, notDone } = this.columns;
		const note = noteOf(failure);
		if (failure.kind === 'maybe') {
			const more = this.settings.sendRows === 'checked' ? '' : " and turn 'Send Again' on";
			const ask = askFirst(this.sheet.headersIn(item).status, more);
			return this.write(item, { status: open, note: `${note} ${ask}`, mark: this.newMark(item) });
		}
		if (failure.kind === 'refused' && !this.isOfResults) {
			return this.write(item, { status: REFUSED, note, mark: this.newMark(item) });
		}
		return this.write(item, { status: notDone, note });
	}

	/** The row of complete results. A filled cell stays as it is; an unticked box is not filled. */
	fetched(item: ItemInput, result: IDataObject): IDataObject | undefined {
		const free = Object.entries(result).filter(([name, value]) => {
			const cell = this.sheet.cell(item, name);
			return isBlank(cell) || (cell === false && typeof value === 'boolean');
		});
		return this.write(item, { status: this.columns.done, note: '' }, free);
	}

	/** The row of an applicant who has not completed the screening. */
	notComplete(item: ItemInput): IDataObject | undefined {
		return this.write(item, { status: this.columns.open, note: `${NOT_COMPLETE}.` });
	}

	/** The row whose user ID belongs to another person's results. */
	ofSomebodyElse(item: ItemInput): IDataObject | undefined {
		const note =
			"The results are another person's: both email and phone differ from this row. Check its user ID.";
		return this.write(item, { status: this.columns.notDone, note });
	}

	/** Results are fetched: nothing is marked for that. */
	private get isOfResults(): boolean {
		return this.columns.mark === undefined;
	}

	/** Why Rows to Send is not the right choice, or this node was not to be run alone. */
	private choiceFault(plans: readonly Plan[]): Failure | undefined {
		if (plans.includes(MARKED_ALREADY)) {
			const message = 'Nothing was sent. This execution has marked rows to be sent';
			return new Failure('notSetUp', message, "Choose 'Checked Rows' as 'Rows to Send'.");
		}
		if (this.settings.sendRows !== 'checked' || !this.execution.isByPerson) return undefined;
		const marks = [...this.sending.keys()].map(readMark);
		if (marks.length === 0 || marks.some((mark) => isMarkOf(mark, this.execution)))
			return undefined;
		const message = 'Nothing was sent. All rows were marked by other executions';
		return new Failure('notSetUp', message, 'Run the whole workflow, not this node alone.');
	}

	/** Why a row to act on cannot be updated in place. */
	private matchFault(plans: readonly Plan[]): Failure | undefined {
		if (this.settings.matchColumn === undefined) return undefined;
		for (const item of this.items) {
			const { sends = false, row } = plans[item.index] ?? {};
			const fault = sends || row ? this.sheet.matchFault(item, this.isOfResults) : undefined;
			if (fault !== undefined) return fault;
		}
		return undefined;
	}

	private planOf(item: ItemInput, problem: Failure | undefined): Plan {
		const left = { sends: false, isDue: false, row: this.sheet.unchanged(item) };
		const state = this.stateOf(item);
		if (this.isOfResults) {
			const isLeft = state.isBlank || state.status === 'done' || !this.sheet.isFirst(item);
			return isLeft ? left : SENDS;
		}
		const line = lineOf(state, this.execution.isByPerson);
		const step = line[this.settings.sendRows];
		if (step === 'leave') return left;
		if (step === 'send') return SENDS;
		if (step === 'fail') return MARKED_ALREADY;
		if (step === 'mark') {
			return { ...left, isDue: line.due === 'send', row: this.mark(item, line.due, problem) };
		}
		return {
			...left,
			row: this.write(item, outcomeOf(step, this.columns, this.sheet.headersIn(item))),
		};
	}

	/** Check Only: the row, marked for what it is due for, with what is wrong in its note. */
	private mark(item: ItemInput, due: Due, problem: Failure | undefined): IDataObject | undefined {
		const { columns, sheet } = this;
		const headers = this.sheet.headersIn(item);
		const ofRow = due === 'send' ? problem : undefined;
		const note = ofRow === undefined ? outcomeOf(due, columns, headers).note : noteOf(ofRow);
		const isToldAlready = ofRow && !sheet.isNew(item, { status: columns.notDone, note });
		if (isToldAlready === true) return sheet.unchanged(item);
		const mark = makeMark(this.execution, this.fingerprint(item, due));
		return this.write(item, { status: SENDING, note, mark });
	}

	/** The mark that is written with an outcome; a marked row keeps its own, which the outcome is matched on. */
	private newMark(item: ItemInput): string | undefined {
		const isMarked = this.settings.sendRows === 'checked';
		return isMarked ? undefined : makeMark(this.execution, this.fingerprint(item, 'send'));
	}

	private write(
		item: ItemInput,
		cells: OwnCells & { readonly note: string },
		results: Array<[string, Cell]> = [],
	): IDataObject | undefined {
		const isShared = this.isOfResults && this.sheet.isShared(item);
		const shared =
			"Other rows have the same value in 'Column to Match On': only this row is filled.";
		const note = isShared ? `${cells.note} ${shared}`.trim() : cells.note;
		return this.sheet.write(item, { ...cells, note }, results);
	}

	private stateOf(item: ItemInput): RowState {
		const mark = this.markOf(item);
		return {
			isBlank: this.requests[item.index]?.idle === true,
			hasId: this.sheet.idHeaderOf(item) !== undefined,
			status: this.statusOf(item),
			mark,
			isOwn: isMarkOf(mark, this.execution),
			isShared: mark !== undefined && (this.sending.get(mark.text) ?? 0) > 1,
			isMarkedFor: (purpose) => mark?.fingerprint === this.fingerprint(item, purpose),
		};
	}

	private fingerprint(item: ItemInput, purpose: Due): string {
		const request = this.requests[item.index] ?? { problems: [] };
		const header = this.sheet.idHeaderOf(item);
		return fingerprintOf(purpose, request, header === undefined ? null : item.columns[header]);
	}

	private statusOf(item: ItemInput): RowState['status'] {
		return statusIn(this.sheet.cell(item, this.columns.status), this.columns);
	}

	private markOf(item: ItemInput): Mark | undefined {
		const { mark } = this.columns;
		return mark === undefined ? undefined : readMark(this.sheet.cell(item, mark));
	}
}
