import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { isFetch, type Operation } from '../core/operation';
import { readOptions } from '../request/options';
import { readRecordCells } from '../rows/sheet';
import { hash } from '../service/account';
import type { Job } from './job';
import type { SentRequest, SentRequests } from './sentRequests';

/** Runs may overlap: an unclear request answers a marked row, too, if it ended at most this long before it was marked. */
const OVERLAP_MS = 2 * 60_000;

/** Rule 6 for the items of one run: which of them are answered by an equal request that this process sent before. */
export class Duplicates {
	/** What the requests were sent for: one account, unless the credential holds expressions. */
	private readonly accountKeys = new Set<string>();

	/** `execution`: two equal requests of it are one, also with 'Send Again'. */
	constructor(
		private readonly operation: Operation,
		private readonly sentRequests: SentRequests,
		private readonly execution: unknown,
	) {}

	/** To be called with the account of each request, also of one that is not sent after all. */
	addAccount(accountKey: string): void {
		this.accountKeys.add(accountKey);
	}

	/** The request of that key, if it answers the item. */
	find(job: Job, key: string): SentRequest | undefined {
		const earlier = this.sentRequests.find(key, job.markedRow?.firstMarkedAt);
		const answers = earlier !== undefined && isDuplicate(earlier, job, this.execution);
		return answers ? earlier : undefined;
	}

	/**
	 * The duplicate of an item that will not be sent, so that its account is not known: by the account of all the other
	 * items. Else such a row would be sent again after a restart.
	 */
	findOfUnsent(job: Job): SentRequest | undefined {
		const [accountKey, ...others] = this.accountKeys;
		if (isFetch(this.operation) || accountKey === undefined || others.length > 0) return undefined;
		return this.find(job, requestKey(accountKey, job, this.operation));
	}

	/** Claims the POST of that key before it is sent, where `find` has found nothing. */
	claim(key: string): SentRequest {
		return this.sentRequests.claim(key, this.execution);
	}

	/** Answers the item by the equal request, which has ended; undefined where it may be sent nevertheless. Throws `Failure`. */
	answerFromMemory(job: Job, earlier: SentRequest): IDataObject | undefined {
		const { result, sentAt } = earlier;
		// While it was in flight it answered any equal one; now 'Send Again' and the mark count too.
		if (result === undefined || !isDuplicate(earlier, job, this.execution)) return undefined;
		if (result === 'maybe') throw toMaybeFailure(earlier, job, this.operation);
		job.sentAt = sentAt;
		job.alreadySent = true;
		return result;
	}
}

/** A hash of account, path, the path's values and body; of the row's other columns too where equal requests may be different records. */
export function requestKey(
	accountKey: string,
	{ transport, request, item }: Job,
	{ isPerRow, rows }: Operation,
): string {
	// A model that repeats its call has no rows that could differ.
	const cells =
		isPerRow === true && !item.isToolCall ? readRecordCells(item.columns, rows) : undefined;
	return hash([accountKey, transport.path, request.pathValues, request.body, cells]);
}

/** Whether the request of an item is answered by the equal one that was sent before, or waits until that is known. */
function isDuplicate(
	{ endedAt, result, executions }: SentRequest,
	{ item, markedRow }: Job,
	execution: unknown,
): boolean {
	if (endedAt === Infinity || executions.has(execution)) return true;
	// One mark sends once: what was sent since the row was marked may have been sent for that mark.
	if (markedRow !== undefined && endedAt >= markedRow.firstMarkedAt) return true;
	if (readOptions(item).sendAgain) return false;
	// A row that may have been accepted is marked again only once a person has cleared it, so that it is sent.
	return (
		result !== 'maybe' || markedRow === undefined || endedAt > markedRow.firstMarkedAt - OVERLAP_MS
	);
}

/** The failure of a request whose equal one may have been accepted. */
function toMaybeFailure(
	{ sentAt }: SentRequest,
	{ markedRow }: Job,
	{ label }: Operation,
): Failure {
	const at = new Date(sentAt).toISOString();
	const look = 'Look in the dashboard of the service.';
	const again = " Within 24 hours it is sent again only with the option 'Send Again'.";
	return new Failure(
		'maybe',
		`The same request was sent at ${at} and the ${label} may have been accepted. It was not sent again`,
		markedRow === undefined ? look + again : look,
	);
}
