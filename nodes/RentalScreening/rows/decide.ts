import { Failure } from '../core/failure';
import type { Item, UPDATE_ROWS } from '../core/item';
import { hasMarks, type Request, type RowColumns } from '../core/operation';
import { isEmptyCell, isNoId, toCellText, trimBlanks } from '../core/text';
import { invalidItemFailure } from '../request/problems';
import { checks, type Check } from './checks';
import { makeFingerprint, isWithin, readMark, type Mark } from './mark';
import {
	formatExpired,
	formatNote,
	IN_PROGRESS,
	REFUSED,
	SENT_BEFORE,
	type Step,
} from './outcomes';
import { isSame } from './sheet';

/** Update Rows where it is on. */
export type Mode = Exclude<(typeof UPDATE_ROWS)[number], 'off'>;

/** A row: what happens to it is decided before anything is sent; whether it may still be sent, right before it is. */
export class Row {
	readonly status: 'empty' | 'done' | 'notDone' | 'maybe' | 'refused' | 'inProgress' | 'other';
	readonly mark: Mark | undefined;
	/** What made the mark, if this process still knows it. */
	readonly check: Check | undefined;
	/** Its mark is of this execution and process. */
	readonly hasOwnMark: boolean;
	readonly hasId: boolean;
	readonly step: Step;
	/** What Due Rows would do: Check Only marks a row to become that. */
	readonly dueStep: Step;
	/** This node has begun to send it. */
	private isSending = false;

	/**
	 * `alike`: the rows of the sheet with its match value, itself included.
	 */
	constructor(
		readonly item: Item,
		readonly request: Request,
		readonly columns: RowColumns,
		/** What the rows of a run have in common. */
		readonly run: {
			/** Tells its marks, and its checks, from those of other runs. */
			readonly id: string;
			/** Execution and process, as its marks name them. */
			readonly owner: string;
			readonly mode: Mode;
			/** A person has started it. */
			readonly isManual: boolean;
			/** Why no marked row can be sent: that needs all columns, and other outcomes fewer. */
			readonly columnFailure: Failure | undefined;
		},
		readonly alike: readonly Item[],
	) {
		const cells = item.columns;
		this.status = readStatus(cells[columns.status], columns);
		this.mark = readMark(cells[columns.mark ?? '']);
		this.check = checks.find(this.mark);
		this.hasOwnMark = this.mark?.owner === run.owner;
		this.hasId = this.id !== undefined;
		this.dueStep = this.decide('due');
		this.step = this.decide(run.mode);
	}

	/** The fingerprint that a mark of this row has for a step. */
	getFingerprint(step: Step): string {
		return makeFingerprint(step, this.item.operationName, this.request, this.id);
	}

	/** It was marked to become this, and its ID, or else its request, has not changed since. */
	isMarkedFor(step: Step): boolean {
		return this.mark?.fingerprint === this.getFingerprint(step);
	}

	/** Its note already says what is wrong with it. */
	get repeatsNote(): boolean {
		const failure = invalidItemFailure(this.request);
		const note = this.item.columns[this.columns.note];
		return failure !== undefined && isSame(note, formatNote(failure));
	}

	/** When the row was first marked since it was new or cleared by a person, in milliseconds since 1970. */
	get firstMarkedAt(): number {
		return this.check?.firstMadeAt ?? this.mark!.madeAt;
	}

	/**
	 * Why the row must not be sent under its mark; asked right before each of its requests. `key`: that of the request. A mark
	 * sends one request: not another to a different account or, where they count, with different cells.
	 */
	findObjection(key: string): Failure | undefined {
		if (this.run.columnFailure !== undefined) return this.run.columnFailure;
		if (!isWithin(this.mark?.madeAt, 'lease')) {
			return new Failure('invalid', formatExpired(this.columns), '');
		}
		// The same request is answered by the memory of sent requests.
		if (!this.wasSentBefore || checks.findSentKey(this.mark) === key) return undefined;
		return new Failure('maybe', `${SENT_BEFORE} with another credential or other values`, '');
	}

	/** To be called right before a request for the row is sent, where there is no objection. */
	recordSending(key: string): void {
		this.isSending = true;
		checks.recordSending(this.mark!, key);
	}

	/** With Checked Rows: an earlier node was about to send the row under this mark, and this one has no proof. */
	get wasSentBefore(): boolean {
		const isKnown = checks.findSentKey(this.mark) !== undefined;
		return this.run.mode === 'checked' && !this.isSending && isKnown;
	}

	private get id(): unknown {
		const { id } = this.columns;
		const cell = this.item.columns[id ?? ''];
		return id === undefined || isNoId(cell) ? undefined : cell;
	}

	private decide(mode: Mode): Step {
		for (const [fits, due, check, checked] of TABLE) {
			const step = { due, check, checked }[mode];
			if (step !== '-' && fits(this)) return step;
		}
		return 'skip';
	}
}

/** What a status column says, in any case. Results know two statuses only: complete, and due. */
function readStatus(cell: unknown, columns: RowColumns): Row['status'] {
	const { done, notDone } = columns;
	const text = isEmptyCell(cell) ? '' : trimBlanks(toCellText(cell)).toLowerCase();
	if (text === done) return 'done';
	if (text === '' || !hasMarks(columns)) return 'empty';
	if (text.startsWith('maybe')) return 'maybe';
	if (text === notDone) return 'notDone';
	if (text === IN_PROGRESS) return 'inProgress';
	return text === REFUSED ? 'refused' : 'other';
}

const isBlankRow = ({ request }: Row) => request.isBlankRow === true;
const isDoneOrMaybe = ({ status }: Row) => status === 'done' || status === 'maybe';
const isInProgress = ({ status }: Row) => status === 'inProgress';
const isInProgressFor = (step: Step) => (row: Row) => isInProgress(row) && row.isMarkedFor(step);

/** Of the rows of one applicant's results only the first is written. */
const isLaterOfApplicant = ({ columns, alike, item }: Row) =>
	!hasMarks(columns) && alike[0] !== item;

/** A mark that stands in several rows counts once if they are equal in every cell, else not at all. */
const hasCopiedMark = ({ alike, item }: Row) => {
	const isEqual = (other: Item) => JSON.stringify(other.columns) === JSON.stringify(item.columns);
	return alike[0] !== item || !alike.every(isEqual);
};

/** Nothing was sent for the row, so its ID is not from the service. */
const hasIdOfUser = (row: Row) =>
	row.hasId && (row.status === 'empty' || isInProgressFor('idOfUser')(row));

/** The 40 minutes are over. A check is forgotten only after them, so one that is not known is over too. */
const isExpired = (row: Row) =>
	isInProgress(row) &&
	(row.check === undefined || (row.isMarkedFor('send') && !isWithin(row.mark?.madeAt, 'lease')));

const isForOtherOperation = (row: Row) =>
	isInProgress(row) && row.check?.operation !== row.item.operationName;

/** Another execution may be at it. */
const isLocked = (row: Row) => isInProgress(row) && isWithin(row.mark?.madeAt, 'lock');

/** A run that broke before it sent anything: the row is due again. */
const isUntouched = (row: Row) => isInProgressFor('send')(row) && row.check?.hasBegun === false;

/** The same request was refused within a day, and no person asks for it again. */
const isStillRefused = (row: Row) =>
	row.status === 'refused' &&
	!row.run.isManual &&
	isWithin(row.mark?.madeAt, 'refusal') &&
	row.isMarkedFor('send');

/**
 * What happens to a row: the first line that fits and has a step for the mode, else it is skipped. Results
 * are Due Rows without a mark. 'mark': to become what Due Rows would make of it.
 */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [(row: Row) => boolean, due: Step | '-', check: Step | '-', checked: Step | '-']> = [
	//                                                       due            check          checked
	[(row) => !row.hasOwnMark,                               '-',           '-',           'skip'],
	[isBlankRow,                                             'skip',        'skip',        '-'],
	// No blank row is marked: a mark in one was another row's, or the columns are lost.
	[(row) => isBlankRow(row) && !isInProgress(row),         '-',           '-',           'skip'],
	[isDoneOrMaybe,                                          'skip',        'skip',        'skip'],
	[isLaterOfApplicant,                                     'duplicate',   '-',           '-'],
	[hasCopiedMark,                                          '-',           '-',           'skip'],
	// With an ID.
	[hasIdOfUser,                                            'idOfUser',    'mark',        'idOfUser'],
	[(row) => row.hasId && isInProgress(row),                'done',        'mark',        'done'],
	[(row) => row.hasId,                                     'skip',        'skip',        'skip'],
	// In progress, marked by this execution: Checked Rows does what the mark names.
	[(row) => row.hasOwnMark && isInProgress(row),           'fail',        'skip',        '-'],
	[isInProgressFor('stopped'),                             '-',           '-',           'stopped'],
	[isExpired,                                              '-',           '-',           'expired'],
	[isForOtherOperation,                                    '-',           '-',           'otherOperation'],
	[isInProgressFor('send'),                                '-',           '-',           'send'],
	[isInProgress,                                           '-',           '-',           'changed'],
	// In progress, marked by another execution.
	[isLocked,                                               'skip',        'skip',        '-'],
	[isUntouched,                                            'send',        'mark',        '-'],
	[isInProgress,                                           'stopped',     'mark',        '-'],
	// Not in progress.
	[(row) => row.status === 'notDone' && row.repeatsNote,   'skip',        'skip',        '-'],
	[isStillRefused,                                         'skip',        'skip',        '-'],
	[(row) => row.status !== 'other',                        'send',        'mark',        '-'],
	[(row) => row.status === 'other',                        'otherStatus', 'otherStatus', '-'],
];
