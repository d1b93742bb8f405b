import { setTimeout as sleep } from 'node:timers/promises';

/** Where the sandbox takes its time from, so that tests need not wait for it. */
export interface Clock {
	/** Milliseconds since any fixed moment. */
	now(): number;
	/** Resolves after so many milliseconds; rejects when the signal aborts. */
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
	now: () => Date.now(),
	wait: async (milliseconds, signal) => {
		await sleep(milliseconds, undefined, { signal });
	},
};
