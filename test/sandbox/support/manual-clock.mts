import type { Clock } from '../../../dev/sandbox/index.mts';

/** A clock that stands still until it is told to go on, and notes what it was asked to wait for. */
export class ManualClock implements Clock {
	/** Every wait that was asked for, in milliseconds. */
	readonly waits: number[] = [];

	private time = Date.UTC(2026, 5, 1, 12);
	private readonly sleepers = new Set<{ wakesAt: number; wake: () => void }>();
	private readonly onlookers = new Set<{ waits: number; tell: () => void }>();

	now(): number {
		return this.time;
	}

	async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
		this.waits.push(milliseconds);
		for (const { waits, tell } of this.onlookers) if (this.waits.length >= waits) tell();
		await new Promise<void>((resolve, reject) => {
			this.sleepers.add({ wakesAt: this.time + milliseconds, wake: resolve });
			signal.addEventListener('abort', () => {
				reject(new Error('The sandbox closed'));
			});
		});
	}

	/** Resolves once so many waits were asked for. */
	async untilWaits(waits: number): Promise<void> {
		if (this.waits.length >= waits) return;
		await new Promise<void>((tell) => this.onlookers.add({ waits, tell }));
	}

	/** Moves on and wakes everyone whose time has come. */
	advance(milliseconds: number): void {
		this.time += milliseconds;
		for (const sleeper of this.sleepers) {
			if (sleeper.wakesAt <= this.time) {
				this.sleepers.delete(sleeper);
				sleeper.wake();
			}
		}
	}
}
