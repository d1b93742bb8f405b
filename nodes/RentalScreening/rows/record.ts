import type { Request } from '../core/operation';
import type { Outcome } from './outcomes';

/** What the marks of a row share: whether the row is still to be sent, is being sent, or is over with an outcome. */
export class MarkRecord {
	state: 'open' | 'taken' | 'over' = 'open';

	/** Once it is over. */
	outcome: Outcome | undefined;

	/** It is over, and the service has accepted it, or may have. */
	wasSent = false;

	/** By the ID of a mark, the request that its check read. Personal data: dropped once the record is over. */
	readonly requests = new Map<string, Request>();

	/** The record with which the row was sent again after a person cleared this outcome: that happens once. */
	private usedBy: MarkRecord | undefined;

	constructor(
		/** The record whose outcome a person has cleared, to have the row sent again. */
		readonly cleared?: MarkRecord,
	) {}

	/** The same, unless the row was sent again already. */
	get clearing(): MarkRecord | undefined {
		return this.cleared?.usedBy === undefined ? this.cleared : undefined;
	}

	/** To be called right before the row is sent. Returns false where another run has taken it, or it is over. */
	take(): boolean {
		if (this.state !== 'open') return false;
		this.state = 'taken';
		if (this.cleared !== undefined) this.cleared.usedBy ??= this;
		return true;
	}

	/** To be called where the row was taken, and its run ends before it was sent. */
	giveBack(): void {
		this.state = 'open';
		this.restoreClearing();
	}

	/** `wasSent`: the service has accepted it, or may have. Otherwise the clearing stays with the row. */
	end(outcome: Outcome, wasSent: boolean): void {
		if (!wasSent) this.restoreClearing();
		this.state = 'over';
		this.wasSent = wasSent;
		this.outcome = outcome;
		this.requests.clear();
	}

	private restoreClearing(): void {
		if (this.cleared?.usedBy === this) this.cleared.usedBy = undefined;
	}
}
