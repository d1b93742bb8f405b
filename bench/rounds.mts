import type { Setting } from './measure.mts';
import type { Work } from './work.mts';

/** A setting, and how often every contestant is measured in it. */
export interface Round extends Setting {
	repeats: number;
}

type Load = Pick<Round, 'items' | 'latencyMs' | 'token' | 'repeats'>;

const LOADS: readonly Load[] = [
	{ items: 100, latencyMs: 20, token: 'warm', repeats: 5 },
	{ items: 100, latencyMs: 200, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 20, token: 'cold', repeats: 3 },
	{ items: 1_000, latencyMs: 20, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 200, token: 'warm', repeats: 3 },
];

/** Many items, and once more a few of them in the same run, to see what an item costs in each. */
const LARGE_LOADS: readonly Load[] = [
	{ items: 100, latencyMs: 20, token: 'warm', repeats: 5 },
	{ items: 10_000, latencyMs: 20, token: 'warm', repeats: 1 },
	{ items: 10_000, latencyMs: 200, token: 'warm', repeats: 1 },
];

/** All rounds, by the section of the benchmark that they belong to. */
export const ROUNDS = {
	send: roundsOf('send', LOADS),
	results: roundsOf('results', LOADS),
	'large-send': roundsOf('send', LARGE_LOADS),
	'large-results': roundsOf('results', LARGE_LOADS),
} as const;

function roundsOf(work: Work, loads: readonly Load[]): Round[] {
	return loads.map((load) => ({
		...load,
		work,
		// The node's default, and what the README recommends for a slow service.
		maxConcurrency: load.latencyMs >= 200 ? 100 : 50,
	}));
}
