import { sleep } from 'n8n-workflow';

/** A sleep cannot be taken back; slept in slices, what is left of it after a halt is soon over. */
const SLICE_MS = 5000;

/** The execution was cancelled, or the run stops because of another item. */
export class Halted extends Error {
	/** Whether a request that changes something was under way, so that the service may have acted on it. */
	readonly uncertain: boolean;

	constructor(uncertain = false) {
		super('Halted');
		this.uncertain = uncertain;
	}
}

/** Says once, to everybody who waits for something, that nothing more is to be waited for. */
export class Halt {
	private halted = false;

	private readonly listeners = new Set<() => void>();

	get isOn(): boolean {
		return this.halted;
	}

	now(): void {
		this.halted = true;
		for (const listener of [...this.listeners]) listener();
		this.listeners.clear();
	}

	/** What `promise` comes to; throws `Halted` at once when the halt is or comes on before that. */
	private async orHalted<T>(promise: Promise<T>): Promise<T> {
		if (this.halted) throw new Halted();
		let listener = () => {};
		const halted = new Promise<never>((_, reject) => {
			listener = () => reject(new Halted());
			this.listeners.add(listener);
		});
		try {
			return await Promise.race([promise, halted]);
		} finally {
			this.listeners.delete(listener);
		}
	}

	/** Lets `milliseconds` pass; throws `Halted` at once when the halt is or comes on. */
	async sleep(milliseconds: number): Promise<void> {
		let left = milliseconds;
		do {
			await this.orHalted(sleep(Math.min(left, SLICE_MS)));
			left -= SLICE_MS;
		} while (left > 0);
	}

	/** Calls `listener` when the halt comes on. */
	onHalt(listener: () => void): void {
		this.listeners.add(listener);
	}
}
