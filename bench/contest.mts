import type { SavedCredential } from '../dev/host/client.mts';
import type { Step } from '../dev/host/progress.mts';
import { newAccount, type Arena } from './arena.mts';
import { CONTESTANTS, type Contestant, type Work } from './contestants.mts';
import { measure, type Measurement, type Setting } from './measure.mts';
import { median } from './median.mts';

/** A setting, and how often every contestant is measured in it. */
export interface Round extends Setting {
	repeats: number;
}

/** Medians over the repeats of a round. */
export type Figures = ReturnType<typeof figuresOf>;

export type RoundResult = Awaited<ReturnType<typeof runRound>>;

const LOADS: ReadonlyArray<Omit<Round, 'work' | 'maxConcurrency'>> = [
	{ items: 1_000, latencyMs: 20, token: 'cold', repeats: 1 },
	{ items: 1_000, latencyMs: 20, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 200, token: 'warm', repeats: 3 },
	{ items: 10_000, latencyMs: 20, token: 'warm', repeats: 1 },
];

/** The rounds of a section of the benchmark. */
export function roundsOf(work: Work): Round[] {
	// The node's default, and what the docs recommend for a slow service.
	return LOADS.map((load) => ({ ...load, work, maxConcurrency: load.latencyMs >= 200 ? 100 : 50 }));
}

const WARM_UP_ITEMS = 50;

/** Measures every contestant of a round, in turns, so that what else the machine does affects all of them. */
export async function runRound(arena: Arena, round: Round, step: Step) {
	const runs = CONTESTANTS.map((contestant) => ({ contestant, measured: [] as Measurement[] }));
	for (let repeat = 0; repeat < round.repeats; repeat++) {
		const at = round.repeats > 1 ? ` (${repeat + 1} of ${round.repeats})` : '';
		for (const { contestant, measured } of runs) {
			step.update(`${contestant.name}${at}`);
			const warm = await warmUp(arena, contestant, round);
			const credential = round.token === 'warm' ? warm : await newAccount(arena);
			measured.push(await measure(arena, contestant, round, credential));
		}
	}
	const figures = runs.map(({ contestant: { name }, measured }) => figuresOf(name, measured));
	return { round, figures };
}

/** Runs it with a few items first, once per arena: compiled, logged in. Returns a credential with a token. */
async function warmUp(
	arena: Arena,
	contestant: Contestant,
	setting: Setting,
): Promise<SavedCredential> {
	const key = `${contestant.name} ${setting.work}`;
	const known = arena.warmedUp.get(key);
	if (known !== undefined) return known;
	const credential = await newAccount(arena);
	await measure(arena, contestant, { ...setting, items: WARM_UP_ITEMS }, credential);
	arena.warmedUp.set(key, credential);
	return credential;
}

function figuresOf(contestant: string, measurements: readonly Measurement[]) {
	const medianOf = (read: (measurement: Measurement) => number) => median(measurements.map(read));
	return {
		contestant,
		milliseconds: medianOf(({ milliseconds }) => milliseconds),
		logins: medianOf(({ service }) => service.logins),
		requests: medianOf(({ service }) => service.sent + service.fetched + service.refused),
		mostInFlight: medianOf(({ service }) => service.mostInFlight),
	};
}
