import { sleep } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import { Stopped, type Cancellation } from './cancellation';

/** Where a request waits: behind all others, in front of them, or behind as many as may be in flight. */
export type Position = 'back' | 'front' | 'behindOthers';

/**
 * When requests may start (rules 3 and 11): one at a time until the service has answered, then at most `maxInFlight` at
 * the same time. After a burst of 429s half as many start; each success adds to that again. Nothing starts in a pause.
 * A success is a request that the service has accepted or refused: it works.
 */
export class Queue {
	/** The requests that wait for a place, the next one first. */
	private readonly waiting: Array<{ start(burst: number): void; stop(reason: Stopped): void }> = [];
	private inFlight = 0;
	private pauses = 0;
	private startsSoon = false;
	private answered = false;
	private succeeded = false;
	private failure: Failure | undefined;

	/** How many may be in flight; a fraction is on its way to the next one. */
	private limit: number;

	/** The number of the burst of 429s that comes next. */
	private burst = 0;
	private burstsInARow = 0;

	constructor(
		private readonly maxInFlight: number,
		private readonly cancellation: Cancellation,
	) {
		this.limit = maxInFlight;
		// One listener for all: a race for each of 10,000 waiting items takes four times as long.
		cancellation.onTrigger(() => {
			for (const { stop } of this.waiting.splice(0)) stop(new Stopped());
		});
	}

	/** Why nothing is sent any more: each request fails with it when it gets its place. */
	get closedBy(): Failure | undefined {
		return this.failure;
	}

	/** The service has answered a request (not with 401 or 429) or may have acted on one: failures are about one item now. */
	get hasAnswered(): boolean {
		return this.answered;
	}

	get hasSucceeded(): boolean {
		return this.succeeded;
	}

	/** How many bursts of 429s there were since the last success. */
	get burstsSinceSuccess(): number {
		return this.burstsInARow;
	}

	/** Waits for a place. Returns the burst to which a 429 would belong, for `backOffOnce`. Throws `Stopped`. */
	async acquire(position: Position = 'back'): Promise<number> {
		if (this.cancellation.triggered) throw new Stopped();
		const place = { back: Infinity, front: 0, behindOthers: this.maxInFlight }[position];
		return await new Promise((start, stop) => {
			this.waiting.splice(Math.min(place, this.waiting.length), 0, { start, stop });
			this.startWaiting();
		});
	}

	/**
	 * Gives the place back. Others start after it, as the result of this request may have closed the queue, and after a
	 * moment, together: n8n opens a connection for each, and one by one that takes it a tenth longer.
	 */
	release(): void {
		this.inFlight -= 1;
		if (this.startsSoon) return;
		this.startsSoon = true;
		void sleep(0).then(() => {
			this.startsSoon = false;
			this.startWaiting();
		});
	}

	/** A request was answered with 429. All that started before it are of one burst, which halves the limit once. */
	backOffOnce(burst: number): void {
		if (burst !== this.burst) return;
		this.burst += 1;
		this.burstsInARow += 1;
		this.limit = Math.max(1, this.limit / 2);
	}

	markAnswered(): void {
		this.answered = true;
	}

	/** After a success. As many successes as may be in flight raise the limit by one. */
	markWorking(): void {
		this.answered = true;
		this.succeeded = true;
		this.burstsInARow = 0;
		this.limit = Math.min(this.maxInFlight, this.limit + 1 / this.limit);
	}

	/** Nothing starts for so long; of several pauses the one that ends last counts. */
	pause(milliseconds: number): void {
		this.pauses += 1;
		const end = () => {
			this.pauses -= 1;
			this.startWaiting();
		};
		this.cancellation.sleep(milliseconds).then(end, () => {});
	}

	/** The first reason stays. */
	close(failure: Failure): void {
		this.failure ??= failure;
	}

	/** What kept requests from being sent may have passed, unless somebody has to act. */
	reopen(): void {
		if (this.failure?.isTemporary === true) this.failure = undefined;
	}

	private startWaiting(): void {
		const max = this.answered ? Math.floor(this.limit) : 1;
		while (this.pauses === 0 && this.inFlight < max) {
			const next = this.waiting.shift();
			if (next === undefined) return;
			this.inFlight += 1;
			next.start(this.burst);
		}
	}
}
