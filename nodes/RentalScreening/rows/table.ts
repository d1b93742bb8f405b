import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { isUnfilled, normaliseColumnName } from '../request/text';
import { isYounger, LEFT_FOR_MS, REFUSED_FOR_MS, type Mark } from './mark';
import type { RowColumns } from '../run/operation';
import type { Headers } from './sheet';

/** Statuses of all operations that send; their others are in `RowColumns`. */
export const SENDING = 'sending';
export const REFUSED = 'refused';

/** A status that begins so is of a request that may have been accepted. */
const MAYBE = 'maybe';

/** Rows to Send. */
const SEND_ROWS = ['due', 'none', 'checked'] as const;

export type SendRows = (typeof SEND_ROWS)[number];

/** The settings of Update Rows. */
export interface RowSettings {
	readonly sendRows: SendRows;
	/** Only written columns are returned, with this one; undefined: all columns. */
	readonly matchColumn: string | undefined;
}

/** The settings of a run, as its first item has them. Results have no Rows to Send. */
export function rowSettingsOf(first: ItemInput): RowSettings {
	const chosen = first.parameter('sendRows');
	const isWritten = first.parameter('returnColumns') === 'written';
	return {
		sendRows: SEND_ROWS.find((choice) => choice === chosen) ?? 'due',
		matchColumn: isWritten ? String(first.parameter('matchColumn') ?? '') : undefined,
	};
}

type Status = 'empty' | 'done' | 'notDone' | 'maybe' | 'refused' | 'sending' | 'other';

/** What a status column says; statuses are compared as column names are. */
export function statusIn(
	cell: IDataObject[string] | undefined,
	{ done, notDone }: RowColumns,
): Status {
	if (isUnfilled(cell)) return 'empty';
	const said = normaliseColumnName(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
	if (said.startsWith(MAYBE)) return 'maybe';
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
	/** The mark was made for this, and neither request nor ID has changed since. */
	isMarkedFor(purpose: Due): boolean;
}

/** What becomes of a row that is not sent. */
export type Outcome = 'done' | 'idOfUser' | 'stopped' | 'changed' | 'otherStatus';

export interface Line {
	/** What a row is due for; 'fail': the run fails, since Checked Rows is the right choice. */
	readonly due: 'leave' | 'send' | 'fail' | Outcome;
	/** 'mark': for what the row is due for. */
	readonly none: 'leave' | 'mark' | Outcome;
	readonly checked: 'leave' | 'send' | Outcome;
}

export type Due = Line['due'];

type Fits = (row: RowState, isByPerson: boolean) => boolean;

const isSending = ({ status }: RowState) => status === 'sending';
const isOwn = (row: RowState) => isSending(row) && row.isOwn;

/** What happens to a row: the first line that fits. */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [Fits, Line['due'], Line['none'], Line['checked']]> = [
	//                                                                    due            none           checked
	[(row) => row.isBlank || ['done', 'maybe'].includes(row.status),      'leave',       'leave',       'leave'],
	[(row) => row.hasId && row.status === 'empty',                        'idOfUser',    'mark',        'leave'],
	[(row) => row.hasId && isSending(row) && row.isMarkedFor('idOfUser'), 'idOfUser',    'mark',        'idOfUser'],
	[(row) => row.hasId && isSending(row),                                'done',        'mark',        'done'],
	[(row) => row.hasId,                                                  'leave',       'leave',       'leave'],
	[(row) => isOwn(row) && row.isMarkedFor('stopped'),                   'fail',        'leave',       'stopped'],
	[(row) => isOwn(row) && !row.isMarkedFor('send'),                     'fail',        'leave',       'changed'],
	[(row) => isOwn(row),                                                 'fail',        'leave',       'send'],
	[(row) => isSending(row) && isYounger(row.mark, LEFT_FOR_MS),         'leave',       'leave',       'leave'],
	[(row) => isSending(row),                                             'stopped',     'mark',        'leave'],
	[isRefusedStill,                                                      'leave',       'leave',       'leave'],
	[(row) => row.status !== 'other',                                     'send',        'mark',        'leave'],
	[() => true,                                                          'otherStatus', 'otherStatus', 'leave'],
];

/** The same request was refused within a day, and no person asks for it again. */
function isRefusedStill(row: RowState, isByPerson: boolean): boolean {
	const isRecent = row.status === 'refused' && isYounger(row.mark, REFUSED_FOR_MS);
	return isRecent && !isByPerson && row.isMarkedFor('send');
}

/** What happens to a row. Checked Rows acts on nothing but what it marked itself, and on no copy of that. */
export function lineOf(row: RowState, isByPerson: boolean): Line {
	const [, due = 'leave', none = 'leave', checked = 'leave'] =
		TABLE.find(([fits]) => fits(row, isByPerson)) ?? [];
	return { due, none, checked: isOwn(row) && !row.isShared ? checked : 'leave' };
}

/** What to do about a request that may have been accepted. */
export function askFirst(statusHeader: string, more = ''): string {
	return `Ask first, then clear '${statusHeader}'${more} to send it again.`;
}

/**
 * Status and note of a row by what it is due for; of one that is to be sent, there is none. `id` and `status` are
 * columns as the sheet spells them.
 */
export function outcomeOf(
	outcome: Due,
	{ done, notDone, open }: RowColumns,
	{ id, status }: Headers,
): { readonly status?: string; readonly note: string } {
	switch (outcome) {
		case 'done':
			return { status: done, note: '' };
		case 'idOfUser':
			return {
				status: notDone,
				note: `Not ${done}, because '${id}' is filled. If it is an ID of your own, rename that column. Otherwise clear the cell to send this row.`,
			};
		case 'stopped':
			return {
				status: open,
				note: `An earlier run stopped while it was sending this row. ${askFirst(status)}`,
			};
		case 'changed':
			return {
				status: open,
				note: `The sheet changed while it was being sent. ${askFirst(status)}`,
			};
		case 'otherStatus':
			return { note: `Not ${done}, because of what '${status}' says. Clear it to send this row.` };
		default:
			return { note: '' };
	}
}
