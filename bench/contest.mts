import type { SavedCredential } from '../dev/host/client.mts';
import type { Step } from '../dev/host/progress.mts';
import { newAccount, type Arena } from './arena.mts';
import { runBareLoop } from './bare-loop/index.mts';
import { NODES, type Contestant } from './contestants/index.mts';
import { measure, measureNothing, type Measurement } from './measure.mts';
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

/** Measures every contestant of a round, in turns, so that what the machine does meanwhile hits them all. */
export async function holdRound(arena: Arena, round: Round, step: Step): Promise<RoundResult> {
	const contestants: Contestant[] = NODES.filter(
		({ works, mostItems = Infinity }: Contestant) =>
			works.includes(round.work) && round.items <= mostItems,
	);
	const measured = new Map<string, Measurement[]>();
	const note = (name: string, measurement: Measurement) =>
		measured.set(name, [...(measured.get(name) ?? []), measurement]);
	const nothing: number[] = [];
	const credentials = await warmUp(arena, round, contestants);
	for (let repeat = 0; repeat < round.repeats; repeat++) {
		const at = round.repeats > 1 ? ` (${repeat + 1} of ${round.repeats})` : '';
		nothing.push((await measureNothing(arena, round)).cpuMilliseconds);
		for (const contestant of inTurn(contestants, repeat)) {
			step.update(`${contestant.name}${at}`);
			const credential =
				round.token === 'warm' ? credentials.get(contestant) : await newAccount(arena, contestant);
			note(contestant.name, await measure(arena, contestant, round, credential!));
		}
		step.update(`${BARE_LOOP}${at}`);
		note(BARE_LOOP, await measureBareLoop(arena, round));
	}
	const figures = [...measured].map(([name, measurements]) =>
		figuresOf(name, measurements, name === BARE_LOOP ? 0 : median(nothing), round),
	);
	return { round, figures };
}

/** Each repeat begins with another one. */
function inTurn<T>(contestants: readonly T[], repeat: number): T[] {
	const first = repeat % contestants.length;
	return [...contestants.slice(first), ...contestants.slice(0, first)];
}

/** Lets everybody run a little first: compiled, signed in. Returns the credentials that then have a token. */
async function warmUp(
	arena: Arena,
	round: Round,
	contestants: readonly Contestant[],
): Promise<Map<Contestant, SavedCredential>> {
	const credentials = new Map<Contestant, SavedCredential>();
	for (const contestant of contestants) {
		const credential = await newAccount(arena, contestant);
		await measure(arena, contestant, { ...round, items: 50 }, credential);
		credentials.set(contestant, credential);
	}
	return credentials;
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
