import { sleep } from 'n8n-workflow';

/** A sleep cannot be taken back; slept in slices, what is left of it after a abort is soon over. */
const SLICE_MS = 5000;

/** The execution was cancelled, or the run stops because of another item. */
export class Aborted extends Error {
	/** Whether a request that changes something was under way, so that the service may have acted on it. */
	readonly uncertain: boolean;

	constructor(uncertain = false) {
		super('Aborted');
		this.uncertain = uncertain;
	}
}

/** Says once, to everybody who waits for something, that nothing more is to be waited for. */
export class Abort {
	private aborted = false;

	private readonly listeners = new Set<() => void>();

	get isOn(): boolean {
		return this.aborted;
	}

	now(): void {
		this.aborted = true;
		for (const listener of [...this.listeners]) listener();
		this.listeners.clear();
	}

	/** What `promise` comes to; throws `Aborted` at once when the abort is or comes on before that. */
	private async orAborted<T>(promise: Promise<T>): Promise<T> {
		if (this.aborted) throw new Aborted();
		let listener = () => {};
		const aborted = new Promise<never>((_, reject) => {
			listener = () => reject(new Aborted());
			this.listeners.add(listener);
		});
		try {
			return await Promise.race([promise, aborted]);
		} finally {
			this.listeners.delete(listener);
		}
	}

	/** Lets `milliseconds` pass; throws `Aborted` at once when the abort is or comes on. */
	async sleep(milliseconds: number): Promise<void> {
		let left = milliseconds;
		do {
			await this.orAborted(sleep(Math.min(left, SLICE_MS)));
			left -= SLICE_MS;
		} while (left > 0);
	}

	/** Calls `listener` when the abort comes on. */
	onAbort(listener: () => void): void {
		this.listeners.add(listener);
	}
}
