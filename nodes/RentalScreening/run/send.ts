import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import type { Operation } from '../core/operation';
import type { RequestAccount } from '../service/account';
import { readHttpFault, type HttpFault } from '../service/httpFault';
import { findNoAccess } from '../service/login';
import { Attempt, fail, type AttemptScope, type End } from './attempt';
import type { Job } from './job';
import { computePauseMs, type Queue } from './queue';
import { readAnswer, SERVICE_FAILS, toFailure, toLongWait, toUnsent } from './response';

/** Pauses in a row after which a run ends. */
const MAX_PAUSES = { rateLimited: 10, unreachable: 3 };
/** A run does not wait for a service that asks to wait longer than this. */
const MAX_WAIT_MS = 300_000;
/** How often a GET is repeated. */
const MAX_REPEATS = 3;
/** Unclear answers in a row after which a run ends, once the service has accepted a request. */
const MAX_UNCLEAR = 3;
/** Applicants in a row without an answer to a GET after which a run ends. */
const MAX_UNANSWERED = 10;

/** Sends the requests of one run under rules 3 to 7. */
export class Sender {
	private readonly startedAt = Date.now();
	private hasAccepted = false;
	/** Requests in a row that got no clear answer. */
	private unclear = 0;

	private readonly operation: Operation;
	private readonly queue: Queue;

	constructor(private readonly scope: AttemptScope) {
		this.operation = scope.operation;
		this.queue = scope.queue;
	}

	/**
	 * Sends the request of an item and returns the answer, a JSON object with the members that the service document lists;
	 * undefined where another run has taken its row. A POST that this process has sent before is answered from memory.
	 * Throws `Failure` or `Stopped`.
	 */
	async send(job: Job): Promise<IDataObject | undefined> {
		for (;;) {
			await this.queue.enter();
			const end = await this.attempt(job).finally(() => this.queue.leave());
			switch (end.kind) {
				case 'answered':
					return end.answer;
				case 'failed':
					throw end.failure;
				case 'superseded':
					return undefined;
				case 'again':
					await end.after;
			}
		}
	}

	private async attempt(job: Job): Promise<End> {
		const { closedBy } = this.queue;
		if (closedBy !== undefined) return fail(toUnsent(closedBy, this.operation));
		const attempt = new Attempt(job, this.scope);
		let end: End | undefined;
		try {
			end = await this.request(job, attempt);
			return end;
		} finally {
			attempt.finish(end);
		}
	}

	private async request(job: Job, attempt: Attempt): Promise<End> {
		let body: unknown;
		try {
			body = await job.transport.send(job.request, attempt.begin);
		} catch (thrown) {
			return attempt.instead ?? (await this.handleThrown(job, attempt, thrown));
		}
		return await this.handleAnswer(job, body);
	}

	private async handleAnswer(job: Job, body: unknown): Promise<End> {
		const answer = readAnswer(body, job, this.operation);
		if (answer instanceof Failure) return await this.handleFailure(job, answer);
		this.hasAccepted = true;
		this.markWorking();
		return { kind: 'answered', answer };
	}

	private async handleThrown(job: Job, { account }: Attempt, thrown: unknown): Promise<End> {
		const noAccess = findNoAccess(thrown);
		if (noAccess !== undefined) return await this.handleFailure(job, noAccess.failure);
		const fault = readHttpFault(thrown, account !== undefined);
		if (this.dropOldToken(job, fault, account)) return { kind: 'again' };
		return await this.handleFailure(job, toFailure(fault, job, this.operation));
	}

	/** What follows from a failure: it is tried again, or the item fails, or all that is left of the run fails. */
	private async handleFailure(job: Job, failure: Failure): Promise<End> {
		// First of all: what may have been accepted is never taken for unsent, however long the service asks to wait.
		if (failure.kind === 'maybe') {
			return this.failUnclear(failure, this.hasAccepted ? MAX_UNCLEAR : 1);
		}
		const { retryAfterMs = 0 } = failure.details;
		if (retryAfterMs > MAX_WAIT_MS) return this.endRun(toLongWait(failure));
		switch (failure.kind) {
			case 'rateLimited':
			case 'unreachable':
				return this.pause(failure, MAX_PAUSES[failure.kind]);
			case 'unanswered':
				return await this.repeatFetch(job, failure);
			case 'noAccess':
			case 'blocked':
				return this.endRun(failure);
			default:
				this.markWorking();
				return fail(failure);
		}
	}

	/** Everything pauses, and the request goes to the back; after too many pauses in a row the run ends. */
	private pause(failure: Failure, max: number): End {
		const pauses = this.queue.pause(max, failure.details.retryAfterMs);
		return pauses ? { kind: 'again' } : this.endRun(failure);
	}

	/** A GET keeps its place while it waits, so that a service that fails is asked for few applicants. */
	private async repeatFetch(job: Job, failure: Failure): Promise<End> {
		const { repeats } = job;
		if (repeats.faults >= MAX_REPEATS) return this.failUnclear(failure, MAX_UNANSWERED);
		const { retryAfterMs = computePauseMs(repeats.faults) } = failure.details;
		repeats.faults += 1;
		await this.queue.sleep(retryAfterMs);
		return await this.attempt(job);
	}

	/** A service that gives no clear answers gets no more requests. */
	private failUnclear(failure: Failure, max: number): End {
		this.unclear += 1;
		if (this.unclear >= max) this.queue.close(SERVICE_FAILS);
		return fail(failure);
	}

	/** Neither this request nor any after it is sent. */
	private endRun(failure: Failure): End {
		this.queue.close(failure);
		return fail(failure);
	}

	/** The service has accepted or refused a request. */
	private markWorking(): void {
		this.unclear = 0;
		this.queue.markWorking();
	}

	/**
	 * A 403 to a token from before the run may be how the service says that it has expired: the next request logs in, once.
	 * Returns whether it does.
	 */
	private dropOldToken(
		{ repeats }: Job,
		{ status }: HttpFault,
		account: RequestAccount | undefined,
	): boolean {
		if (status !== 403 || repeats.logins > 0) return false;
		repeats.logins += 1;
		return account?.dropTokenOlderThan(this.startedAt) === true;
	}
}
