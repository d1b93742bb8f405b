import type { Item } from '../core/item';
import { hasMarks, type Request, type RowColumns, type UpdateRows } from '../core/operation';
import { isEmpty, isNoId, toCellText, trimBlanks } from '../core/text';
import { isWithin, readMark, toFingerprint, type Mark, type MarkRecord } from './mark';
import { IN_PROGRESS, REFUSED, type Outcome } from './outcomes';

/** Two starts over one sheet may both read a row before either has written it. */
const OVERLAP_MS = 2 * 60_000;

/** Update Rows where it is on. */
export type Mode = Exclude<UpdateRows, 'off'>;

/** What happens to a row. 'send' refuses one that is not valid; after 'mark' come the outcomes that are known already. */
export type Step = 'skip' | 'send' | 'mark' | 'outcome' | 'done' | 'changed' | 'stopped';

/** A row in progress whose mark the process knows, read with the settings of the mark. */
export interface MarkedRow {
	readonly record: MarkRecord;
	readonly request: Request;
}

/** What the rows of a run have in common. */
export interface RowsRun {
	readonly mode: Mode;
	/** Workflow, operation and credential. */
	readonly owner: string;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
}

/** A row: what happens to it is decided before anything is sent; it is taken right before it is sent. */
export class Row {
	readonly status: 'empty' | 'notDone' | 'refused' | 'inProgress' | 'settled';
	readonly mark: Mark | undefined;
	readonly hasId: boolean;
	/** What the process knows of it, where it has not changed since it was marked. */
	readonly record: MarkRecord | undefined;
	/** The same, also where it has changed. */
	readonly known: MarkRecord | undefined;
	/** Changes with what the row asks for, what is wrong with it, and its ID. */
	readonly fingerprint: string;
	readonly step: Step;
	/** What Due Rows would do: Check Only marks a row to become that. */
	readonly dueStep: Step;
	/** What it asks for, and what is wrong with that. */
	readonly request: Request;

	/** By this run. */
	private isTaken = false;

	constructor(
		readonly item: Item,
		/** Read with the settings of the node; with Checked Rows, of the mark. */
		request: Request,
		/** What the process knows of its mark. */
		marked: MarkedRow | undefined,
		columns: RowColumns,
		private readonly run: RowsRun,
		/** Another row stands for it. */
		isCopy: boolean,
	) {
		const { columns: cells, operationName } = item;
		const id = columns.id === undefined ? undefined : cells[columns.id];
		this.hasId = !isNoId(id);
		this.status = readStatus(cells[columns.status], columns);
		this.mark = readMark(cells[columns.mark ?? '']);
		this.known = marked?.record;
		const ownId = this.hasId ? id : undefined;
		this.request = this.hasId ? refuseFilledId(request, columns) : request;
		this.fingerprint = toFingerprint(operationName, request, ownId);
		const isUnchanged =
			marked !== undefined &&
			this.mark?.fingerprint === toFingerprint(operationName, marked.request, ownId);
		this.record = isUnchanged ? this.known : undefined;
		this.dueStep = this.decide('due');
		this.step = isCopy ? 'skip' : this.decide(run.mode);
	}

	/** Workflow, operation and credential, for which its marks are known. */
	get owner(): string {
		return this.run.owner;
	}

	/**
	 * What was sent since then was sent for this row: a little before it was first marked or, with Due Rows, before the run
	 * began. In milliseconds since 1970.
	 */
	get since(): number {
		return (this.record?.since ?? this.run.startedAt) - OVERLAP_MS;
	}

	/** A person has cleared its status, as for a row that may have been sent. */
	get wasCleared(): boolean {
		return this.record?.wasCleared ?? (this.status === 'empty' && this.mark !== undefined);
	}

	/** With Checked Rows: it was marked too long ago to be sent. */
	get isLate(): boolean {
		return this.run.mode === 'checked' && !isWithin(this.mark, 'lease');
	}

	/** Another run has taken it, or it is over. */
	get isSuperseded(): boolean {
		return this.record !== undefined && this.record.state !== 'open' && !this.isTaken;
	}

	/** To be called right before each request for the row. False where another run has taken it, or it is over. */
	take(): boolean {
		if (this.isSuperseded) return false;
		if (this.record !== undefined) this.record.state = 'taken';
		this.isTaken = true;
		return true;
	}

	/**
	 * The record for the next mark of the row. A row that is still to be sent, or whose record has the outcome, keeps its
	 * record. `outcome`: what any other row will become; undefined where it is to be sent.
	 */
	renewRecord(outcome: Outcome | undefined): MarkRecord {
		const { record, known, wasCleared } = this;
		if (record !== undefined && ['send', 'outcome'].includes(this.dueStep)) return record;
		const since = Date.now();
		if (outcome === undefined) return { since, wasCleared, state: 'open' };
		// No run that has read the row before may send it any more.
		if (known?.state === 'open') Object.assign(known, { state: 'over', outcome });
		return { since, wasCleared, state: 'over', outcome };
	}

	/** To be called when the run ends: a row that was taken, and has no outcome, is open again. */
	giveBack(): void {
		if (this.isTaken && this.record?.state === 'taken') this.record.state = 'open';
	}

	/** Any outcome makes the record over. */
	endRecord(outcome: Outcome): void {
		if (this.record === undefined) return;
		this.record.state = 'over';
		this.record.outcome = outcome;
	}

	private decide(mode: Mode): Step {
		const [, due, check, checked] = TABLE.find(([fits]) => fits(this))!;
		return { due, check, checked }[mode];
	}
}

/** Nothing was sent for a row that is to be sent, so its ID is not the service's. */
function refuseFilledId(request: Request, { id = '' }: RowColumns): Request {
	const clause =
		'is filled: if it is an ID of your own, rename that column; otherwise clear the cell to send this row';
	return { ...request, problems: [...request.problems, { label: id, clause, scope: 'item' }] };
}

/** What a status column says, in any case. 'settled': done, maybe done, or in the words of a person. */
export function readStatus(cell: unknown, columns: RowColumns): Row['status'] {
	if (isEmpty(cell)) return 'empty';
	const text = trimBlanks(toCellText(cell)).toLowerCase();
	if (text === columns.notDone) return 'notDone';
	// Results that are not complete are due.
	if (!hasMarks(columns)) return text === columns.open ? 'notDone' : 'settled';
	if (text === IN_PROGRESS) return 'inProgress';
	return text === REFUSED ? 'refused' : 'settled';
}

const isInProgress = ({ status }: Row) => status === 'inProgress';
const isBlankOrSettled = ({ status, request }: Row) =>
	status === 'settled' || request.isBlankRow === true;

/** The same request was refused within a day. */
const isStillRefused = ({ status, mark, fingerprint }: Row) =>
	status === 'refused' && isWithin(mark, 'refusal') && mark?.fingerprint === fingerprint;

/**
 * What happens to a row: the first line that fits. Results are Due Rows without a mark. A row whose step is 'send' and
 * that is not valid or has an ID is refused instead.
 */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [(row: Row) => boolean, due: Step, check: Step, checked: Step]> = [
	//                                                                 due        check   checked
	[(row) => !isInProgress(row) && isBlankOrSettled(row),             'skip',    'skip', 'skip'],
	[(row) => row.status === 'empty' && row.hasId,                     'send',    'mark', 'skip'],
	[(row) => !isInProgress(row) && row.hasId,                         'skip',    'skip', 'skip'],
	[isStillRefused,                                                   'skip',    'skip', 'skip'],
	[(row) => !isInProgress(row),                                      'send',    'mark', 'skip'],
	// In progress.
	[(row) => row.record?.state === 'over',                            'outcome', 'mark', 'outcome'],
	[(row) => row.record?.state === 'open',                            'send',    'mark', 'send'],
	[(row) => row.hasId && row.known === undefined,                    'done',    'mark', 'skip'],
	[(row) => row.hasId,                                               'done',    'mark', 'done'],
	[({ known }) => known !== undefined && known.state !== 'taken',    'changed', 'mark', 'changed'],
	[({ mark }) => isWithin(mark, 'lock'),                             'skip',    'skip', 'skip'],
	[() => true,                                                       'stopped', 'mark', 'skip'],
];
