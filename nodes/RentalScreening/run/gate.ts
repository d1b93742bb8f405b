import { sleep } from 'n8n-workflow';

import type { Failure } from '../core/failure';

/** n8n's sleep cannot be cancelled: in slices, little of it is left after an abort. */
const SLICE_MS = 5000;

/** The execution was cancelled, or the run stops because of another item. */
export class Aborted extends Error {
	/** `uncertain`: a request that changes something was in flight, so the service may have acted on it. */
	constructor(readonly uncertain = false) {
		super('Aborted');
	}
}

/** Stops a run: all waiting ends. An `AbortSignal` would search its listeners for each of thousands of items. */
export class Abort {
	isOn = false;

	/** It came because the execution was cancelled, not because the run stops. */
	isCancelled = false;

	private readonly listeners = new Set<() => void>();

	now(isCancelled = false): void {
		this.isOn = true;
		this.isCancelled ||= isCancelled;
		for (const listener of this.listeners) listener();
	}

	/**
	 * Waits for `promise`, however it ends, but no longer than `patience` milliseconds after the abort, which may have
	 * been before; it is asked again when a run that stops is cancelled. Returns whether the promise was left waiting.
	 */
	async comesBefore(promise: Promise<unknown>, patience = () => 0): Promise<boolean> {
		let listener = () => {};
		const left = new Promise<boolean>((leave) => {
			listener = () => {
				const milliseconds = patience();
				if (milliseconds === 0) leave(true);
				else if (milliseconds < Infinity) void sleep(milliseconds).then(() => leave(true));
			};
		});
		this.listeners.add(listener);
		if (this.isOn) listener();
		const ended = Promise.allSettled([promise]).then(() => false);
		try {
			return await Promise.race([left, ended]);
		} finally {
			this.listeners.delete(listener);
		}
	}

	/** The result of `promise`; throws `Aborted` if the abort comes first. */
	async race<T>(promise: Promise<T>): Promise<T> {
		if (await this.comesBefore(promise)) throw new Aborted();
		return await promise;
	}

	/** Waits `milliseconds`; throws `Aborted` at the abort. */
	async sleep(milliseconds: number): Promise<void> {
		let left = milliseconds;
		do {
			await this.race(sleep(Math.min(left, SLICE_MS)));
			left -= SLICE_MS;
		} while (left > 0);
	}
}

/**
 * When a request may start (rules 2, 3 and 5): one at a time until the service has answered one, which also logs in
 * once; then at most `limit` in flight. After a 429 half as many may, and none starts while there is a pause.
 */
export class Gate {
	/** Why nothing is sent any more: requests that come to their turn fail with it. */
	closed: Failure | undefined;

	/** It has answered one (not with 401 or 429), or may have acted on one: from now on a failure is about one item. */
	isReached = false;

	/** The service has accepted or refused one. */
	works = false;

	/** How many rounds in a row ended with a 429, and nothing got through between them. */
	rateLimited = 0;

	/** A round ends with its first 429: those of other requests that started in it say nothing new. */
	private round = 0;

	private inFlight = 0;
	private pauses = 0;

	/** What starts those that wait for a place. */
	private readonly waiting: Array<(round: number) => void> = [];

	constructor(
		private limit: number,
		readonly abort: Abort,
	) {}

	/** Waits for a place, a repeated request in front. Returns its round, for `endRound`. Throws `Aborted`. */
	async enter(isRepeated: boolean): Promise<number> {
		const turn = new Promise<number>((start) => {
			this.waiting[isRepeated ? 'unshift' : 'push'](start);
			this.startWaiting();
		});
		return await this.abort.race(turn);
	}

	/** Gives the place back. Only now others start: the result of this request may have closed the gate. */
	leave(): void {
		this.inFlight -= 1;
		this.startWaiting();
	}

	/** A request that started in `round` was answered with 429. */
	endRound(round: number): void {
		if (round !== this.round) return;
		this.round += 1;
		this.rateLimited += 1;
		this.limit = Math.max(1, Math.floor(this.limit / 2));
	}

	/** A request was accepted or refused. */
	gotThrough(): void {
		this.works = true;
		this.rateLimited = 0;
	}

	/** Nothing starts for so long; of several pauses the one that ends last counts. */
	pause(milliseconds: number): void {
		this.pauses += 1;
		const end = () => {
			this.pauses -= 1;
			this.startWaiting();
		};
		this.abort.sleep(milliseconds).then(end, () => {});
	}

	private startWaiting(): void {
		const most = this.isReached ? this.limit : 1;
		while (this.pauses === 0 && this.inFlight < most) {
			const start = this.waiting.shift();
			if (start === undefined) return;
			this.inFlight += 1;
			start(this.round);
		}
	}
}
