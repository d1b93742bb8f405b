import type { IDataObject } from 'n8n-workflow';

import { PERIODS_MS } from '../rows/mark';

const REMEMBERED_MS = 24 * 60 * 60_000;
/** While a mark may be sent, what was sent for it must be known. */
const KEPT_MS = PERIODS_MS.lease;
const MAX_REMEMBERED = 50_000;
/** Of the runs that sent equal requests with 'Send Again': more never overlap. */
const MAX_EXECUTIONS = 100;

/** A POST that this process has sent or is sending. */
export interface SentRequest {
	/** When it was sent last (milliseconds since 1970). */
	sentAt: number;
	/** When its result was known; `Infinity` while it is in flight. */
	endedAt: number;
	/** Once it has ended: the documented members of its answer, or that it may have been accepted; undefined: it was not. */
	result: IDataObject | 'maybe' | undefined;
	/** Those that sent it: with 'Send Again' there may be several. */
	readonly executions: ReadonlySet<unknown>;
	/** Resolves when it ends. */
	readonly ended: Promise<void>;
	end(result: SentRequest['result']): void;
}

/**
 * Rule 6: the POSTs that this process sent or is sending, as hashes beside the documented members of their answers. In
 * memory only. Of more than 50,000 the oldest are forgotten, but none younger than 40 minutes.
 */
export class SentRequests {
	/** In the order in which they were claimed. */
	private readonly requests = new Map<string, SentRequest>();

	constructor(private readonly max = MAX_REMEMBERED) {}

	/** The equal request, if this process sent one: in the last 24 hours, or since the row was marked. */
	find(key: string, firstMarkedAt = Infinity): SentRequest | undefined {
		const found = this.requests.get(key);
		if (found === undefined || found.endedAt >= firstMarkedAt) return found;
		return isOlderThan(found, REMEMBERED_MS) ? undefined : found;
	}

	/**
	 * Claims a request before it is sent, while no equal one is in flight. An equal one that was sent before is known
	 * again if this one is not accepted.
	 */
	claim(key: string, execution: unknown): SentRequest {
		let before = this.requests.get(key);
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
			if (this.requests.size <= this.max || !isOlderThan(one, KEPT_MS)) return;
			this.requests.delete(oldest);
		}
	}
}

/** Whether a request ended so long ago; one in flight never did. */
function isOlderThan({ endedAt }: SentRequest, milliseconds: number): boolean {
	return Date.now() - endedAt >= milliseconds;
}
