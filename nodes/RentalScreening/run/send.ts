import type { IDataObject } from 'n8n-workflow';

import { Failure, maybeAccepted } from '../core/failure';
import type { Operation } from '../core/operation';
import type { NoAccess, RequestAccount } from '../service/account';
import { CUT, readHttpFault, type HttpFault } from '../service/httpFault';
import { findNoAccess } from '../service/login';
import { isWebPage } from '../service/quote';
import { Stopped, type Cancellation } from './cancellation';
import { isDuplicate, maybeSentBefore, requestKey, type Duplicates } from './duplicates';
import type { Job, SentRequest, SentResult } from './job';
import type { Position, Queue } from './queue';
import { isCut, pickDocumented, readAnswer, toFailure } from './response';
import { backOffMs, MAX_REPEATS, mayRepeat, requestedWaitMs, type Repeats } from './retry';

/** The run stops after so many requests without a clear outcome and no success between them. */
const MAX_UNCLEAR = 3;

/** The run stops after so many bursts of 429s without a success between them. */
const MAX_BURSTS = 10;

/** How long a request that n8n cancels may take to end: n8n does not cancel the login after a 401. */
const CANCEL_WITHIN_MS = 2000;

/** Why the others are not sent when the outcome of the requests before is unclear. */
const SERVICE_FAILS = new Failure(
	'unavailable',
	'The service is failing: the outcome of the last request is unclear',
	'Run the remaining items again when the service works.',
);

const LONG_WAIT = 'The service asks to wait for more than five minutes';

/** The end of one attempt to send a request. */
type Attempt =
	| { readonly kind: 'answered'; readonly answer: IDataObject }
	/** It may be sent again, after a wait of its own. */
	| { readonly kind: 'retry'; readonly afterMs: number; readonly position: Position }
	/** An equal request was sent before or is in flight: this one was not sent. */
	| { readonly kind: 'duplicate'; readonly of: SentRequest }
	| { readonly kind: 'refused'; readonly failure: Failure }
	/** The run stopped before the request was sent. */
	| { readonly kind: 'stopped' };

/** Sends the requests of one run under rules 2, 3, 5 and 6. */
export class Sender {
	/** At so many more unclear answers the run stops: the first, before anything was accepted. */
	private unclearBudget = 1;

	/** A token from before is an old one. */
	private readonly startedAt = Date.now();

	/**
	 * `execution` names what sends, in `duplicates`. `onFailure` is called while the item still has its place in the queue,
	 * so that the run can stop before the next request starts.
	 */
	constructor(
		private readonly operation: Operation,
		private readonly queue: Queue,
		private readonly cancellation: Cancellation,
		private readonly duplicates: Duplicates,
		private readonly execution: unknown,
		private readonly onFailure: (job: Job, failure: Failure) => void,
	) {}

	/**
	 * Sends the request of an item and returns the answer, a JSON object with the members that the service document lists.
	 * A POST that this process has sent before is answered from memory. Throws `Failure` or `Stopped`.
	 */
	async send(job: Job): Promise<IDataObject> {
		const repeats: Repeats = { rateLimits: 0, faults: 0, logins: 0 };
		let position: Position = 'back';
		for (;;) {
			const attempt = await this.sendWhenAllowed(job, repeats, position);
			if (attempt.kind === 'answered') return attempt.answer;
			if (attempt.kind === 'refused') throw attempt.failure;
			if (attempt.kind === 'stopped') throw new Stopped();
			if (attempt.kind === 'duplicate') {
				const answer = await this.awaitDuplicate(job, attempt.of);
				if (answer !== undefined) return answer;
				position = 'front';
			} else {
				position = attempt.position;
				if (attempt.afterMs > 0) await this.cancellation.sleep(attempt.afterMs);
			}
		}
	}

	private async sendWhenAllowed(job: Job, repeats: Repeats, position: Position): Promise<Attempt> {
		const burst = await this.queue.acquire(position);
		let attempt: Attempt | undefined;
		try {
			attempt = await this.attempt(job, repeats, burst);
			if (attempt.kind === 'refused') this.onFailure(job, attempt.failure);
			return attempt;
		} finally {
			// A claim lasts for one attempt: at the next one the account may be another.
			job.claim?.settle(toSentResult(attempt, this.operation));
			job.claim = undefined;
			this.queue.release();
		}
	}

	private async attempt(job: Job, repeats: Repeats, burst: number): Promise<Attempt> {
		const { queue, cancellation } = this;
		const { closedBy } = queue;
		if (closedBy !== undefined) {
			const not = job.isFetch ? 'Not fetched' : 'Not sent';
			return refuse(closedBy.withMessage(`${not}. ${closedBy.message}`));
		}
		let account: RequestAccount | undefined;
		let instead: Attempt | undefined;
		const sending = job.transport.send(job.request, (announced) => {
			instead = this.findObstacle(job, announced);
			if (instead !== undefined) throw new Stopped();
			account = announced;
		});
		const graceMs = () => {
			if (account === undefined) return 0;
			return cancellation.isCancelled ? CANCEL_WITHIN_MS : Infinity;
		};
		if (await cancellation.abandonedBeforeEnd(sending, graceMs)) {
			return account === undefined ? { kind: 'stopped' } : this.cancelInFlight(job);
		}
		const [ended] = await Promise.allSettled([sending]);
		if (instead !== undefined) return instead;
		if (ended.status === 'rejected') {
			const noAccess = findNoAccess(ended.reason);
			if (noAccess !== undefined) return this.handleNoAccess(noAccess, repeats);
			const fault = readHttpFault(ended.reason, account !== undefined);
			if (this.renewsLogin(fault, account, repeats)) return retry(0, 'front');
			return this.handleFault(job, fault, repeats, burst);
		}
		queue.markAnswered();
		if (job.isFetch && isCut(ended.value)) return this.handleFault(job, CUT, repeats, burst);
		const answer = readAnswer(ended.value, job, this.operation);
		if (answer instanceof Failure) return this.refuseUnclear(answer);
		queue.markWorking();
		this.unclearBudget = MAX_UNCLEAR;
		return { kind: 'answered', answer };
	}

	/** Right before a request is sent: what happens instead, or undefined where it is sent. */
	private findObstacle(job: Job, account: RequestAccount): Attempt | undefined {
		// What stopped it holds up the next attempt before its place in the queue.
		if (this.cancellation.triggered || this.queue.closedBy !== undefined) return retry(0, 'front');
		const objection = job.permit?.findObjection();
		if (objection !== undefined) return refuse(objection);
		job.secrets.push(...account.secrets);
		const duplicate = job.isFetch ? undefined : this.claimOrFindDuplicate(job, account.key);
		if (duplicate !== undefined) return { kind: 'duplicate', of: duplicate };
		job.permit?.recordSending();
		return undefined;
	}

	/** Claims the request for this item, unless an equal one answers it: that one is returned. */
	private claimOrFindDuplicate(job: Job, accountKey: string): SentRequest | undefined {
		if (job.claim === undefined) {
			const key = requestKey(accountKey, job, this.operation);
			const known = this.duplicates.find(key);
			if (known !== undefined && isDuplicate(known, job, this.execution)) return known;
			job.claim = this.duplicates.claim(key, this.execution);
		}
		job.sentAt = job.claim.sentAt = Date.now();
		return undefined;
	}

	/** The answer to the equal request, once it is known; undefined where this one may be sent nevertheless. */
	private async awaitDuplicate(job: Job, known: SentRequest): Promise<IDataObject | undefined> {
		const settled = await this.cancellation.race(known.result);
		if (settled === undefined || !isDuplicate(known, job, this.execution)) return undefined;
		if (settled === 'maybe') throw maybeSentBefore(known, job, this.operation);
		job.sentAt = known.sentAt;
		job.alreadySent = true;
		return settled.answer;
	}

	/** A 403 to a token from before the run may be how the service says that it has expired: one new login. */
	private renewsLogin(
		{ status, body }: HttpFault,
		account: RequestAccount | undefined,
		repeats: Repeats,
	): boolean {
		if (status !== 403 || isWebPage(body) || repeats.logins > 0) return false;
		repeats.logins += 1;
		return account?.dropTokenOlderThan(this.startedAt) === true;
	}

	/**
	 * Repeats the request in a later attempt: after a pause for all, or for this one only where a GET was answered, or its
	 * answer broke off. Refuses it where it must not be repeated.
	 */
	private handleFault(job: Job, fault: HttpFault, repeats: Repeats, burst: number): Attempt {
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
	private handleNoAccess({ explanation, transientFault }: NoAccess, repeats: Repeats): Attempt {
		const waitMs = (transientFault && requestedWaitMs(transientFault)) ?? backOffMs(repeats.faults);
		if (transientFault !== undefined && repeats.faults < MAX_REPEATS && waitMs < Infinity) {
			repeats.faults += 1;
			this.queue.pause(waitMs);
			return retry(0, 'front');
		}
		this.queue.close(explanation);
		return refuse(explanation);
	}

	private cancelInFlight(job: Job): Attempt {
		if (job.isFetch) return { kind: 'stopped' };
		const message = 'The execution was cancelled while the request was in flight';
		return refuse(maybeAccepted(message, this.operation.label));
	}

	/** A service that fails gets no more requests: at its first one, later when it fails again and again. */
	private refuseUnclear(failure: Failure): Attempt {
		if (failure.kind === 'maybe') {
			this.unclearBudget -= 1;
			if (this.unclearBudget <= 0) this.queue.close(SERVICE_FAILS);
		}
		return refuse(failure);
	}
}

function refuse(failure: Failure): Attempt {
	return { kind: 'refused', failure };
}

function retry(afterMs: number, position: Position): Attempt {
	return { kind: 'retry', afterMs, position };
}

/** What equal requests learn of an attempt; one that ended in a defect may have been accepted. */
function toSentResult(attempt: Attempt | undefined, operation: Operation): SentResult {
	if (attempt === undefined) return 'maybe';
	if (attempt.kind === 'answered') return { answer: pickDocumented(attempt.answer, operation) };
	return attempt.kind === 'refused' && attempt.failure.isRemembered ? 'maybe' : undefined;
}
