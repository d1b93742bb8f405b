import { Aborted, type Abort } from './abort';
import type { Failure } from './failure';

interface Waiting {
	index: number;
	start: (narrowings: number) => void;
	reject: (reason: Aborted) => void;
}

/**
 * When a request may start (rules 2, 3 and 5): one at a time until the service has accepted or refused one, which
 * also logs in once; then at most `limit` in flight, in the order of `enter`; after a 429 half as many, and none
 * before the waiting time that the service asked for is over.
 */
export class Gate {
	/** Why nothing is sent for now: requests that come to their turn fail with it. */
	closed: Failure | undefined;

	/** How many requests got through: answers other than 401, 429 and 5xx. */
	gotThrough = 0;

	/** The service has answered, or may have: from now on a failure is about single items. */
	isReached = false;

	/** Requests that may have been accepted, since the last that was. */
	unclear = 0;

	private isOpen = false;

	private inFlight = 0;

	/** How many waiting times there are, in which nothing starts. */
	private pauses = 0;

	/** How often the limit was halved. */
	private narrowings = 0;

	private readonly again: Waiting[] = [];

	private readonly waiting: Waiting[] = [];

	private next = 0;

	/** `limit`: how many requests may be in flight. */
	constructor(
		private limit: number,
		readonly abort: Abort,
	) {
		abort.onAbort(() => this.rejectWaiting());
	}

	/**
	 * Waits for a free place; a request that is sent again goes before those not sent yet, and the first item's
	 * before the others': where nothing gets through any more, one has soon been repeated often enough to know.
	 * Returns how often the limit was halved before, for `narrow`. Throws `Aborted`.
	 */
	async enter(index: number, again: boolean): Promise<number> {
		if (this.abort.isOn) throw new Aborted();
		return await new Promise((start, reject) => {
			(again ? this.again : this.waiting).push({ index, start, reject });
			if (again) this.again.sort((one, other) => one.index - other.index);
			this.startWaiting();
		});
	}

	/** Gives the place back. Only now others start: the result of this request may stop them. */
	leave(): void {
		this.inFlight -= 1;
		this.startWaiting();
	}

	/** The service works: once this request leaves, as many may start as the limit lets. */
	open(): void {
		this.isReached = true;
		this.isOpen = true;
	}

	/**
	 * The service asked for less: halves the limit and starts nothing for `milliseconds`. Of the requests that
	 * went out under one limit (with the same result of `enter`) only the first 429 halves it.
	 */
	narrow(narrowings: number, milliseconds: number): void {
		if (narrowings === this.narrowings) {
			this.narrowings += 1;
			this.limit = Math.max(1, Math.floor(this.limit / 2));
		}
		this.startNothingFor(milliseconds);
	}

	/** Of several waiting times the one that ends last counts. */
	startNothingFor(milliseconds: number): void {
		this.pauses += 1;
		this.abort.sleep(milliseconds).then(
			() => {
				this.pauses -= 1;
				this.startWaiting();
			},
			() => {},
		);
	}

	private startWaiting(): void {
		const most = this.isOpen ? this.limit : 1;
		while (this.pauses === 0 && this.inFlight < most) {
			const waiting = this.again.shift() ?? this.takeNext();
			if (waiting === undefined) return;
			this.inFlight += 1;
			waiting.start(this.narrowings);
		}
	}

	private takeNext(): Waiting | undefined {
		const waiting = this.waiting[this.next];
		// Shifting a long array for every request would cost more than the request.
		if (waiting !== undefined) this.next += 1;
		return waiting;
	}

	private rejectWaiting(): void {
		for (const { reject } of [...this.again.splice(0), ...this.waiting.splice(this.next)]) {
			reject(new Aborted());
		}
	}
}
