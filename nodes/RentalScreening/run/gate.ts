import { sleep } from 'n8n-workflow';

import type { Failure } from './failure';

/** n8n's sleep cannot be cancelled: in slices, little of it is left after an abort. */
const SLICE_MS = 5000;

/** The execution was cancelled, or the run stops because of another item. */
export class Aborted extends Error {
	/** `uncertain`: a request that changes something was in flight, so the service may have acted on it. */
	constructor(readonly uncertain = false) {
		super('Aborted');
	}
}

/**
 * Stops a run: nothing more starts, and all waiting ends at once. An `AbortSignal` would search its listeners for
 * each of thousands of items that wait.
 */
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
	 * Calls `listener` at the abort, at once where it was before, and again when a run that stops is cancelled; returns
	 * what ends that.
	 */
	onAbort(listener: () => void): () => void {
		this.listeners.add(listener);
		if (this.isOn) listener();
		return () => this.listeners.delete(listener);
	}

	/**
	 * Waits for `promise`, however it ends, but no longer than `patience` milliseconds after the abort; returns whether
	 * it was left waiting.
	 */
	async comesBefore(promise: Promise<unknown>, patience = () => 0): Promise<boolean> {
		let end = () => {};
		const left = new Promise<boolean>((leave) => {
			end = this.onAbort(() => {
				const milliseconds = patience();
				if (milliseconds === 0) leave(true);
				else if (milliseconds < Infinity) void sleep(milliseconds).then(() => leave(true));
			});
		});
		const ended = promise.then(
			() => false,
			() => false,
		);
		try {
			return await Promise.race([left, ended]);
		} finally {
			end();
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

interface Waiting {
	readonly index: number;
	readonly start: (limit: number) => void;
	readonly reject: (reason: Aborted) => void;
}

/**
 * When a request may start (rules 2, 3 and 5): one at a time until the service has answered one, which also logs in
 * once; then at most `limit` in flight, in the order of the items; after a 429 half as many, and none before the
 * waiting time that the service asked for is over.
 */
export class Gate {
	/** Why nothing is sent any more: requests that come to their turn fail with it. */
	closed: Failure | undefined;

	/** How many requests the service has processed or refused: answers other than 401, 429 and 5xx. */
	gotThrough = 0;

	/** The service has answered one, or may have acted on one: from now on a failure is about single items. */
	isOpen = false;

	private inFlight = 0;

	/** How many waiting times there are, in which nothing starts. */
	private pauses = 0;

	/** Requests that are sent again. */
	private readonly again: Waiting[] = [];

	private readonly waiting: Waiting[] = [];

	constructor(
		private limit: number,
		readonly abort: Abort,
	) {
		abort.onAbort(() => {
			const left = [...this.again.splice(0), ...this.waiting.splice(0)];
			for (const { reject } of left) reject(new Aborted());
		});
	}

	/**
	 * Waits for a free place. A request that is sent again goes before those not sent yet, the first item's before
	 * the others': where nothing gets through, one has soon been repeated often enough to know.
	 * Returns the limit under which it starts, for `narrow`. Throws `Aborted`.
	 */
	async enter(index: number, again: boolean): Promise<number> {
		if (this.abort.isOn) throw new Aborted();
		return await new Promise((start, reject) => {
			(again ? this.again : this.waiting).push({ index, start, reject });
			if (again) this.again.sort((one, other) => one.index - other.index);
			this.startWaiting();
		});
	}

	/** Gives the place back. Only now others start: the result of this request may have closed the gate. */
	leave(): void {
		this.inFlight -= 1;
		this.startWaiting();
	}

	/** Halves the limit, once for all requests that went out under it: `startedUnder` is what `enter` returned. */
	narrow(startedUnder: number): void {
		if (startedUnder === this.limit) this.limit = Math.max(1, Math.floor(this.limit / 2));
	}

	/** Of several waiting times the one that ends last counts. */
	startNothingFor(milliseconds: number): void {
		this.pauses += 1;
		const end = () => {
			this.pauses -= 1;
			this.startWaiting();
		};
		this.abort.sleep(milliseconds).then(end, () => {});
	}

	private startWaiting(): void {
		const most = this.isOpen ? this.limit : 1;
		while (this.pauses === 0 && this.inFlight < most) {
			const waiting = this.again.shift() ?? this.waiting.shift();
			if (waiting === undefined) return;
			this.inFlight += 1;
			waiting.start(this.limit);
		}
	}
}
