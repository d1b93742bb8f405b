import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../core/operation';
import { readRecordCells } from '../rows/sheet';
import { hash } from '../service/account';
import type { Job } from './job';

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

/** Who asks whether an equal request was sent. */
export interface Asker {
	readonly execution: unknown;
	/** What was sent since then was sent for it (milliseconds since 1970). */
	readonly since: number;
	/** A person has cleared the status of its row. */
	readonly wasCleared: boolean;
	/** The option. */
	readonly sendAgain: boolean;
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

	/** The equal request that answers this one. */
	find(key: string, asker: Asker): Sent | undefined {
		const sent = this.sent.get(key);
		return sent !== undefined && answers(sent, asker) ? sent : undefined;
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

/** Whether a request that was sent before answers an equal one. */
function answers({ result, endedAt, execution }: Sent, asker: Asker): boolean {
	if (execution === asker.execution || endedAt >= asker.since) return true;
	if (asker.sendAgain || (result === 'maybe' && asker.wasCleared)) return false;
	return Date.now() - endedAt < REMEMBERED_MS;
}

/** A hash of account, path and request; where equal requests may be different records, of the row's other columns too. */
export function toRequestKey(
	accountKey: string,
	{ transport, request, item }: Job,
	{ isPerRow, rows }: Operation,
): string {
	// A model that repeats its call has no rows that could differ.
	const isRow = isPerRow === true && rows !== undefined && !item.isToolCall;
	const cells = isRow ? readRecordCells(item.columns, rows) : undefined;
	return hash([accountKey, transport.path, request.pathValues, request.body, cells]);
}
