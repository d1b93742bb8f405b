import { sleep } from 'n8n-workflow';

/** n8n's sleep cannot be cancelled: in slices, little of it remains after a stop. */
const SLICE_MS = 5000;

/** Waiting ended because the execution was cancelled, or because the run stops at another item. */
export class Stopped extends Error {
	constructor() {
		super('Stopped');
	}
}

/** Ends all waiting of a run. An `AbortSignal` would search its listeners for each of thousands of items. */
export class Cancellation {
	/** The run stops. */
	triggered = false;

	/** It stops because the execution was cancelled, not because of an item. */
	isCancelled = false;

	private readonly listeners = new Set<() => void>();

	/** A run that stops may still be cancelled: listeners are called again. */
	trigger(isCancelled = false): void {
		this.triggered = true;
		this.isCancelled ||= isCancelled;
		for (const listener of this.listeners) listener();
	}

	/** Calls `listener` at each stop; at once where the run has stopped. Returns what removes the listener. */
	onTrigger(listener: () => void): () => void {
		this.listeners.add(listener);
		if (this.triggered) listener();
		return () => this.listeners.delete(listener);
	}

	/**
	 * Waits until `promise` settles, but no longer than `graceMs()` milliseconds after the stop, asked at each stop.
	 * Returns whether the promise was abandoned before it settled.
	 */
	async abandonedBeforeEnd(promise: Promise<unknown>, graceMs = () => 0): Promise<boolean> {
		return await new Promise((resolve) => {
			const remove = this.onTrigger(() => {
				const milliseconds = graceMs();
				if (milliseconds === 0) resolve(true);
				else if (milliseconds < Infinity) void sleep(milliseconds).then(() => resolve(true));
			});
			const end = () => {
				remove();
				resolve(false);
			};
			promise.then(end, end);
		});
	}

	/** The result of `promise`. Throws `Stopped` if the run stops first. */
	async race<T>(promise: Promise<T>): Promise<T> {
		if (await this.abandonedBeforeEnd(promise)) throw new Stopped();
		return await promise;
	}

	/** Waits `milliseconds`. Throws `Stopped` when the run stops. */
	async sleep(milliseconds: number): Promise<void> {
		let left = milliseconds;
		do {
			await this.race(sleep(Math.min(left, SLICE_MS)));
			left -= SLICE_MS;
		} while (left > 0);
	}
}
