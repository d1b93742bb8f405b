import type { Failure } from './failure';
import { Gate } from './gate';
import { Abort } from './abort';

/** The first thing that went wrong in an attempt that must stop at it. */
export interface Stop {
	readonly index: number;
	readonly failure: Failure;
}

/**
 * One pass of n8n over the items of a run; Retry On Fail makes several.
 * Rule 4 of the request policy: after the first failure nothing more starts, and the attempt ends only
 * when nothing is under way any more and every item has been called.
 */
export class Attempt {
	readonly gate: Gate;

	/** Why the service takes nothing more for now; the items not yet sent share this reason. */
	blocked: Failure | undefined;

	/** 429 answers since the last other answer. */
	rateLimited = 0;

	/** On when the attempt stops or the execution is cancelled. */
	readonly abort = new Abort();

	private readonly called = new Set<number>();

	private underWay = 0;

	private stop: Stop | undefined;

	private readonly waitingForQuiet: Array<() => void> = [];

	constructor(
		private readonly itemCount: number,
		maxConcurrency: number,
	) {
		this.gate = new Gate(maxConcurrency, this.abort);
	}

	get stoppedAt(): Stop | undefined {
		return this.stop;
	}

	hasCalled(index: number): boolean {
		return this.called.has(index);
	}

	stopAt(index: number, failure: Failure): void {
		this.stop ??= { index, failure };
		this.abort.now();
	}

	/** An item's part in the attempt, from n8n's call to what comes of it. */
	async during<T>(index: number, work: () => Promise<T>): Promise<T> {
		this.called.add(index);
		this.underWay += 1;
		try {
			return await work();
		} finally {
			this.underWay -= 1;
			this.tellIfQuiet();
		}
	}

	/** Resolves when no item is under way and n8n has called all of them. */
	async quiet(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waitingForQuiet.push(resolve);
			this.tellIfQuiet();
		});
	}

	private tellIfQuiet(): void {
		if (this.underWay > 0 || this.called.size < this.itemCount) return;
		for (const tell of this.waitingForQuiet.splice(0)) tell();
	}
}
