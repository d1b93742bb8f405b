import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { isFetch, type Operation } from '../core/operation';
import type { RequestAccount } from '../service/account';
import { CUT, readHttpFault, type HttpFault } from '../service/httpFault';
import { findNoAccess } from '../service/login';
import { isWebPage } from '../service/quote';
import { Stopped, type Cancellation } from './cancellation';
import { isDuplicate, maybeSentBefore, requestKey, type Duplicates } from './duplicates';
import { Faults, refuse, retry, type Attempt } from './faults';
import type { Job, SentRequest, SentResult } from './job';
import type { Position, Queue } from './queue';
import { isCut, pickDocumented, readAnswer } from './response';

/** How long a request that n8n cancels may take to end: n8n does not cancel the login after a 401. */
const CANCEL_WITHIN_MS = 2000;

/** Sends the requests of one run under rules 2, 3, 5 and 6. */
export class Sender {
	private readonly faults: Faults;

	/** A token from before is an old one. */
	private readonly startedAt = Date.now();

	/** What the requests were sent for: one account, unless the credential holds expressions. */
	private readonly accountKeys = new Set<string>();

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
			const attempt = await this.sendWhenAllowed(job, position);
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

	private async sendWhenAllowed(job: Job, position: Position): Promise<Attempt> {
		const burst = await this.queue.acquire(position);
		let attempt: Attempt | undefined;
		try {
			attempt = await this.attempt(job, burst);
			if (attempt.kind === 'refused') this.onFailure(job, attempt.failure);
			return attempt;
		} finally {
			// A claim lasts for one attempt: at the next one the account may be another.
			job.claim?.end(this.toSentResult(attempt));
			job.claim = undefined;
			this.queue.release();
		}
	}

	private async attempt(job: Job, burst: number): Promise<Attempt> {
		const { closedBy } = this.queue;
		if (closedBy !== undefined)
			return this.findDuplicateOfUnsent(job) ?? this.refuseUnsent(closedBy);
		job.account = undefined;
		let instead: Attempt | undefined;
		const sending = job.transport.send(job.request, (account) => {
			instead = this.handleBeforeSend(job, account);
			if (instead !== undefined) throw new Stopped();
		});
		const ended = await this.cancellation.settle(sending, () => this.readGraceMs(job));
		if (ended === undefined) {
			return job.account === undefined ? { kind: 'stopped' } : this.faults.cancelInFlight();
		}
		if (instead !== undefined) return instead;
		return ended.status === 'fulfilled'
			? this.handleAnswer(job, ended.value, burst)
			: this.handleThrown(job, ended.reason, burst);
	}

	/** Right before a request is sent. Returns what happens instead; undefined where it is sent. */
	private handleBeforeSend(job: Job, account: RequestAccount): Attempt | undefined {
		this.accountKeys.add(account.key);
		// The next attempt ends at once: in the queue, or by what closed it.
		if (this.cancellation.triggered || this.queue.closedBy !== undefined) return retry(0, 'front');
		if (!isFetch(this.operation)) {
			const key = requestKey(account.key, job, this.operation);
			const objection = job.permit?.findObjection(key);
			if (objection !== undefined) return refuse(objection);
			const duplicate = this.claimOrFindDuplicate(job, key);
			if (duplicate !== undefined) return duplicate;
			job.permit?.recordSending(key);
		}
		job.account = account;
		job.secrets.push(...account.secrets);
		return undefined;
	}

	/** How long a stop waits: not for a login; for a request until it is answered, unless n8n cancels. */
	private readGraceMs({ account }: Job): number {
		if (account === undefined) return 0;
		return this.cancellation.isCancelled ? CANCEL_WITHIN_MS : Infinity;
	}

	private handleAnswer(job: Job, body: unknown, burst: number): Attempt {
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

	private handleThrown(job: Job, thrown: unknown, burst: number): Attempt {
		const noAccess = findNoAccess(thrown);
		if (noAccess !== undefined) return this.faults.handleNoAccess(job, noAccess.failure);
		const fault = readHttpFault(thrown, job.account !== undefined);
		if (this.dropOldToken(job, fault)) return retry(0, 'front');
		return this.faults.handleFault(job, fault, burst);
	}

	private refuseUnsent(reason: Failure): Attempt {
		const not = isFetch(this.operation) ? 'Not fetched' : 'Not sent';
		return refuse(reason.withMessage(`${not}. ${reason.message}`));
	}

	/**
	 * The duplicate of an item that will not be sent, so that its account is not known: by the account of all the other
	 * items. Else such a row would be sent again after a restart.
	 */
	private findDuplicateOfUnsent(job: Job): Attempt | undefined {
		const [accountKey, ...others] = this.accountKeys;
		if (isFetch(this.operation) || accountKey === undefined || others.length > 0) return undefined;
		return this.findDuplicate(job, requestKey(accountKey, job, this.operation));
	}

	/** The request of that key, if it answers the item. */
	private findDuplicate(job: Job, key: string): Attempt | undefined {
		const known = this.duplicates.find(key);
		const answers = known !== undefined && isDuplicate(known, job, this.execution);
		return answers ? { kind: 'duplicate', of: known } : undefined;
	}

	/** Claims the POST of that key for this item, unless an equal one answers it. */
	private claimOrFindDuplicate(job: Job, key: string): Attempt | undefined {
		// After a 401 n8n sends the request again within one attempt: it keeps its claim.
		if (job.claim === undefined) {
			const duplicate = this.findDuplicate(job, key);
			if (duplicate !== undefined) return duplicate;
			job.claim = this.duplicates.claim(key, this.execution);
		}
		job.sentAt = job.claim.sentAt = Date.now();
		return undefined;
	}

	/** The answer to the equal request, once it is known; undefined where this one may be sent nevertheless. */
	private async awaitDuplicate(job: Job, known: SentRequest): Promise<IDataObject | undefined> {
		await this.cancellation.waitFor(known.ended);
		const { result, sentAt } = known;
		// While it was in flight it answered any equal one; now 'Send Again' and the mark count too.
		if (result === undefined || !isDuplicate(known, job, this.execution)) return undefined;
		if (result === 'maybe') throw maybeSentBefore(known, job, this.operation);
		job.sentAt = sentAt;
		job.alreadySent = true;
		return result;
	}

	/**
	 * A 403 to a token from before the run may be how the service says that it has expired: the next request logs in, once.
	 * Returns whether it does.
	 */
	private dropOldToken({ account, repeats }: Job, { status, body }: HttpFault): boolean {
		if (status !== 403 || isWebPage(body) || repeats.logins > 0) return false;
		repeats.logins += 1;
		return account?.dropTokenOlderThan(this.startedAt) === true;
	}

	/** What equal requests learn of an attempt; one that ended in a defect may have been accepted. */
	private toSentResult(attempt: Attempt | undefined): SentResult {
		if (attempt === undefined) return 'maybe';
		if (attempt.kind === 'answered') return pickDocumented(attempt.answer, this.operation);
		return attempt.kind === 'refused' && attempt.failure.isRemembered ? 'maybe' : undefined;
	}
}
