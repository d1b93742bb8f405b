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
 * What this process knows of its checks, as long as it runs. In memory and bounded: the oldest check is forgotten first,
 * but none while its marks may still be sent.
 */
export class Checks {
	private readonly kept = new Map<string, Check>();

	/** The accounts with which requests were about to be sent, by the marks of their rows. */
	private readonly accountsByMark = new Map<string, string>();

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
		for (const [oldestId, oldest] of this.kept) {
			if (this.kept.size <= MAX_CHECKS || isWithin(oldest.madeAt, 'lease')) break;
			this.kept.delete(oldestId);
		}
		return id;
	}

	/** The check that made a mark. */
	find(mark: Mark | undefined): Check | undefined {
		return mark && this.kept.get(mark.checkId);
	}

	/** To be called right before a request for a row with this mark is sent. */
	recordSending(mark: Mark, account: string): void {
		const check = this.find(mark);
		if (check !== undefined) check.hasBegun = true;
		this.accountsByMark.set(mark.text, account);
		const [oldest = ''] = this.accountsByMark.keys();
		if (this.accountsByMark.size > MAX_SENDINGS) this.accountsByMark.delete(oldest);
	}

	/** The account with which the row of this mark was about to be sent; undefined if it never was. */
	findAccount(mark: Mark | undefined): string | undefined {
		return mark && this.accountsByMark.get(mark.text);
	}
}

export const checks = new Checks();
