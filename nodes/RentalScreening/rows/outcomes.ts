import type { IDataObject } from 'n8n-workflow';

import { escapeCell } from '../core/cells';
import type { Failure } from '../core/failure';
import type { RowColumns } from '../core/operation';

/** Statuses that all operations with a mark share; the others are in `RowColumns`. */
export const IN_PROGRESS = 'in progress';
export const REFUSED = 'refused';

/** What is written into a row: its status, its note, and the values of an answer. */
export interface Outcome {
	readonly status: string;
	readonly note: string;
	readonly values?: IDataObject;
	/** Of a row that changed: what its note says of it as it was before. */
	readonly told?: string;
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

/** A row that changed while it was in progress; `before`: the outcome that it has as it was. */
export function toChangedOutcome(columns: RowColumns, before: Outcome | undefined): Outcome {
	const { open, status } = columns;
	const told = before?.told ?? describeBefore(columns, before);
	const changed = `The row changed after it was marked. If you changed it, clear '${status}' to send it; otherwise ask first.`;
	return { status: open, note: escapeCell(`${changed} ${told}`), told };
}

/** What is known of a row as it was before it changed; '' if nothing was sent. */
function describeBefore({ done, open, id = '' }: RowColumns, before: Outcome | undefined): string {
	const known = before?.values?.[id];
	if (known !== undefined)
		return `As it was before, it was ${done}: its '${id}' is '${String(known)}'.`;
	return before?.status === open ? `As it was before, it was ${open}.` : '';
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
			: `Already ${done} at ${alreadySentAt}. It was not sent again. To send it again, clear '${id}' and '${status}' and turn 'Send Again' on.`;
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
	return { status: columns.mark === undefined ? columns.notDone : REFUSED, note };
}

/** What to do about a request that may have been accepted. */
function formatAskFirst({ status }: RowColumns): string {
	return `Ask first, then clear '${status}' to send it again.`;
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
export function formatNote({ message, hint }: Failure, prefix = ''): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	if (prefix !== '') return escapeCell(prefix + text);
	return escapeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
