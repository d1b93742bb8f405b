import { Failure, maybeAccepted } from '../core/failure';
import { isFetch, type Operation } from '../core/operation';
import type { Job } from './job';
import { Stopped } from './queue';

// Why an item of a run does not succeed, where no answer of the service says it.

export const SERVICE_FAILS = new Failure(
	'unavailable',
	'The service is failing: the last requests got no clear answer',
	'Run the remaining items again when the service works.',
);

export const LATE = new Failure(
	'late',
	'Not sent within 40 minutes after it was marked',
	'The next run sends it.',
);

/** The run ends, as the service asks for a longer wait than it waits. */
export function toLongWait({ details }: Failure): Failure {
	const message = 'The service asks to wait for more than five minutes';
	return new Failure('unavailable', message, 'Run the remaining items again later.', details);
}

/** The failure of an item that is not sent, as the run has ended. */
export function toUnsent(reason: Failure, operation: Operation): Failure {
	const not = isFetch(operation) ? 'Not fetched' : 'Not sent';
	return reason.withMessage(`${not}. ${reason.message}`);
}

/** The failure of a request whose equal one may have been accepted. */
export function toMaybeFailure(sentAt: number, { row }: Job, { label }: Operation): Failure {
	const at = new Date(sentAt).toISOString();
	const look = 'Look in the dashboard of the service.';
	const again = " Within 24 hours it is sent again only with the option 'Send Again'.";
	return new Failure(
		'maybe',
		`The same request was sent at ${at} and the ${label} may have been accepted. It was not sent again`,
		row === undefined ? look + again : look,
	);
}

const CANCELLED = new Failure(
	'cancelled',
	'The execution was cancelled before this item was done',
	'Run the remaining items again.',
);

/**
 * Why an item did not succeed, by what was thrown; undefined where the run stopped before it was sent, and n8n drops its
 * output. Anything except `Failure` and `Stopped` is a defect of the node; the POST may have been accepted.
 */
export function fromThrown(
	thrown: unknown,
	operation: Operation,
	isCancelled: boolean,
): Failure | undefined {
	if (thrown instanceof Failure) return thrown;
	if (thrown instanceof Stopped) return isCancelled ? CANCELLED : undefined;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const message = `The answer could not be used: ${reason}`;
	if (!isFetch(operation)) return maybeAccepted(message, operation.label);
	return new Failure('defect', message, 'Report this to the maintainers of the node.');
}
