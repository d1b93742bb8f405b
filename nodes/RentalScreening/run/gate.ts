import { Aborted, type Abort } from './abort';

/** The right to have one request in flight; given back with `leave`. */
export interface Pass {
	/** How often the gate had been narrowed when this request started. */
	readonly narrowings: number;
	/** Lets nobody in until `leave`: what came of this request may keep the others back. */
	hold(): void;
	leave(): void;
}

interface Waiting {
	start: (pass: Pass) => void;
	aborted: (reason: Aborted) => void;
}

/**
 * Rules 2, 3 and 5 of the request policy, as far as they say when a request may start: the first one alone
 * (it brings the login), then at most `limit` in flight, in the order in which they came;
 * after a 429 half as many for the rest of the run, and none before the service's waiting time is over.
 */
export class Gate {
	private opened = false;

	private inFlight = 0;

	private narrowings = 0;

	/** For how many reasons nobody is let in: requests that hold the gate, and waiting times. */
	private holds = 0;

	private readonly again: Waiting[] = [];

	private readonly waiting: Waiting[] = [];

	private next = 0;

	constructor(
		private limit: number,
		private readonly abort: Abort,
	) {
		abort.onAbort(() => this.turnAway());
	}

	/** Waits for a free place; a request that is sent again goes ahead of those not sent yet. Throws `Aborted`. */
	async enter(again: boolean): Promise<Pass> {
		if (this.abort.isOn) throw new Aborted();
		return await new Promise<Pass>((start, aborted) => {
			(again ? this.again : this.waiting).push({ start, aborted });
			this.letIn();
		});
	}

	/** The first request has shown that the service lets us in: from now on the others may go beside it. */
	open(): void {
		this.opened = true;
		this.letIn();
	}

	/**
	 * The service asked for less: halves the limit and starts nothing for `milliseconds`.
	 * Of the requests that went out under one limit only the first that is turned back halves it.
	 */
	narrow({ narrowings }: Pass, milliseconds: number): void {
		if (narrowings === this.narrowings) {
			this.narrowings += 1;
			this.limit = Math.max(1, Math.floor(this.limit / 2));
		}
		this.startNothingFor(milliseconds);
	}

	/** Of several waiting times the one that ends last holds. */
	startNothingFor(milliseconds: number): void {
		this.holds += 1;
		this.abort.sleep(milliseconds).then(
			() => {
				this.holds -= 1;
				this.letIn();
			},
			() => {},
		);
	}

	private letIn(): void {
		const most = this.opened ? this.limit : 1;
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
				this.letIn();
			},
		};
	}

	private takeNext(): Waiting | undefined {
		const waiting = this.waiting[this.next];
		if (waiting !== undefined) {
			// Forgets in blocks: shifting a long array for every request would cost more than the request.
			this.next += 1;
			if (this.next === 1000) {
				this.waiting.splice(0, this.next);
				this.next = 0;
			}
		}
		return waiting;
	}

	private turnAway(): void {
		for (const { aborted } of [...this.again.splice(0), ...this.waiting.splice(this.next)]) {
			aborted(new Aborted());
		}
	}
}
