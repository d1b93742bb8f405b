import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import { isFetch, type Operation } from '../core/operation';
import { readOptions } from '../request/options';
import type { RequestAccount } from '../service/account';
import type { Job } from './job';
import type { Memory, Sent } from './memory';
import type { Queue } from './queue';
import { LATE, pickDocumented, toMaybeFailure } from './response';

/** How an attempt to send a request ends. */
export type End =
	| { readonly kind: 'answered'; readonly answer: IDataObject }
	| { readonly kind: 'failed'; readonly failure: Failure }
	/** Another run has taken its row. */
	| { readonly kind: 'superseded' }
	/** It goes to the back of the queue, after this. */
	| { readonly kind: 'again'; readonly after?: Promise<void> };

export function fail(failure: Failure): End {
	return { kind: 'failed', failure };
}

/** What the attempts of a run have in common. */
export interface AttemptScope {
	readonly operation: Operation;
	readonly queue: Queue;
	readonly memory: Memory;
	/** Equal items of one execution are sent once. */
	readonly execution: unknown;
}

/** One attempt to send the request of a job: whether it goes out is decided right before that. */
export class Attempt {
	/** Known once the request goes out: without it, nothing was sent. */
	account: RequestAccount | undefined;

	/** What happens instead of sending. */
	instead: End | undefined;

	private endInMemory: ReturnType<Memory['begin']> | undefined;

	constructor(
		private readonly job: Job,
		private readonly scope: AttemptScope,
	) {}

	/** Called right before the request goes out, also where n8n repeats it after a 401. Throws where it must not. */
	readonly begin = (account: RequestAccount): void => {
		const { job, scope } = this;
		const key = account.key + (job.request.key ?? '');
		const isRepeated = this.account !== undefined;
		this.instead = (isRepeated ? undefined : this.findEqual(key)) ?? this.takeRow();
		if (this.instead !== undefined) throw new Error('Not to be sent');
		if (!isFetch(scope.operation)) this.endInMemory ??= scope.memory.begin(key, scope.execution);
		this.account = account;
		job.sentAt = Date.now();
		for (const secret of account.secrets) job.secrets.add(secret);
	};

	/** Tells equal requests what became of it. Without an end it threw, and may have been accepted. */
	finish(end: End | undefined): void {
		this.endInMemory?.(this.toResult(end));
	}

	private toResult(end: End | undefined): Sent['result'] | undefined {
		if (end?.kind === 'answered') return pickDocumented(end.answer, this.scope.operation);
		const isUnclear = end === undefined || (end.kind === 'failed' && end.failure.kind === 'maybe');
		return isUnclear ? 'maybe' : undefined;
	}

	/** What an equal request makes of this one; undefined where it is to be sent. */
	private findEqual(key: string): End | undefined {
		const { operation, memory, queue, execution } = this.scope;
		if (isFetch(operation)) return undefined;
		const inFlight = memory.findInFlight(key);
		if (inFlight !== undefined) return { kind: 'again', after: queue.waitFor(inFlight) };
		const earlier = memory.find(key, execution);
		const isAnswered = earlier !== undefined && !this.mayRepeat(earlier);
		return isAnswered ? this.answerFromMemory(earlier) : undefined;
	}

	/** Whether a person asks to send again what was sent. */
	private mayRepeat(earlier: Sent): boolean {
		const { item, row } = this.job;
		const { sendAgain } = readOptions(item);
		if (row === undefined) return sendAgain && earlier.execution !== this.scope.execution;
		return row.mayRepeat(earlier, earlier.result === 'maybe', sendAgain);
	}

	private answerFromMemory({ result, sentAt }: Sent): End {
		const { job, scope } = this;
		if (result === 'maybe') return fail(toMaybeFailure(sentAt, job, scope.operation));
		job.sentAt = sentAt;
		job.alreadySent = true;
		return { kind: 'answered', answer: result };
	}

	/** Takes the row of the request, or returns what happens instead of sending it. */
	private takeRow(): End | undefined {
		const { queue } = this.scope;
		// The next attempt ends at once: in the queue, or by what closed it.
		if (queue.isStopped || queue.closedBy !== undefined) return { kind: 'again' };
		const { row } = this.job;
		if (row?.isLate === true) return fail(LATE);
		return row?.take() === false ? { kind: 'superseded' } : undefined;
	}
}
