import type { Failure } from '../core/failure';
import type { Operation, Request, RowColumns } from '../core/operation';
import { describeRequest, invalidItemFailure } from '../request/problems';
import { escapeCell } from '../results/cells';

/** Statuses of all operations that send; their others are in `RowColumns`. */
export const IN_PROGRESS = 'in progress';
export const REFUSED = 'refused';

/**
 * What happens to a row. `mark`: Check Only marks it for what Due Rows would do; `fail`: the node fails; `duplicate`: it
 * is skipped, as another row stands for it.
 */
export type Step =
	| ('skip' | 'duplicate' | 'send' | 'mark' | 'fail')
	// Not sent, and this is written into it:
	| ('done' | 'idOfUser' | 'stopped' | 'changed' | 'expired' | 'otherOperation' | 'otherStatus');

/** What is written into a row: its status, unless that stays; its note; and what it is marked for, if it gets a mark. */
export interface Outcome {
	readonly status?: string;
	readonly note: string;
	readonly markFor?: Step;
}

/** A row that is not sent, by its step; undefined where nothing is written. */
export function toUnsentOutcome(step: Step, columns: RowColumns): Outcome | undefined {
	const { id, status, done, notDone, open } = columns;
	const askFirst = formatAskFirst(columns);
	switch (step) {
		case 'done':
			return { status: done, note: '' };
		case 'idOfUser': {
			const fix =
				'If it is an ID of your own, rename that column. Otherwise clear the cell to send this row.';
			return { status: notDone, note: `Not ${done}, because '${id}' is filled. ${fix}` };
		}
		case 'stopped':
			return {
				status: open,
				note: `An earlier run stopped while it was sending this row. ${askFirst}`,
			};
		case 'changed':
			return { status: open, note: `The sheet changed while it was being sent. ${askFirst}` };
		case 'expired':
			return { status: notDone, note: formatExpired(columns) };
		case 'otherOperation': {
			const fix = "Choose the same 'Operation' in both nodes.";
			return { status: notDone, note: `The row was checked for another operation. ${fix}` };
		}
		case 'otherStatus':
			return { note: `Not ${done}, because of what '${status}' says. Clear it to send this row.` };
		default:
			return undefined;
	}
}

/** A row that Check Only marks for what Due Rows would do: the note says what would be sent, or what is wrong. */
export function toMarkedOutcome(
	dueStep: Step,
	request: Request,
	columns: RowColumns,
	fields: Operation['fields'],
): Outcome {
	const unsent = toUnsentOutcome(dueStep, columns);
	const invalid = invalidItemFailure(request);
	const reason = unsent?.note ?? (invalid && formatNote(invalid));
	const note = reason ?? `Will send: ${describeRequest(request, fields)}`;
	return { status: IN_PROGRESS, note, markFor: dueStep };
}

/** A row whose request was accepted: now, or by an earlier step at `alreadySentAt`. */
export function toSentOutcome(columns: RowColumns, alreadySentAt: string | undefined): Outcome {
	const { id, status, done } = columns;
	const note =
		alreadySentAt === undefined
			? ''
			: `Already ${done} at ${alreadySentAt}. It was not sent again. To send it again, clear '${id}' and '${status}' and turn 'Send Again' on.`;
	return { status: done, note, markFor: 'send' };
}

/** A row that did not succeed, with the reason in its note. */
export function toFailureOutcome(
	failure: Failure,
	columns: RowColumns,
	sendsMarkedRows: boolean,
): Outcome {
	const note = formatNote(failure);
	const { open, notDone, mark } = columns;
	const { kind, rowStatus } = failure;
	if (kind === 'maybe') {
		const more = sendsMarkedRows ? '' : " and turn 'Send Again' on";
		return { status: open, note: `${note} ${formatAskFirst(columns, more)}`, markFor: 'send' };
	}
	if (rowStatus === 'open') return { status: open, note };
	// The mark remembers what was refused, and results have none.
	const isRefused = rowStatus === 'refused' && mark !== undefined;
	return isRefused ? { status: REFUSED, note, markFor: 'send' } : { status: notDone, note };
}

export const SENT_BEFORE = 'An earlier step may have sent this row';

/** A row that is not done by this step, but that an earlier one may have sent under the same mark. */
export function toSentBeforeOutcome({ note }: Outcome, columns: RowColumns): Outcome {
	return { status: columns.open, note: `${SENT_BEFORE}. ${note} ${formatAskFirst(columns)}` };
}

/** The note of a row that would be sent too late. */
export function formatExpired({ done }: RowColumns): string {
	return `Not ${done} within 40 minutes after it was marked. The next run sends it.`;
}

/** What to do about a request that may have been accepted. */
function formatAskFirst({ status }: RowColumns, more = ''): string {
	return `Ask first, then clear '${status}'${more} to send it again.`;
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
export function formatNote({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	return escapeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
