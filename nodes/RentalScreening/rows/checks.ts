import type { INodeParameters } from 'n8n-workflow';

import { toShortHash, isWithin, type Mark } from './mark';

const MAX_CHECKS = 20_000;
const MAX_SENDINGS = 50_000;

/** Rows that one check has marked with equal settings. */
export interface Check {
	/** What they were checked for. */
	readonly operation: string;
	readonly settings: INodeParameters;
	/** Milliseconds since 1970. */
	readonly madeAt: number;
	/** When the first check since these rows were new, or were cleared by a person, was made. */
	readonly firstMadeAt: number;
	/** Whether a request for one of them was about to be sent. */
	hasBegun: boolean;
}

/**
 * What this process knows of its checks, as long as it runs. In memory and bounded: the oldest is forgotten first,
 * but none while its marks may still be sent.
 */
export class Checks {
	private readonly kept = new Map<string, Check>();

	/** The requests that were about to be sent, by the marks of their rows: the key, and when the mark was made. */
	private readonly sendings = new Map<string, { readonly key: string; readonly madeAt: number }>();

	/**
	 * Keeps a check with these settings, made in the run of that ID, of rows that `previous` has marked before. Returns the
	 * check's own ID, for its marks.
	 */
	add(runId: string, operation: string, settings: INodeParameters, previous?: Check): string {
		const id = toShortHash([runId, operation, settings, previous?.firstMadeAt]);
		if (this.kept.has(id)) return id;
		const madeAt = Date.now();
		const firstMadeAt = previous?.firstMadeAt ?? madeAt;
		this.kept.set(id, { operation, settings, madeAt, firstMadeAt, hasBegun: false });
		forgetOldest(this.kept, MAX_CHECKS);
		return id;
	}

	/** The check that made a mark. */
	find(mark: Mark | undefined): Check | undefined {
		return mark && this.kept.get(mark.checkId);
	}

	/** To be called right before a request for a row with this mark is sent. */
	recordSending(mark: Mark, key: string): void {
		const check = this.find(mark);
		if (check !== undefined) check.hasBegun = true;
		this.sendings.set(mark.text, { key, madeAt: mark.madeAt });
		forgetOldest(this.sendings, MAX_SENDINGS);
	}

	/** The key of the request that was about to be sent for the row of this mark; undefined if none was. */
	findSentKey(mark: Mark | undefined): string | undefined {
		return mark && this.sendings.get(mark.text)?.key;
	}
}

/** Forgets the first of more than `max`, but none whose marks may still be sent. */
function forgetOldest(kept: Map<string, { readonly madeAt: number }>, max: number): void {
	for (const [id, { madeAt }] of kept) {
		if (kept.size <= max || isWithin(madeAt, 'lease')) return;
		kept.delete(id);
	}
}

export const checks = new Checks();
