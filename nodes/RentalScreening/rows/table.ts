import { isEmptyCell, normaliseColumnName } from '../core/text';
import type { RowColumns } from '../core/operation';
import { lasts, type Mark } from './mark';
import type { Cell } from './sheet';

/** Statuses of all operations that send; their others are in `RowColumns`. */
export const SENDING = 'sending';
export const REFUSED = 'refused';

type Status = 'empty' | 'done' | 'notDone' | 'maybe' | 'refused' | 'sending' | 'other';

/** What a status column says; statuses are compared as column names are. */
export function statusIn(cell: unknown, { done, notDone }: RowColumns): Status {
	if (isEmptyCell(cell)) return 'empty';
	const said = normaliseColumnName(String(cell));
	if (said.startsWith('maybe')) return 'maybe';
	if (said === normaliseColumnName(done)) return 'done';
	if (said === normaliseColumnName(notDone)) return 'notDone';
	if (said === SENDING || said === REFUSED) return said;
	return 'other';
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
	/** Another row has the same mark: one of them was copied. */
	readonly isShared: boolean;
	/** The mark was made for this, and the ID, or else the request, has not changed since. */
	isMarkedFor(purpose: Step): boolean;
}

/** `mark`: marked for what Due Rows would do with it. `fail`: the run fails, since Checked Rows is the right choice. */
export type Step =
	'leave' | 'send' | 'mark' | 'fail' | 'done' | 'idOfUser' | 'stopped' | 'changed' | 'otherStatus';

/** Rows to Send, in the order of the table. */
export const SEND_ROWS = ['due', 'none', 'checked'] as const;

export type SendRows = (typeof SEND_ROWS)[number];

type Fits = (row: RowState, isByPerson: boolean) => boolean;

const isSending = ({ status }: RowState) => status === 'sending';
const isMarkedHere = (row: RowState) => isSending(row) && row.isOwn;

/** What happens to a row: the first line that fits. */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [Fits, due: Step, none: Step, checked: Step]> = [
	//                                                                 due            none           checked
	[(row) => row.isBlank || ['done', 'maybe'].includes(row.status),   'leave',       'leave',       'leave'],
	[(row) => row.hasId && isIdOfUser(row),                            'idOfUser',    'mark',        'idOfUser'],
	[(row) => row.hasId && isSending(row),                             'done',        'mark',        'done'],
	[(row) => row.hasId,                                               'leave',       'leave',       'leave'],
	[(row) => isMarkedHere(row) && row.isMarkedFor('send'),            'fail',        'leave',       'send'],
	[(row) => isMarkedHere(row) && row.isMarkedFor('stopped'),         'fail',        'leave',       'stopped'],
	[(row) => isMarkedHere(row),                                       'fail',        'leave',       'changed'],
	[(row) => isSending(row) && lasts(row.mark, 'lock'),               'leave',       'leave',       'leave'],
	[(row) => isSending(row),                                          'stopped',     'mark',        'leave'],
	[isRefusedStill,                                                   'leave',       'leave',       'leave'],
	[(row) => row.status !== 'other',                                  'send',        'mark',        'leave'],
	[() => true,                                                       'otherStatus', 'otherStatus', 'leave'],
];

/** Nothing was sent for the row, so its ID is not from the service. */
function isIdOfUser(row: RowState): boolean {
	return row.status === 'empty' || (isSending(row) && row.isMarkedFor('idOfUser'));
}

/** The same request was refused within a day, and no person asks for it again. */
function isRefusedStill(row: RowState, isByPerson: boolean): boolean {
	const isRecent = row.status === 'refused' && lasts(row.mark, 'refusal');
	return isRecent && !isByPerson && row.isMarkedFor('send');
}

/** What happens to a row. Checked Rows acts on nothing but what it marked itself, and on no copy of that. */
export function stepOf(row: RowState, sendRows: SendRows, isByPerson: boolean): Step {
	if (sendRows === 'checked' && (!isMarkedHere(row) || row.isShared)) return 'leave';
	const [, ...steps] = TABLE.find(([fits]) => fits(row, isByPerson))!;
	return steps[SEND_ROWS.indexOf(sendRows)]!;
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

/** What is written into a row that is not sent, by what becomes of it; one that is to be sent has no note yet. */
export function outcomeOf(step: Step, columns: RowColumns): Outcome {
	const { id, status, done, notDone, open } = columns;
	const outcomes: { readonly [Name in Step]?: Outcome } = {
		done: { status: done, note: '' },
		idOfUser: {
			status: notDone,
			note: `Not ${done}, because '${id}' is filled. If it is an ID of your own, rename that column. Otherwise clear the cell to send this row.`,
		},
		stopped: {
			status: open,
			note: `An earlier run stopped while it was sending this row. ${askFirst(columns)}`,
		},
		changed: {
			status: open,
			note: `The sheet changed while it was being sent. ${askFirst(columns)}`,
		},
		otherStatus: {
			note: `Not ${done}, because of what '${status}' says. Clear it to send this row.`,
		},
	};
	return outcomes[step] ?? { note: '' };
}
