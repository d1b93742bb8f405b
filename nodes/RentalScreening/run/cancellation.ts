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
	 * How `promise` settles; undefined where it is still open `graceMs()` milliseconds after a stop. `graceMs` is called at
	 * each stop.
	 */
	async settle<T>(
		promise: Promise<T>,
		graceMs = () => 0,
	): Promise<PromiseSettledResult<T> | undefined> {
		return await new Promise((resolve) => {
			const remove = this.onTrigger(() => {
				const milliseconds = graceMs();
				if (milliseconds === 0) resolve(undefined);
				else if (milliseconds < Infinity) void sleep(milliseconds).then(() => resolve(undefined));
			});
			const end = (result: PromiseSettledResult<T>) => {
				remove();
				resolve(result);
			};
			promise.then(
				(value) => end({ status: 'fulfilled', value }),
				(reason: unknown) => end({ status: 'rejected', reason }),
			);
		});
	}

	/** Waits until `promise` settles. Throws `Stopped` if the run stops first. */
	async waitFor(promise: Promise<unknown>): Promise<void> {
		if ((await this.settle(promise)) === undefined) throw new Stopped();
	}

	/** Waits `milliseconds`. Throws `Stopped` when the run stops. */
	async sleep(milliseconds: number): Promise<void> {
		let left = milliseconds;
		do {
			await this.waitFor(sleep(Math.min(left, SLICE_MS)));
			left -= SLICE_MS;
		} while (left > 0);
	}
}
