import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import type { Operation } from '../core/operation';
import { readOptions } from '../request/options';
import type { Job } from './job';
import type { Sender } from './send';

/** Rule 8: fetches results of applicants who may not have completed the screening. */
export class PendingResults {
	constructor(
		private readonly pendingResult: NonNullable<Operation['pendingResult']>,
		private readonly sender: Sender,
		/** Whether results are written into rows, whose status then says what is not complete. */
		private readonly hasRows: boolean,
	) {}

	/** The answer for an item; undefined where no item is to be returned. Throws `Failure` or `Stopped`. */
	async fetch(job: Job): Promise<IDataObject | undefined> {
		const { isComplete, incomplete } = this.pendingResult;
		const { onlyComplete } = readOptions(job.item);
		const last = await this.sender.send(job).catch((thrown: unknown) => {
			if (thrown instanceof Failure && this.isNotYet(job, thrown)) return thrown;
			throw thrown;
		});
		const isIncomplete = last instanceof Failure || !isComplete(last);
		if (isIncomplete && this.hasRows) throw new Failure('incomplete', incomplete.message, '');
		if (isIncomplete && onlyComplete) return undefined;
		if (last instanceof Failure) throw last;
		return last;
	}

	/** Whether a failure means that there are no results yet. */
	isNotYet({ item }: Job, { kind }: Failure): boolean {
		return kind === 'notFound' && (this.hasRows || readOptions(item).onlyComplete);
	}
}
