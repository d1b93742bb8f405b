import { fileURLToPath } from 'node:url';

import type { SavedCredential } from '../dev/host/client.mts';
import { run } from '../dev/host/child.mts';
import type { Step } from '../dev/host/progress.mts';
import { collectGarbage, inArena, newAccount, type Arena } from './arena.mts';
import type { LoopFigures, LoopOptions } from './bare-loop.mts';
import { MAP_AUTOMATICALLY, NODES, type Contestant, type Work } from './contestants.mts';
import { measure, measureNothing, type Measurement, type Setting } from './measure.mts';
import { median } from './median.mts';

/** A setting, and how often every contestant is measured in it. */
export interface Round extends Setting {
	repeats: number;
	/** Each contestant gets an n8n of its own: memory that one took stays with n8n for the next. */
	apart?: boolean;
	/** Default: all that can do so many items. */
	contestants?: readonly Contestant[];
}

/** Medians over the repeats of a round. What cannot be measured of a contestant is NaN. */
export interface Figures {
	contestant: string;
	milliseconds: number;
	/** Above a workflow whose node does nothing. */
	cpuMillisecondsPerItem: number;
	logins: number;
	requests: number;
	mostInFlight: number;
	peakMegabytes: number;
	silenceMilliseconds: number;
}

export interface RoundResult {
	round: Round;
	figures: Figures[];
}

const LOADS: ReadonlyArray<Omit<Round, 'work' | 'maxConcurrency'>> = [
	{ items: 100, latencyMs: 20, token: 'warm', repeats: 3 },
	{ items: 100, latencyMs: 200, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 20, token: 'cold', repeats: 1 },
	{ items: 1_000, latencyMs: 20, token: 'warm', repeats: 3 },
	{ items: 1_000, latencyMs: 200, token: 'warm', repeats: 3 },
	{ items: 10_000, latencyMs: 20, token: 'warm', repeats: 1, apart: true },
	{ items: 10_000, latencyMs: 200, token: 'warm', repeats: 1 },
];

/** The rounds of a section of the benchmark. */
export function roundsOf(work: Work): Round[] {
	// The node's default, and what the docs recommend for a slow service.
	return LOADS.map((load) => ({ ...load, work, maxConcurrency: load.latencyMs >= 200 ? 100 : 50 }));
}

/** Rounds of our node with different limits of requests in flight, to choose the default. */
export function inFlightRounds(): Round[] {
	const load = { work: 'send', items: 1_000, token: 'warm', maxConcurrency: 50 } as const;
	const contestants = [10, 25, 50, 100, 200].map((maxConcurrency) => ({
		...MAP_AUTOMATICALLY,
		name: `Max Concurrency ${maxConcurrency}`,
		parameters: (work: Work, baseUrl: string) =>
			MAP_AUTOMATICALLY.parameters(work, baseUrl, maxConcurrency),
	}));
	return [20, 200].map((latencyMs) => ({ ...load, latencyMs, repeats: 3, contestants }));
}

/** The loop that opens a connection for each request, as n8n does, and the one that shares them. */
export const BARE_LOOP = 'Bare axios loop, a connection for each request';
export const KEEP_ALIVE_LOOP = 'Bare axios loop, keep-alive';

const LOOP_SCRIPT = fileURLToPath(new URL('bare-loop.mts', import.meta.url));
/** With more items the loops are left out: they only take time. */
const MOST_ITEMS_OF_LOOPS = 1_000;
const WARM_UP_ITEMS = 50;

/** Measures every contestant of a round, in turns, so that what else the machine does affects all of them. */
export async function runRound(arena: Arena, round: Round, step: Step): Promise<RoundResult> {
	const { contestants = contestantsOf(round) } = round;
	const within = <T,>(work: (own: Arena) => Promise<T>) =>
		round.apart === true ? inArena(work) : work(arena);
	const measured = new Map<string, Measurement[]>();
	const note = (name: string, measurement: Measurement) =>
		measured.set(name, [...(measured.get(name) ?? []), measurement]);
	const nothing: number[] = [];
	for (let repeat = 0; repeat < round.repeats; repeat++) {
		const at = round.repeats > 1 ? ` (${repeat + 1} of ${round.repeats})` : '';
		step.update(`nothing${at}`);
		nothing.push((await measureNothing(arena, round)).cpuMilliseconds);
		for (const contestant of inTurn(contestants, repeat)) {
			step.update(`${contestant.name}${at}`);
			note(contestant.name, await within((own) => measureContestant(own, contestant, round)));
		}
		if (round.items > MOST_ITEMS_OF_LOOPS) continue;
		step.update(`Bare axios loops${at}`);
		note(BARE_LOOP, await measureBareLoop(arena, round, false));
		note(KEEP_ALIVE_LOOP, await measureBareLoop(arena, round, true));
	}
	const figures = [...measured].map(([name, measurements]) => {
		const isNode = contestants.some((contestant) => contestant.name === name);
		return figuresOf(name, measurements, isNode ? median(nothing) : 0, round);
	});
	return { round, figures };
}

function contestantsOf({ items }: Round): Contestant[] {
	return NODES.filter(({ mostItems = Infinity }: Contestant) => items <= mostItems);
}

/** Each repeat begins with another one. */
function inTurn<T>(contestants: readonly T[], repeat: number): T[] {
	const first = repeat % contestants.length;
	return [...contestants.slice(first), ...contestants.slice(0, first)];
}

async function measureContestant(
	arena: Arena,
	contestant: Contestant,
	round: Round,
): Promise<Measurement> {
	const warm = await warmUp(arena, contestant, round);
	const credential = round.token === 'warm' ? warm : await newAccount(arena, contestant);
	return await measure(arena, contestant, round, credential);
}

const warmedUp = new WeakMap<Arena, Map<string, SavedCredential>>();

/** Runs it with a few items first, once per arena: compiled, logged in. Returns a credential with a token. */
async function warmUp(
	arena: Arena,
	contestant: Contestant,
	setting: Setting,
): Promise<SavedCredential> {
	const credentials = warmedUp.get(arena) ?? new Map<string, SavedCredential>();
	warmedUp.set(arena, credentials);
	const key = `${contestant.name} ${setting.work}`;
	const known = credentials.get(key);
	if (known !== undefined) return known;
	const credential = await newAccount(arena, contestant);
	await measure(arena, contestant, { ...setting, items: WARM_UP_ITEMS }, credential);
	await collectGarbage(arena);
	credentials.set(key, credential);
	return credential;
}

async function measureBareLoop(
	{ n8n, service }: Arena,
	{ work, items, latencyMs, maxConcurrency }: Round,
	keepAlive: boolean,
): Promise<Measurement> {
	await service.begin(latencyMs);
	const { baseUrl } = service;
	const options: LoopOptions = { baseUrl, work, items, maxConcurrency, keepAlive };
	const { NODE_EXTRA_CA_CERTS } = n8n.environment;
	const output = await run(n8n.installed.node, [LOOP_SCRIPT, JSON.stringify(options)], {
		cwd: n8n.workingFolder,
		env: { ...process.env, NODE_EXTRA_CA_CERTS },
	});
	const figures = JSON.parse(output) as LoopFigures;
	return { ...figures, silenceMilliseconds: NaN, service: await service.figures() };
}

function figuresOf(
	contestant: string,
	measurements: readonly Measurement[],
	nothing: number,
	{ items }: Round,
): Figures {
	const medianOf = (read: (measurement: Measurement) => number) => median(measurements.map(read));
	return {
		contestant,
		milliseconds: medianOf(({ milliseconds }) => milliseconds),
		cpuMillisecondsPerItem: (medianOf(({ cpuMilliseconds }) => cpuMilliseconds) - nothing) / items,
		logins: medianOf(({ service }) => service.logins),
		requests: medianOf(({ service }) => service.sent + service.fetched + service.refused),
		mostInFlight: medianOf(({ service }) => service.mostInFlight),
		peakMegabytes: medianOf(({ peakMegabytes }) => peakMegabytes),
		silenceMilliseconds: medianOf(({ silenceMilliseconds }) => silenceMilliseconds),
	};
}
