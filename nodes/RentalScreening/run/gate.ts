import { Aborted, type Abort } from './abort';
import type { Failure } from './failure';

/** The right to have one request in flight; returned with `leave`. */
export interface Pass {
	/** How often the limit had been halved when this request started. */
	readonly narrowings: number;
	/** Starts nothing until `leave`: the result of this request may stop the others. */
	hold(): void;
	leave(): void;
}

interface Waiting {
	index: number;
	start: (pass: Pass) => void;
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

	isOpen = false;

	private inFlight = 0;

	/** How many reasons there are to start nothing: requests that hold the gate, and waiting times. */
	private holds = 0;

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
	 * Throws `Aborted`.
	 */
	async enter(index: number, again: boolean): Promise<Pass> {
		if (this.abort.isOn) throw new Aborted();
		return await new Promise<Pass>((start, reject) => {
			(again ? this.again : this.waiting).push({ index, start, reject });
			if (again) this.again.sort((one, other) => one.index - other.index);
			this.startWaiting();
		});
	}

	/** The service works: as many requests may start as the limit lets. */
	open(): void {
		this.isReached = true;
		this.isOpen = true;
		this.startWaiting();
	}

	/**
	 * The service asked for less: halves the limit and starts nothing for `milliseconds`.
	 * Of the requests that went out under one limit only the first 429 halves it.
	 */
	narrow({ narrowings }: Pass, milliseconds: number): void {
		if (narrowings === this.narrowings) {
			this.narrowings += 1;
			this.limit = Math.max(1, Math.floor(this.limit / 2));
		}
		this.startNothingFor(milliseconds);
	}

	/** Of several waiting times the one that ends last counts. */
	startNothingFor(milliseconds: number): void {
		this.holds += 1;
		this.abort.sleep(milliseconds).then(
			() => {
				this.holds -= 1;
				this.startWaiting();
			},
			() => {},
		);
	}

	private startWaiting(): void {
		const most = this.isOpen ? this.limit : 1;
		while (this.holds === 0 && this.inFlight < most) {
			const waiting = this.again.shift() ?? this.takeNext();
			if (waiting === undefined) return;
			this.inFlight += 1;
			waiting.start(this.pass());
		}
	}

	private pass(): Pass {
		let held = 0;
		return {
			narrowings: this.narrowings,
			hold: () => {
				held += 1;
				this.holds += 1;
			},
			leave: () => {
				this.inFlight -= 1;
				this.holds -= held;
				this.startWaiting();
			},
		};
	}

	private takeNext(): Waiting | undefined {
		const waiting = this.waiting[this.next];
		if (waiting !== undefined) {
			// Drops them in blocks: shifting a long array for every request would cost more than the request.
			this.next += 1;
			if (this.next === 1000) {
				this.waiting.splice(0, this.next);
				this.next = 0;
			}
		}
		return waiting;
	}

	private rejectWaiting(): void {
		for (const { reject } of [...this.again.splice(0), ...this.waiting.splice(this.next)]) {
			reject(new Aborted());
		}
	}
}
