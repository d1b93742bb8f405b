import type { INodeParameters } from 'n8n-workflow';

import { shortHash, isWithin, type Mark } from './mark';

const MAX_CHECKS = 20_000;
const MAX_SENDINGS = 50_000;

/** Rows that one check has marked with equal settings. */
export interface Check {
	/** What they were checked for. */
	readonly operation: string;
	readonly settings: INodeParameters;
	/** Milliseconds since 1970. */
	readonly madeAt: number;
	/** The same of the first check since these rows were new or cleared by a person. */
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

	/** The marks of rows whose request was about to be sent. */
	private readonly sendings = new Set<string>();

	/**
	 * Keeps a check with these settings, made in the run of that ID, of rows that `previous` has marked before. Returns the
	 * check's own ID, for its marks.
	 */
	add(runId: string, operation: string, settings: INodeParameters, previous?: Check): string {
		const id = shortHash([runId, operation, settings, previous?.firstMadeAt]);
		if (this.kept.has(id)) return id;
		const madeAt = Date.now();
		const firstMadeAt = previous?.firstMadeAt ?? madeAt;
		this.kept.set(id, { operation, settings, madeAt, firstMadeAt, hasBegun: false });
		for (const [oldest, { madeAt }] of this.kept) {
			if (this.kept.size <= MAX_CHECKS || isWithin(madeAt, 'lease')) break;
			this.kept.delete(oldest);
		}
		return id;
	}

	/** The check that made a mark. */
	find(mark: Mark | undefined): Check | undefined {
		return mark && this.kept.get(mark.checkId);
	}

	/** Whether the request for a row with this mark was about to be sent before. */
	hasSent(mark: Mark | undefined): boolean {
		return mark !== undefined && this.sendings.has(mark.text);
	}

	/** To be called right before a request for a row with this mark is sent. */
	recordSending(mark: Mark): void {
		const check = this.find(mark);
		if (check !== undefined) check.hasBegun = true;
		this.sendings.add(mark.text);
		const [oldest = ''] = this.sendings;
		if (this.sendings.size > MAX_SENDINGS) this.sendings.delete(oldest);
	}
}

/** The checks of this process. */
export const checks = new Checks();
