import type { SavedCredential } from '../dev/host/client.mts';
import type { Step } from '../dev/host/progress.mts';
import { apart, newAccount, type Arena } from './arena.mts';
import { runBareLoop } from './bare-loop/index.mts';
import { NODES, type Contestant } from './contestants/index.mts';
import { measure, measureNothing, type Measurement, type Setting } from './measure.mts';
import { median } from './median.mts';
import type { Round } from './rounds.mts';

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

export const BARE_LOOP = 'Bare axios loop';

/** Takes one measurement of each kind. */
interface Measuring {
	nothing(): Promise<Measurement>;
	contestant(contestant: Contestant): Promise<Measurement>;
	bareLoop(): Promise<Measurement>;
}

const WARM_UP_ITEMS = 50;

/** Measures every contestant of a round in one n8n. */
export async function holdRound(arena: Arena, round: Round, step: Step): Promise<RoundResult> {
	const credentials = new Map<Contestant, SavedCredential>();
	for (const contestant of contestantsOf(round)) {
		credentials.set(contestant, await warmUp(arena, contestant, round));
	}
	return await takeTurns(round, step, {
		nothing: () => measureNothing(arena, round),
		async contestant(contestant) {
			const credential =
				round.token === 'warm' ? credentials.get(contestant) : await newAccount(arena, contestant);
			return await measure(arena, contestant, round, credential!);
		},
		bareLoop: () => measureBareLoop(arena, round),
	});
}

/** Measures every contestant of a round each time in an n8n of its own, freshly started and tidied up. */
export async function holdRoundApart(round: Round, step: Step): Promise<RoundResult> {
	return await takeTurns(round, step, {
		nothing: () => apart((arena) => measureNothing(arena, round)),
		contestant: (contestant) =>
			apart(async (arena) => {
				const credential = await warmUp(arena, contestant, round);
				// Else what n8n's start left behind decides when it next looks for garbage, and so the peak.
				await arena.n8n.inside.collectGarbage();
				return await measure(arena, contestant, round, credential);
			}),
		bareLoop: () => apart((arena) => measureBareLoop(arena, round)),
	});
}

/** Measures all in turns, so that what the machine does meanwhile hits them all. */
async function takeTurns(round: Round, step: Step, take: Measuring): Promise<RoundResult> {
	const contestants = contestantsOf(round);
	const measured = new Map<string, Measurement[]>();
	const note = (name: string, measurement: Measurement) =>
		measured.set(name, [...(measured.get(name) ?? []), measurement]);
	const nothing: number[] = [];
	for (let repeat = 0; repeat < round.repeats; repeat++) {
		const at = round.repeats > 1 ? ` (${repeat + 1} of ${round.repeats})` : '';
		nothing.push((await take.nothing()).cpuMilliseconds);
		for (const contestant of inTurn(contestants, repeat)) {
			step.update(`${contestant.name}${at}`);
			note(contestant.name, await take.contestant(contestant));
		}
		step.update(`${BARE_LOOP}${at}`);
		note(BARE_LOOP, await take.bareLoop());
	}
	const figures = [...measured].map(([name, measurements]) =>
		figuresOf(name, measurements, name === BARE_LOOP ? 0 : median(nothing), round),
	);
	return { round, figures };
}

function contestantsOf({ work, items }: Round): Contestant[] {
	return NODES.filter(
		({ works, mostItems = Infinity }: Contestant) => works.includes(work) && items <= mostItems,
	);
}

/** Each repeat begins with another one. */
function inTurn<T>(contestants: readonly T[], repeat: number): T[] {
	const first = repeat % contestants.length;
	return [...contestants.slice(first), ...contestants.slice(0, first)];
}

/** Lets it run a little first: compiled, signed in. Returns the credential that then has a token. */
export async function warmUp(
	arena: Arena,
	contestant: Contestant,
	setting: Setting,
	items = WARM_UP_ITEMS,
): Promise<SavedCredential> {
	const credential = await newAccount(arena, contestant);
	await measure(arena, contestant, { ...setting, items }, credential);
	return credential;
}

async function measureBareLoop({ n8n, service }: Arena, round: Round): Promise<Measurement> {
	const { work, items, latencyMs, maxConcurrency } = round;
	await service.begin(latencyMs);
	const { node } = n8n.installed;
	const { baseUrl } = service;
	const figures = await runBareLoop({ node, baseUrl, work, items, atOnce: maxConcurrency });
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
