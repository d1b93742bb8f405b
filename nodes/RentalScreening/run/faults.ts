import { Failure, maybeAccepted } from '../core/failure';
import { isFetch, type Operation } from '../core/operation';
import type { HttpFault } from '../service/httpFault';
import { refuse, retry, type AttemptEnd } from './attempt';
import type { Cancellation } from './cancellation';
import type { Job } from './job';
import type { Queue } from './queue';
import { toFailure } from './response';

/** How often a request is repeated on proof that it was not sent, a GET after a fault or a 429, or a login. */
const MAX_REPEATS = 3;
/** How often a POST is repeated that is answered with 429. */
const MAX_RATE_LIMIT_REPEATS = 10;
const FIRST_BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 30_000;

/** A run does not wait for a service that asks to wait longer than this. */
const MAX_WAIT_MS = 300_000;
/** Nothing more is sent at the next burst of 429s after so many without a success between them. */
const MAX_BURSTS = 10;
/** Nothing more is sent after so many requests without a clear outcome and none accepted between them. */
const MAX_UNCLEAR = 3;

/** Why the others are not sent when the outcome of the requests before is unclear. */
const SERVICE_FAILS = new Failure(
	'unavailable',
	'The service is failing: the outcome of the last request is unclear',
	'Run the remaining items again when the service works.',
);

/**
 * What follows where a request was not accepted: it is repeated, or it fails, or nothing is sent any more (rules
 * 4, 5 and 11). Knows how often the service gave no clear answer.
 */
export class Faults {
	/** Unclear answers left until nothing more is sent: one before anything was accepted, then `MAX_UNCLEAR`. */
	private unclearBudget = 1;

	private readonly isFetch: boolean;

	constructor(
		private readonly operation: Operation,
		private readonly queue: Queue,
		private readonly cancellation: Cancellation,
	) {
		this.isFetch = isFetch(operation);
	}

	/** A request was accepted. */
	markAccepted(): void {
		this.queue.markWorking();
		this.unclearBudget = MAX_UNCLEAR;
	}

	/** Repeats the request in a later attempt, or refuses it where it must not be repeated. */
	handleFault(job: Job, fault: HttpFault, burst: number): AttemptEnd {
		const { queue } = this;
		const { status, provenUnsent, retryAfterMs } = fault;
		if (status === undefined && this.cancellation.isCancelled) {
			return provenUnsent ? { kind: 'stopped' } : this.cancelInFlight();
		}
		const failure = toFailure(fault, job, this.operation);
		if (failure.reachedService) queue.markAnswered();
		if (status === 429) queue.backOffOnce(burst);
		if (isTooLong(retryAfterMs)) return this.closeForLongWait(failure);
		const isOverloaded = status === 429 && queue.burstsSinceSuccess > MAX_BURSTS;
		if (isOverloaded || !mayRepeat(this.isFetch, fault, job.repeats)) {
			return this.giveUp(failure, isOverloaded, retryAfterMs);
		}
		return this.repeatLater(job, fault);
	}

	/** After a pause for all, or for this request only where a GET was answered, or its answer broke off. */
	private repeatLater({ repeats }: Job, fault: HttpFault): AttemptEnd {
		const { status, provenUnsent, retryAfterMs } = fault;
		const counter = status === 429 ? 'rateLimits' : 'faults';
		const waitMs = retryAfterMs ?? computeBackOffMs(repeats[counter]);
		repeats[counter] += 1;
		const pausesAll = status === 429 || provenUnsent || retryAfterMs !== undefined;
		if (!pausesAll) return retry(waitMs, 'front');
		this.queue.pause(waitMs);
		// One request that is limited again and again must not keep the others from being sent.
		return retry(0, repeats.rateLimits > 1 ? 'behindOthers' : 'front');
	}

	/** A login that failed lets nothing else through either; only what may pass by itself is tried again. */
	handleNoAccess(job: Job, failure: Failure): AttemptEnd {
		const { repeats } = job;
		const { isTemporary, retryAfterMs } = failure;
		if (isTemporary && repeats.faults < MAX_REPEATS && !isTooLong(retryAfterMs)) {
			this.queue.pause(retryAfterMs ?? computeBackOffMs(repeats.faults));
			repeats.faults += 1;
			return retry(0, 'front');
		}
		this.queue.close(failure);
		return refuse(failure);
	}

	/** A request that the run no longer waits for, since the execution was cancelled. */
	cancelInFlight(): AttemptEnd {
		if (this.isFetch) return { kind: 'stopped' };
		const message = 'The execution was cancelled while the request was in flight';
		return refuse(maybeAccepted(message, this.operation.label));
	}

	/** A service that fails gets no more requests: at its first one, later when it fails again and again. */
	countIfUnclear(failure: Failure): void {
		if (failure.kind !== 'maybe') return;
		this.unclearBudget -= 1;
		if (this.unclearBudget <= 0) this.queue.close(SERVICE_FAILS);
	}

	private closeForLongWait(failure: Failure): AttemptEnd {
		const closing = new Failure(
			'unavailable',
			'The service asks to wait for more than five minutes',
			'Run the remaining items again later.',
			{ status: failure.status },
		);
		this.queue.close(closing);
		this.countIfUnclear(failure);
		// That it may have been accepted is more important than why the others are not sent.
		return refuse(failure.kind === 'maybe' ? failure : closing);
	}

	/** A request that is not repeated; the queue closes where the others would fail too. */
	private giveUp(failure: Failure, isOverloaded: boolean, retryAfterMs = 0): AttemptEnd {
		const { queue } = this;
		if (failure.kind === 'refused' || failure.kind === 'notFound') queue.markWorking();
		const othersFailToo = failure.scope === 'run' && (failure.isFinal || !queue.hasAnswered);
		if (isOverloaded || othersFailToo) queue.close(failure);
		else if (retryAfterMs > 0) queue.pause(retryAfterMs);
		this.countIfUnclear(failure);
		return refuse(failure);
	}
}

function isTooLong(retryAfterMs = 0): boolean {
	return retryAfterMs > MAX_WAIT_MS;
}

/** Rule 5: whether a request may be sent again, a POST only on proof that the service did not act. */
export function mayRepeat(
	isFetch: boolean,
	{ status, provenUnsent, obstacle }: HttpFault,
	{ rateLimits, faults }: Job['repeats'],
): boolean {
	if (status === 429) return rateLimits < (isFetch ? MAX_REPEATS : MAX_RATE_LIMIT_REPEATS);
	if (obstacle?.kind === 'blocked') return false;
	const mayPass = provenUnsent || (isFetch && (status === undefined || status >= 500));
	return mayPass && faults < MAX_REPEATS;
}

/** Milliseconds before a request is repeated: exponential, with jitter, so that clients do not come back together. */
export function computeBackOffMs(repeats: number): number {
	const max = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** repeats);
	return max / 2 + Math.random() * (max / 2);
}
