import { Failure } from '../core/failure';
import type { Operation } from '../core/operation';
import { readOptions } from '../request/options';
import { PERIODS_MS } from '../rows/mark';
import { readRecordCells } from '../rows/sheet';
import { hash } from '../service/account';
import type { Job, SentRequest } from './job';

const REMEMBERED_MS = 24 * 60 * 60_000;
/** While a mark may be sent, what was sent for it must be known. */
const KEPT_MS = PERIODS_MS.lease;
const MAX_REMEMBERED = 50_000;
/** Of the runs that sent equal requests with 'Send Again': more never overlap. */
const MAX_EXECUTIONS = 100;
/** Two runs that overlap do not send a row twice: an unclear request that ended so long before its mark counts. */
const OVERLAP_MS = 2 * 60_000;

/** A hash of account, path and body, and of the row's other columns where equal requests may be different records. */
export function requestKey(
	accountKey: string,
	{ transport, request, input }: Job,
	{ isPerRow, rows }: Operation,
): string {
	// A model that repeats its call has no rows that could differ.
	const cells =
		isPerRow === true && !input.isToolCall ? readRecordCells(input.columns, rows) : undefined;
	return hash([accountKey, transport.path, request.body, cells]);
}

/** Whether the request of an item is answered by the equal one that was sent before, or waits until that is known. */
export function isDuplicate(
	{ endedAt, result, executions }: SentRequest,
	{ input, permit }: Job,
	execution: unknown,
): boolean {
	if (endedAt === Infinity || executions.has(execution)) return true;
	// One mark sends once: what was sent since the row was marked may have been sent for that mark.
	if (permit !== undefined && endedAt >= permit.markedAt) return true;
	if (readOptions(input).sendAgain) return false;
	// A row that may have been accepted is marked again only once a person has cleared it, so that it is sent.
	return result !== 'maybe' || permit === undefined || endedAt > permit.markedAt - OVERLAP_MS;
}

/** The failure of a request whose equal one may have been accepted. */
export function maybeSentBefore(
	{ sentAt }: SentRequest,
	{ permit }: Job,
	{ label }: Operation,
): Failure {
	const at = new Date(sentAt).toISOString();
	const look = 'Look in the dashboard of the service.';
	const again = " Within 24 hours it is sent again only with the option 'Send Again'.";
	return new Failure(
		'maybe',
		`The same request was sent at ${at} and the ${label} may have been accepted. It was not sent again`,
		permit === undefined ? look + again : look,
	);
}

/**
 * Rule 6: the POSTs that this process sent in the last 24 hours or is sending, as hashes beside the documented members
 * of their answers. In memory only. Of more than 50,000 the oldest are forgotten, but none younger than 40 minutes.
 */
export class Duplicates {
	/** In the order in which they were claimed. */
	private readonly requests = new Map<string, SentRequest>();

	constructor(private readonly max = MAX_REMEMBERED) {}

	/** The equal request, if this process sent one. */
	find(key: string): SentRequest | undefined {
		const found = this.requests.get(key);
		return found === undefined || isOlderThan(found, REMEMBERED_MS) ? undefined : found;
	}

	/**
	 * Claims a request before it is sent, while no equal one is in flight. An equal one that was sent before is known
	 * again if this one is not accepted.
	 */
	claim(key: string, execution: unknown): SentRequest {
		let before = this.find(key);
		let resolve = () => {};
		const request: SentRequest = {
			sentAt: Date.now(),
			endedAt: Infinity,
			result: undefined,
			executions: new Set([...(before?.executions ?? [])].slice(-MAX_EXECUTIONS)).add(execution),
			ended: new Promise((end) => (resolve = end)),
			end: (result) => {
				request.result = result;
				request.endedAt = Date.now();
				if (result === undefined) this.restore(key, before);
				// Or each would keep all those before it in memory.
				before = undefined;
				resolve();
			},
		};
		this.requests.delete(key);
		this.keep(key, request);
		return request;
	}

	/** Forgets a request that was not accepted: the equal one before it, if any, is known again. */
	private restore(key: string, before: SentRequest | undefined): void {
		if (before === undefined) this.requests.delete(key);
		else this.keep(key, before);
	}

	private keep(key: string, request: SentRequest): void {
		this.requests.set(key, request);
		for (const [oldest, one] of this.requests) {
			const isTooMany = this.requests.size > this.max && isOlderThan(one, KEPT_MS);
			if (!isTooMany && !isOlderThan(one, REMEMBERED_MS)) return;
			this.requests.delete(oldest);
		}
	}
}

/** Whether a request ended so long ago; one in flight never did. */
function isOlderThan({ endedAt }: SentRequest, milliseconds: number): boolean {
	return Date.now() - endedAt >= milliseconds;
}
