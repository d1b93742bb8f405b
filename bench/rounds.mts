import type { Setting } from './measure.mts';
import { WORKS } from './work.mts';

/** A setting, and how often every contestant is measured in it. */
export interface Round extends Setting {
	repeats: number;
}

const LOADS: ReadonlyArray<Pick<Round, 'items' | 'latencyMs' | 'token' | 'repeats'>> = [
	{ items: 100, latencyMs: 20, token: 'warm', repeats: 5 },
	{ items: 100, latencyMs: 200, token: 'warm', repeats: 5 },
	{ items: 1_000, latencyMs: 20, token: 'cold', repeats: 3 },
	{ items: 1_000, latencyMs: 20, token: 'warm', repeats: 5 },
	{ items: 1_000, latencyMs: 200, token: 'warm', repeats: 3 },
	{ items: 10_000, latencyMs: 20, token: 'warm', repeats: 2 },
	{ items: 10_000, latencyMs: 200, token: 'warm', repeats: 1 },
];

/** All rounds of the contest. */
export const ROUNDS: readonly Round[] = WORKS.flatMap((work) =>
	LOADS.map((load) => ({
		...load,
		work,
		// The node's default, and what the README recommends for a slow service.
		maxConcurrency: load.latencyMs >= 200 ? 100 : 50,
	})),
);
