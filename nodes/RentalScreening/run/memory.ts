import type { IDataObject } from 'n8n-workflow';

const REMEMBERED_MS = 24 * 60 * 60_000;
const MAX_REMEMBERED = 50_000;

/** The documented members of the answer to a POST, or that it may have been accepted. */
type Result = IDataObject | 'maybe';

/** A POST that this process has sent. */
export interface Sent {
	readonly result: Result;
	/** Milliseconds since 1970. */
	readonly sentAt: number;
	readonly endedAt: number;
	readonly execution: unknown;
}

/**
 * Rule 7: the POSTs that this process has sent or is sending, as hashes beside the documented members of their answers. In
 * memory only; the oldest are forgotten first.
 */
export class Memory {
	/** By key; each resolves when its request ends. */
	private readonly inFlight = new Map<string, Promise<void>>();

	private readonly sent = new Map<string, Sent>();

	constructor(private readonly max = MAX_REMEMBERED) {}

	/** The end of an equal request that is in flight. */
	findInFlight(key: string): Promise<void> | undefined {
		return this.inFlight.get(key);
	}

	/** An equal request of the last 24 hours, or of the same execution. */
	find(key: string, execution: unknown): Sent | undefined {
		const sent = this.sent.get(key);
		if (sent === undefined || sent.execution === execution) return sent;
		return Date.now() - sent.endedAt < REMEMBERED_MS ? sent : undefined;
	}

	/** To be called right before a request is sent. Returns what ends it, with its result unless it was not accepted. */
	begin(key: string, execution: unknown): (result: Result | undefined) => void {
		const sentAt = Date.now();
		let resolve = () => {};
		this.inFlight.set(key, new Promise((end) => (resolve = end)));
		return (result) => {
			this.inFlight.delete(key);
			if (result !== undefined) this.keep(key, { result, sentAt, endedAt: Date.now(), execution });
			resolve();
		};
	}

	private keep(key: string, sent: Sent): void {
		// At the end of the map, as the newest.
		this.sent.delete(key);
		this.sent.set(key, sent);
		if (this.sent.size <= this.max) return;
		const [oldest = ''] = this.sent.keys();
		this.sent.delete(oldest);
	}
}
