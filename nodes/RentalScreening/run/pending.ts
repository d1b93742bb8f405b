import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import type { Operation } from '../core/operation';
import { readOptions } from '../request/options';
import type { Cancellation } from './cancellation';
import type { Job } from './job';
import type { Queue } from './queue';
import type { Sender } from './send';

/** Rule 8: fetches results of applicants who may not have completed the screening. */
export class PendingResults {
	constructor(
		private readonly pendingResult: NonNullable<Operation['pendingResult']>,
		private readonly sender: Sender,
		private readonly queue: Queue,
		private readonly cancellation: Cancellation,
		/** Whether results are written into rows, whose status then says what is not complete. */
		private readonly hasRows: boolean,
	) {}

	/**
	 * The answer for an item; undefined where no item is to be returned. It is incomplete only where 'When Incomplete' asks
	 * for that. Throws `Failure` or `Stopped`.
	 */
	async fetch(job: Job): Promise<IDataObject | undefined> {
		const { isComplete, incomplete } = this.pendingResult;
		const { whenIncomplete } = readOptions(job.item);
		const last = await this.askUntilComplete(job);
		const isIncomplete = last instanceof Failure ? last.kind === 'notFound' : !isComplete(last);
		// The options that the hint names do not change what is written into a row.
		if (isIncomplete && this.hasRows) throw new Failure('incomplete', incomplete.message, '');
		if (isIncomplete && whenIncomplete === 'skip') return undefined;
		if (isIncomplete && whenIncomplete === 'error') throw incomplete;
		if (last instanceof Failure) throw last;
		return last;
	}

	/** Whether a failure means that there are no results yet: a 404, or an outage of a service that works. */
	isNotYet({ item }: Job, { kind, isTemporary }: Failure): boolean {
		const { waitUpToMinutes, whenIncomplete } = readOptions(item);
		const waits = waitUpToMinutes > 0;
		if (kind === 'notFound') return waits || this.hasRows || whenIncomplete === 'skip';
		return waits && this.queue.hasSucceeded && isTemporary;
	}

	/** Asks until the answer is complete or the time is up. Returns the last answer, or why there is none yet. */
	private async askUntilComplete(job: Job): Promise<IDataObject | Failure> {
		const { waitUpToMinutes, pollEverySeconds } = readOptions(job.item);
		const until = Date.now() + waitUpToMinutes * 60_000;
		for (;;) {
			const last = await this.sender.send(job).catch((thrown: unknown) => {
				if (thrown instanceof Failure && this.isNotYet(job, thrown)) return thrown;
				throw thrown;
			});
			const left = until - Date.now();
			const isComplete = !(last instanceof Failure) && this.pendingResult.isComplete(last);
			if (left <= 0 || isComplete) return last;
			await this.cancellation.sleep(Math.min(pollEverySeconds * 1000, left));
			this.queue.reopen();
		}
	}
}
