import { createHmac } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

const REMEMBERED_MS = 15 * 60_000;
const MOST_REMEMBERED = 50_000;

/** The result of a request: its answer, or that it may have been accepted; undefined: not accepted. */
export type SentResult =
	{ readonly answer: IDataObject } | { readonly uncertain: true } | undefined;

/** A request that this process has sent or is sending. */
export interface SentRequest {
	/** When it was sent last (milliseconds since 1970). */
	readonly sentAt: number;
	/** Its result; never rejects. */
	readonly result: Promise<SentResult>;
}

interface Entry extends SentRequest {
	sentAt: number;
	/** Undefined while the request is in flight. */
	settledAt?: number;
	/** It was not accepted. */
	refused?: boolean;
	/** The one whose place it took; known again when this one is not accepted. */
	earlier?: Entry | undefined;
}

/** A request of the caller's own, from its first try until `settle`. */
export interface Claim {
	readonly sentAt: number;
	/** The request is being sent now. */
	sending(): void;
	settle(result: SentResult): void;
}

/** What identifies a request: account, path and body, as a hash that gives none of them away. */
export function requestKey(
	accountKey: string,
	path: string,
	body: IDataObject | undefined,
): string {
	return createHmac('sha256', accountKey)
		.update(JSON.stringify([path, body]))
		.digest('base64');
}

/**
 * Rule 6: the POSTs that were accepted, or may have been, and were sent or looked for in the last 15 minutes,
 * and those in flight. In memory only, bounded, as hashes beside the answers; shared by all runs of this process.
 */
export class SentRequests {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly most = MOST_REMEMBERED) {}

	/** Whoever looks for it has not written down its result, and may look again: its time begins again. */
	find(key: string): SentRequest | undefined {
		this.forgetOld();
		const found = this.entries.get(key);
		for (let entry = found; entry !== undefined; entry = entry.earlier) {
			if (entry.settledAt !== undefined) entry.settledAt = Date.now();
		}
		if (found?.settledAt !== undefined) this.remember(key, found);
		return found;
	}

	/** Announces a request before it is sent; replaces an earlier one. */
	claim(key: string): Claim {
		let resolve: (result: SentResult) => void = () => {};
		const result = new Promise<SentResult>((settled) => {
			resolve = settled;
		});
		const entry: Entry = { sentAt: Date.now(), result, earlier: this.entries.get(key) };
		this.remember(key, entry);
		return {
			get sentAt() {
				return entry.sentAt;
			},
			sending: () => {
				entry.sentAt = Date.now();
			},
			settle: (settled) => {
				entry.settledAt = Date.now();
				entry.refused = settled === undefined;
				resolve(settled);
				const isNewest = this.entries.get(key) === entry;
				if (settled !== undefined) {
					delete entry.earlier;
					if (isNewest) this.remember(key, entry);
				} else if (isNewest) {
					let { earlier } = entry;
					while (earlier?.refused === true) ({ earlier } = earlier);
					if (earlier === undefined) this.entries.delete(key);
					else this.entries.set(key, earlier);
				}
			},
		};
	}

	/** The newest entry is the last one of the map, so that old ones are found in front. */
	private remember(key: string, entry: Entry): void {
		this.entries.delete(key);
		this.entries.set(key, entry);
		this.forgetOld();
	}

	private forgetOld(): void {
		const expired = Date.now() - REMEMBERED_MS;
		for (const [key, { settledAt }] of this.entries) {
			if (settledAt === undefined) continue;
			if (settledAt > expired && this.entries.size <= this.most) return;
			this.entries.delete(key);
		}
	}
}
