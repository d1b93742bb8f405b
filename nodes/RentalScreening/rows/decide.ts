import { isEmptyCell, trimBlanks } from '../core/text';
import type { Failure } from '../core/failure';
import type { RowColumns } from '../core/operation';
import { escapeCell } from '../results/cells';
import { isWithin, type Mark } from './mark';
import type { Check } from './checks';
import type { Cell } from './sheet';

/** Statuses of all operations that send; their others are in `RowColumns`. */
export const IN_PROGRESS = 'in progress';
export const REFUSED = 'refused';
type Status = 'empty' | 'done' | 'notDone' | 'maybe' | 'refused' | 'inProgress' | 'other';

/** What a status column says, in any case. Results know two statuses only: complete, and due. */
export function readStatus(cell: Cell, { done, notDone, mark }: RowColumns): Status {
	const text = isEmptyCell(cell) ? '' : trimBlanks(String(cell)).toLowerCase();
	if (text === done) return 'done';
	if (text === '' || mark === undefined) return 'empty';
	if (text.startsWith('maybe')) return 'maybe';
	if (text === notDone) return 'notDone';
	if (text === IN_PROGRESS) return 'inProgress';
	return text === REFUSED ? 'refused' : 'other';
}

/** What the table knows of a row. */
export interface RowState {
	/** Nothing is in the record's own fields. */
	readonly isBlank: boolean;
	readonly hasId: boolean;
	readonly status: Status;
	readonly mark: Mark | undefined;
	/** The mark is of this execution and process. */
	readonly isOwn: boolean;
	/** Another row has the same mark or, of results, the same match value, and comes first or differs. */
	isDuplicated(): boolean;
	/** What made the mark, if this process still knows it, and whether it was for the operation of this node. */
	readonly check: Check | undefined;
	readonly isSameOperation: boolean;
	/** The row was marked to become this, and its ID, or else its request, has not changed since. */
	isMarkedFor(step: Step): boolean;
	/** Its note says already what is wrong with it. */
	repeatsNote(): boolean;
}

/** What happens to a row. `mark`: it is marked for what Due Rows would do. `fail`: the node fails. */
export type Step = 'skip' | 'send' | 'mark' | 'fail' | keyof typeof OUTCOMES;

/** Update Rows where it is on, in the order of the table. */
export const MODES = ['due', 'check', 'checked'] as const;
export type Mode = (typeof MODES)[number];

type Fits = (row: RowState, isManual: boolean) => boolean;

const isInProgress = ({ status }: RowState) => status === 'inProgress';
const isOwn = (row: RowState) => isInProgress(row) && row.isOwn;

/** Nothing was sent for the row, so its ID is not from the service. */
const isIdOfUser = (row: RowState) =>
	row.hasId && (row.status === 'empty' || (isInProgress(row) && row.isMarkedFor('idOfUser')));

/** A run that broke before it sent anything: the row is due again. */
const isUntouched = (row: RowState) =>
	isInProgress(row) && row.isMarkedFor('send') && row.check?.hasBegun === false;

/** The same request was refused within a day, and no person asks for it again. */
const isStillRefused = (row: RowState, isManual: boolean) =>
	row.status === 'refused' &&
	!isManual &&
	isWithin(row.mark?.madeAt, 'refusal') &&
	row.isMarkedFor('send');

const isOwnFor = (step: Step) => (row: RowState) => isOwn(row) && row.isMarkedFor(step);
const isOwnExpired = (row: RowState) =>
	isOwn(row) &&
	(row.check === undefined || (row.isMarkedFor('send') && !isWithin(row.mark?.madeAt, 'lease')));

/** What happens to a row: the first line that fits and has a step for the mode. Results are Due Rows without a mark. */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [Fits, due: Step | '', check: Step | '', checked: Step]> = [
	//                                                                  due            check          checked
	[(row) => !row.isOwn,                                               '',            '',            'skip'],
	[(row) => row.isDuplicated(),                                       'skip',        'skip',        'skip'],
	[(row) => row.isBlank || ['done', 'maybe'].includes(row.status),    'skip',        'skip',        'skip'],
	[isIdOfUser,                                                        'idOfUser',    'mark',        'idOfUser'],
	[(row) => row.hasId && isInProgress(row),                           'done',        'mark',        'done'],
	[(row) => row.hasId,                                                'skip',        'skip',        'skip'],
	[isOwnFor('stopped'),                                               'fail',        'skip',        'stopped'],
	[isOwnExpired,                                                      'fail',        'skip',        'expired'],
	[(row) => isOwn(row) && !row.isSameOperation,                       'fail',        'skip',        'otherOperation'],
	[isOwnFor('send'),                                                  'fail',        'skip',        'send'],
	[isOwn,                                                             'fail',        'skip',        'changed'],
	[(row) => isInProgress(row) && isWithin(row.mark?.madeAt, 'lock'),  'skip',        'skip',        'skip'],
	[isUntouched,                                                       'send',        'mark',        'skip'],
	[isInProgress,                                                      'stopped',     'mark',        'skip'],
	[(row) => row.status === 'notDone' && row.repeatsNote(),            'skip',        'skip',        'skip'],
	[isStillRefused,                                                    'skip',        'skip',        'skip'],
	[(row) => row.status !== 'other',                                   'send',        'mark',        'skip'],
	[() => true,                                                        'otherStatus', 'otherStatus', 'skip'],
];

/** What happens to a row, by the table. */
export function decide(row: RowState, mode: Mode, isManual: boolean): Step {
	for (const [fits, ...steps] of TABLE) {
		const step = steps[MODES.indexOf(mode)];
		if (step && fits(row, isManual)) return step;
	}
	return 'skip';
}

/** What to do about a request that may have been accepted. */
export function askFirst({ status }: RowColumns, more = ''): string {
	return `Ask first, then clear '${status}'${more} to send it again.`;
}

/** What is written into the node's own columns; what is undefined stays as it is. */
export interface Outcome {
	readonly id?: Cell;
	readonly status?: string | undefined;
	readonly note: string;
	readonly mark?: string | undefined;
	readonly at?: string;
}

/** What is written beside each step of a row that is not sent. */
const OUTCOMES = {
	done: ({ done }) => ({ status: done, note: '' }),
	idOfUser: ({ id, done, notDone }) => ({
		status: notDone,
		note: `Not ${done}, because '${id}' is filled. If it is an ID of your own, rename that column. Otherwise clear the cell to send this row.`,
	}),
	stopped: (columns) => ({
		status: columns.open,
		note: `An earlier run stopped while it was sending this row. ${askFirst(columns)}`,
	}),
	changed: (columns) => ({
		status: columns.open,
		note: `The sheet changed while it was being sent. ${askFirst(columns)}`,
	}),
	expired: ({ done, notDone }) => ({
		status: notDone,
		note: `Not ${done} within 40 minutes after it was marked. The next run sends it.`,
	}),
	otherOperation: ({ notDone }) => ({
		status: notDone,
		note: "The row was checked for another operation. Choose the same 'Operation' in both nodes.",
	}),
	otherStatus: ({ done, status }) => ({
		note: `Not ${done}, because of what '${status}' says. Clear it to send this row.`,
	}),
} satisfies Readonly<Record<string, (columns: RowColumns) => Outcome>>;

/** What is written into a row that is not sent; undefined where that is not its step. */
export function findOutcome(step: Step, columns: RowColumns): Outcome | undefined {
	return step in OUTCOMES ? OUTCOMES[step as keyof typeof OUTCOMES](columns) : undefined;
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
export function formatNote({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	return escapeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
