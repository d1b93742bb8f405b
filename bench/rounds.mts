import type { Setting } from './measure.mts';
import type { Work } from './work.mts';

/** A setting, and how often every contestant is measured in it. */
export interface Round extends Setting {
	repeats: number;
	/** Each measurement is taken in an n8n of its own. */
	apart?: boolean;
}

type Load = Omit<Round, 'work' | 'maxConcurrency'>;

const LOADS: readonly Load[] = [
	{ items: 100, latencyMs: 20, token: 'warm', repeats: 5 },
	{ items: 100, latencyMs: 200, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 20, token: 'cold', repeats: 3 },
	{ items: 1_000, latencyMs: 20, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 200, token: 'warm', repeats: 3 },
];

/** Many items, and once more a few of them in the same run, to see what an item costs in each. */
function largeLoads(repeats: number): Load[] {
	return [
		{ items: 100, latencyMs: 20, token: 'warm', repeats: 5 },
		{ items: 10_000, latencyMs: 20, token: 'warm', repeats, apart: true },
		{ items: 10_000, latencyMs: 200, token: 'warm', repeats: 1, apart: true },
	];
}

/** All rounds, by the section of the benchmark that they belong to. */
export const ROUNDS = {
	send: roundsOf('send', LOADS),
	results: roundsOf('results', LOADS),
	'large-send': roundsOf('send', largeLoads(3)),
	'large-results': roundsOf('results', largeLoads(1)),
} as const;

function roundsOf(work: Work, loads: readonly Load[]): Round[] {
	return loads.map((load) => ({
		...load,
		work,
		// The node's default, and what the README recommends for a slow service.
		maxConcurrency: load.latencyMs >= 200 ? 100 : 50,
	}));
}
