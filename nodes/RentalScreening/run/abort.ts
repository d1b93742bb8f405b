import { sleep } from 'n8n-workflow';

import type { Failure } from './failure';

/** n8n's sleep cannot be cancelled: in slices, little of it is left after an abort. */
const SLICE_MS = 5000;

/** The execution was cancelled, or the run stops because of another item. */
export class Aborted extends Error {
	/** A request that changes something was in flight, so the service may have acted on it. */
	readonly uncertain: boolean;

	constructor(uncertain = false) {
		super('Aborted');
		this.uncertain = uncertain;
	}
}

/** The failure at which a run stops. */
export interface FailedItem {
	readonly index: number;
	readonly failure: Failure;
}

/**
 * The one way to stop a run: nothing more starts, and all waiting ends at once. An `AbortSignal` would search
 * its listeners for each of thousands of items that wait.
 */
export class Abort {
	/** The first failure, where the run stops at it. */
	at: FailedItem | undefined;

	private on = false;

	private readonly listeners = new Set<() => void>();

	get isOn(): boolean {
		return this.on;
	}

	/** Stops the run, at a failure or because it is cancelled. */
	now(at?: FailedItem): void {
		this.at ??= at;
		this.on = true;
		for (const listener of [...this.listeners]) listener();
		this.listeners.clear();
	}

	/** The result of `promise`; throws `Aborted` at once when the abort is or comes on before that, if it `mayLeave`. */
	async race<T>(promise: Promise<T>, mayLeave = () => true): Promise<T> {
		let listener = () => {};
		const aborted = new Promise<never>((_, reject) => {
			listener = () => {
				if (mayLeave()) reject(new Aborted());
			};
			if (this.on) listener();
			else this.listeners.add(listener);
		});
		try {
			return await Promise.race([aborted, promise]);
		} finally {
			this.listeners.delete(listener);
		}
	}

	/** Waits `milliseconds`; throws `Aborted` at once when the abort is or comes on. */
	async sleep(milliseconds: number): Promise<void> {
		let left = milliseconds;
		do {
			await this.race(sleep(Math.min(left, SLICE_MS)));
			left -= SLICE_MS;
		} while (left > 0);
	}

	/** Calls `listener` when the abort comes on. */
	onAbort(listener: () => void): void {
		this.listeners.add(listener);
	}
}
