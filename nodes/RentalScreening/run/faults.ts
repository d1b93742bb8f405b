import type { IDataObject } from 'n8n-workflow';

import { Failure, maybeAccepted } from '../core/failure';
import type { Operation } from '../core/operation';
import type { NoAccess } from '../service/account';
import type { HttpFault } from '../service/httpFault';
import type { Cancellation } from './cancellation';
import type { Job, SentRequest } from './job';
import type { Position, Queue } from './queue';
import { toFailure } from './response';
import { backOffMs, MAX_REPEATS, mayRepeat, requestedWaitMs, type Repeats } from './retry';

/** The run stops after so many requests without a clear outcome and no success between them. */
const MAX_UNCLEAR = 3;

/** The run stops after so many bursts of 429s without a success between them. */
const MAX_BURSTS = 10;

/** Why the others are not sent when the outcome of the requests before is unclear. */
const SERVICE_FAILS = new Failure(
	'unavailable',
	'The service is failing: the outcome of the last request is unclear',
	'Run the remaining items again when the service works.',
);

const LONG_WAIT = 'The service asks to wait for more than five minutes';

/** The end of one attempt to send a request. */
export type Attempt =
	| { readonly kind: 'answered'; readonly answer: IDataObject }
	/** It may be sent again, after a wait of its own. */
	| { readonly kind: 'retry'; readonly afterMs: number; readonly position: Position }
	/** An equal request was sent before or is in flight: this one was not sent. */
	| { readonly kind: 'duplicate'; readonly of: SentRequest }
	| { readonly kind: 'refused'; readonly failure: Failure }
	/** The run stopped before the request was sent. */
	| { readonly kind: 'stopped' };

export function refuse(failure: Failure): Attempt {
	return { kind: 'refused', failure };
}

export function retry(afterMs: number, position: Position): Attempt {
	return { kind: 'retry', afterMs, position };
}

/**
 * What follows where a request was not accepted: it is repeated, or it fails, or nothing is sent any more (rules 4 and
 * 5). Knows how often the service gave no clear answer.
 */
export class Faults {
	/** At so many more unclear answers the run stops: the first, before anything was accepted. */
	private unclearBudget = 1;

	constructor(
		private readonly operation: Operation,
		private readonly queue: Queue,
		private readonly cancellation: Cancellation,
	) {}

	/** A request was accepted. */
	markAccepted(): void {
		this.queue.markWorking();
		this.unclearBudget = MAX_UNCLEAR;
	}

	/**
	 * Repeats the request in a later attempt: after a pause for all, or for this one only where a GET was answered, or its
	 * answer broke off. Refuses it where it must not be repeated.
	 */
	handleFault(job: Job, fault: HttpFault, repeats: Repeats, burst: number): Attempt {
		const { queue } = this;
		const { status, provenUnsent } = fault;
		if (status === undefined && this.cancellation.isCancelled) {
			return provenUnsent ? { kind: 'stopped' } : this.cancelInFlight(job);
		}
		const failure = toFailure(fault, job, this.operation);
		if (failure.reachedService) queue.markAnswered();
		if (status === 429) queue.backOffOnce(burst);
		const askedMs = requestedWaitMs(fault);
		const isOverloaded = status === 429 && queue.burstsSinceSuccess > MAX_BURSTS;
		if (askedMs === Infinity || isOverloaded || !mayRepeat(job.isFetch, fault, repeats)) {
			return this.giveUp(failure, isOverloaded, askedMs);
		}
		const waitMs = askedMs ?? backOffMs(status === 429 ? repeats.rateLimits : repeats.faults);
		if (status !== 429) repeats.faults += 1;
		else repeats.rateLimits += 1;
		const pausesAll = status === 429 || provenUnsent || askedMs !== undefined;
		if (!pausesAll) return retry(waitMs, 'front');
		queue.pause(waitMs);
		// One request that is limited again and again must not keep the others from being sent.
		return retry(0, repeats.rateLimits > 1 ? 'behindOthers' : 'front');
	}

	/** A request that is not repeated; the queue closes where the others would fail too. */
	private giveUp(failure: Failure, isOverloaded: boolean, askedMs = 0): Attempt {
		const { queue } = this;
		if (failure.kind === 'refused' || failure.kind === 'notFound') queue.markWorking();
		if (askedMs === Infinity) {
			const hint = 'Run the remaining items again later.';
			const closing = new Failure('unavailable', LONG_WAIT, hint, failure.status);
			queue.close(closing);
			if (failure.kind !== 'maybe') return refuse(closing);
		}
		const isShared = failure.scope === 'run' && (failure.isFinal || !queue.hasAnswered);
		if (isOverloaded || isShared) queue.close(failure);
		else if (askedMs > 0 && askedMs < Infinity) queue.pause(askedMs);
		return this.refuseUnclear(failure);
	}

	/** A login that failed lets nothing else through either; only what may pass by itself is tried again. */
	handleNoAccess({ explanation, transientFault }: NoAccess, repeats: Repeats): Attempt {
		const waitMs = (transientFault && requestedWaitMs(transientFault)) ?? backOffMs(repeats.faults);
		if (transientFault !== undefined && repeats.faults < MAX_REPEATS && waitMs < Infinity) {
			repeats.faults += 1;
			this.queue.pause(waitMs);
			return retry(0, 'front');
		}
		this.queue.close(explanation);
		return refuse(explanation);
	}

	/** A request that the run no longer waits for, since the execution was cancelled. */
	cancelInFlight(job: Job): Attempt {
		if (job.isFetch) return { kind: 'stopped' };
		const message = 'The execution was cancelled while the request was in flight';
		return refuse(maybeAccepted(message, this.operation.label));
	}

	/** A service that fails gets no more requests: at its first one, later when it fails again and again. */
	refuseUnclear(failure: Failure): Attempt {
		if (failure.kind === 'maybe') {
			this.unclearBudget -= 1;
			if (this.unclearBudget <= 0) this.queue.close(SERVICE_FAILS);
		}
		return refuse(failure);
	}
}
