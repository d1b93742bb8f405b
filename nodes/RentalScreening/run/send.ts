import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { isFetch, type Operation } from '../core/operation';
import type { RequestAccount } from '../service/account';
import { CUT, readHttpFault, type HttpFault } from '../service/httpFault';
import { findNoAccess } from '../service/login';
import {
	endAsDuplicate,
	mayHaveLeft,
	refuse,
	retry,
	type Attempt,
	type AttemptEnd,
} from './attempt';
import { Stopped, type Cancellation } from './cancellation';
import { requestKey, type Duplicates } from './duplicates';
import { Faults } from './faults';
import type { Job } from './job';
import type { Position, Queue } from './queue';
import { isCut, pickDocumented, readAnswer } from './response';
import type { SentRequest } from './sentRequests';

/** How long a request that n8n cancels may take to end: n8n does not cancel the login after a 401. */
const CANCEL_WITHIN_MS = 2000;

/** Sends the requests of one run under rules 2, 3, 5 and 6. */
export class Sender {
	private readonly faults: Faults;

	/** A token from before is an old one. */
	private readonly startedAt = Date.now();

	/**
	 * `onFailure` is called while the item still has its place in the queue, so that the run can stop before the next
	 * request starts.
	 */
	constructor(
		private readonly operation: Operation,
		private readonly queue: Queue,
		private readonly cancellation: Cancellation,
		private readonly duplicates: Duplicates,
		private readonly onFailure: (job: Job, failure: Failure) => void,
	) {
		this.faults = new Faults(operation, queue, cancellation);
	}

	/**
	 * Sends the request of an item and returns the answer, a JSON object with the members that the service document lists.
	 * A POST that this process has sent before is answered from memory. Throws `Failure` or `Stopped`.
	 */
	async send(job: Job): Promise<IDataObject> {
		job.repeats = { rateLimits: 0, faults: 0, logins: 0 };
		let position: Position = 'back';
		for (;;) {
			const end = await this.sendWhenAllowed(job, position);
			switch (end.kind) {
				case 'answered':
					return end.answer;
				case 'refused':
					throw end.failure;
				case 'stopped':
					throw new Stopped();
				case 'duplicate': {
					await this.cancellation.waitFor(end.of.ended);
					const answer = this.duplicates.answerFromMemory(job, end.of);
					if (answer !== undefined) return answer;
					position = 'front';
					break;
				}
				case 'retry':
					position = end.position;
					if (end.afterMs > 0) await this.cancellation.sleep(end.afterMs);
			}
		}
	}

	private async sendWhenAllowed(job: Job, position: Position): Promise<AttemptEnd> {
		const burst = await this.queue.acquire(position);
		const attempt: Attempt = { job, burst, account: undefined, claim: undefined };
		let end: AttemptEnd | undefined;
		try {
			end = await this.sendOnce(attempt);
			if (end.kind === 'refused') this.onFailure(job, end.failure);
			return end;
		} finally {
			// At the next attempt the account may be another, so it makes a claim of its own.
			attempt.claim?.end(this.toSentResult(end));
			this.queue.release();
		}
	}

	private async sendOnce(attempt: Attempt): Promise<AttemptEnd> {
		const { job } = attempt;
		const { closedBy } = this.queue;
		if (closedBy !== undefined) {
			const earlier = this.duplicates.findOfUnsent(job);
			return earlier === undefined ? this.refuseUnsent(closedBy) : endAsDuplicate(earlier);
		}
		let instead: AttemptEnd | undefined;
		const sending = job.transport.send(job.request, (account) => {
			instead = this.handleBeforeSend(attempt, account);
			if (instead !== undefined) throw new Stopped();
		});
		const ended = await this.cancellation.settle(sending, () => this.readGraceMs(attempt));
		if (ended === undefined) {
			return mayHaveLeft(attempt) ? this.faults.cancelInFlight() : { kind: 'stopped' };
		}
		if (instead !== undefined) return instead;
		return ended.status === 'fulfilled'
			? this.handleAnswer(attempt, ended.value)
			: this.handleThrown(attempt, ended.reason);
	}

	/** Right before a request is sent. Returns what happens instead; undefined where it is sent. */
	private handleBeforeSend(attempt: Attempt, account: RequestAccount): AttemptEnd | undefined {
		const { job } = attempt;
		this.duplicates.addAccount(account.key);
		// The next attempt ends at once: in the queue, or by what closed it.
		if (this.cancellation.triggered || this.queue.closedBy !== undefined) return retry(0, 'front');
		if (!isFetch(this.operation)) {
			const key = requestKey(account.key, job, this.operation);
			const objection = job.markedRow?.findObjection(key);
			if (objection !== undefined) return refuse(objection);
			const earlier = this.claimOrFindEarlier(attempt, key);
			if (earlier !== undefined) return endAsDuplicate(earlier);
			job.markedRow?.recordSending(key);
		}
		attempt.account = account;
		for (const secret of account.secrets) job.secrets.add(secret);
		return undefined;
	}

	/** How long a stop waits: not for a login; for a request until it is answered, unless n8n cancels. */
	private readGraceMs(attempt: Attempt): number {
		if (!mayHaveLeft(attempt)) return 0;
		return this.cancellation.isCancelled ? CANCEL_WITHIN_MS : Infinity;
	}

	private handleAnswer({ job, burst }: Attempt, body: unknown): AttemptEnd {
		const { queue, faults, operation } = this;
		queue.markAnswered();
		if (isFetch(operation) && isCut(body)) return faults.handleFault(job, CUT, burst);
		const answer = readAnswer(body, job, operation);
		if (answer instanceof Failure) {
			faults.countIfUnclear(answer);
			return refuse(answer);
		}
		faults.markAccepted();
		return { kind: 'answered', answer };
	}

	private handleThrown(attempt: Attempt, thrown: unknown): AttemptEnd {
		const { job, burst } = attempt;
		const noAccess = findNoAccess(thrown);
		if (noAccess !== undefined) return this.faults.handleNoAccess(job, noAccess.failure);
		const fault = readHttpFault(thrown, mayHaveLeft(attempt));
		if (this.dropOldToken(attempt, fault)) return retry(0, 'front');
		return this.faults.handleFault(job, fault, burst);
	}

	private refuseUnsent(reason: Failure): AttemptEnd {
		const not = isFetch(this.operation) ? 'Not fetched' : 'Not sent';
		return refuse(reason.withMessage(`${not}. ${reason.message}`));
	}

	/** Claims the POST of that key for this item; returns the earlier equal request instead where that answers it. */
	private claimOrFindEarlier(attempt: Attempt, key: string): SentRequest | undefined {
		const { job } = attempt;
		// After a 401 n8n sends the request again within one attempt: it keeps its claim.
		if (attempt.claim === undefined) {
			const earlier = this.duplicates.find(job, key);
			if (earlier !== undefined) return earlier;
			attempt.claim = this.duplicates.claim(key);
		}
		job.sentAt = attempt.claim.sentAt = Date.now();
		return undefined;
	}

	/**
	 * A 403 to a token from before the run may be how the service says that it has expired: the next request logs in, once.
	 * Returns whether it does.
	 */
	private dropOldToken({ job, account }: Attempt, { status }: HttpFault): boolean {
		if (status !== 403 || job.repeats.logins > 0) return false;
		job.repeats.logins += 1;
		return account?.dropTokenOlderThan(this.startedAt) === true;
	}

	/** What equal requests learn of an attempt; one that ended in a defect may have been accepted. */
	private toSentResult(end: AttemptEnd | undefined): SentRequest['result'] {
		if (end === undefined) return 'maybe';
		if (end.kind === 'answered') return pickDocumented(end.answer, this.operation);
		return end.kind === 'refused' && end.failure.isRemembered ? 'maybe' : undefined;
	}
}
