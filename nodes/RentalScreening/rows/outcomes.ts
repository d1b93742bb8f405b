import type { IDataObject } from 'n8n-workflow';

import { escapeCell } from '../core/cells';
import type { Failure } from '../core/failure';
import { hasMarks, type Operation, type Request, type RowColumns } from '../core/operation';
import { formatList, truncate } from '../core/text';
import { describeRequest, invalidItemFailure } from '../request/problems';

/** Statuses that all operations with a mark share; the others are in `RowColumns`. */
export const IN_PROGRESS = 'in progress';
export const REFUSED = 'refused';

/** What is written into a row: its status, its note, and the values of an answer. */
export interface Outcome {
	readonly status: string;
	readonly note: string;
	readonly values?: IDataObject;
}

/** A row that has the ID that it was sent for, but not its status. */
export function toDoneOutcome({ done }: RowColumns): Outcome {
	return { status: done, note: '' };
}

/** A row that has been in progress for more than an hour, and of which this process knows no outcome. */
export function toStoppedOutcome(columns: RowColumns): Outcome {
	const note = `An earlier run stopped while it was sending this row. ${formatAskFirst(columns)}`;
	return { status: columns.open, note };
}

/** A row that changed while it was in progress. */
export function toChangedOutcome({ open, status }: RowColumns): Outcome {
	const note = `The row changed after it was marked. If you changed it, clear '${status}' to send it; otherwise ask first.`;
	return { status: open, note };
}

/** A row whose request was accepted: now, or by an earlier run at `alreadySentAt`. */
export function toSentOutcome(
	columns: RowColumns,
	values: IDataObject,
	alreadySentAt: string | undefined,
): Outcome {
	const { id, status, done } = columns;
	const note =
		alreadySentAt === undefined
			? ''
			: `Already ${done} at ${alreadySentAt}. It was not sent again. To send it again, clear '${id}' and '${status}' and turn 'Send Again' on, at the earliest two minutes after that.`;
	return { status: done, note, values };
}

/** A row that did not succeed, with the reason in its note. */
export function toFailureOutcome(failure: Failure, columns: RowColumns): Outcome {
	const { rowStatus } = failure.effects;
	const note = formatNote(failure);
	if (rowStatus === 'notDone') return { status: columns.notDone, note };
	if (failure.kind === 'maybe') {
		return { status: columns.open, note: `${note} ${formatAskFirst(columns)}` };
	}
	if (rowStatus === 'open') return { status: columns.open, note };
	return { status: hasMarks(columns) ? REFUSED : columns.notDone, note };
}

/** A note stays readable in its cell. */
const MAX_UNREAD_LENGTH = 1000;

/** What Check Only notes of a row that is to be sent: what would be sent, or what is wrong. */
export function formatCheckNote(
	request: Request,
	fields: Operation['fields'],
	unreadColumns: readonly string[],
): string {
	const invalid = invalidItemFailure(request);
	const text =
		invalid === undefined
			? `Will send (do not clear the status): ${describeRequest(request, fields)}`
			: formatNote(invalid);
	if (unreadColumns.length === 0) return escapeCell(text);
	const unread = truncate(formatList(unreadColumns, 'and'), MAX_UNREAD_LENGTH);
	return escapeCell(`${text.replace(/\.$/, '')}. Not read: ${unread}`);
}

/** What to do about a request that may have been accepted. */
function formatAskFirst({ status }: RowColumns): string {
	return `Ask first, then clear '${status}' to send it again.`;
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
function formatNote({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	return escapeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
