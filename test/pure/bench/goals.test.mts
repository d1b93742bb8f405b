import { HTTP_REQUEST, MAP_AUTOMATICALLY } from '../../../bench/contestants/index.mts';
import type { Figures, RoundResult } from '../../../bench/contest.mts';
import { contestGoals, memoryInUseGoals } from '../../../bench/goals.mts';
import { ROUNDS } from '../../../bench/rounds.mts';

test('every load that the goals speak of is measured', () => {
	const all = Object.values(ROUNDS).flat();
	const rounds = all.map(({ work, items, latencyMs }) => `${work} ${items} ${latencyMs}`);
	for (const work of ['send', 'results']) {
		for (const items of [100, 1_000, 10_000]) {
			for (const latencyMs of [20, 200]) expect(rounds).toContain(`${work} ${items} ${latencyMs}`);
		}
	}
});

describe('the goals for memory', () => {
	test('are held against the HTTP Request node where each had an n8n of its own', () => {
		expect(memoryGoalsOf(result({ apart: true }))).toEqual([
			expect.objectContaining({ limit: 1, found: 0.75 }),
		]);
	});

	test('are not, where one n8n ran all and kept the memory of those before', () => {
		expect(memoryGoalsOf(result({ apart: false }))).toEqual([]);
	});
});

describe('the goals for what is in use', () => {
	test('are held against the HTTP Request node', () => {
		const found = [inUse(HTTP_REQUEST.name, 400), inUse(MAP_AUTOMATICALLY.name, 300)];
		expect(memoryInUseGoals(found)).toEqual([expect.objectContaining({ limit: 1, found: 0.75 })]);
	});
});

function inUse(contestant: string, peakMegabytes: number) {
	return { contestant, items: 10_000, peakMegabytes };
}

function memoryGoalsOf(of: RoundResult) {
	return contestGoals([of]).filter(({ text }) => text.startsWith('Peak memory'));
}

function result({ apart }: { apart: boolean }): RoundResult {
	const load = { work: 'send', items: 10_000, latencyMs: 20, token: 'warm' } as const;
	return {
		round: { ...load, maxConcurrency: 50, repeats: 1, apart },
		figures: [figures(HTTP_REQUEST.name, 1000), figures(MAP_AUTOMATICALLY.name, 750)],
	};
}

function figures(contestant: string, peakMegabytes: number): Figures {
	return {
		contestant,
		peakMegabytes,
		milliseconds: 1,
		cpuMillisecondsPerItem: 1,
		logins: 0,
		requests: 10_000,
		mostInFlight: 1,
		silenceMilliseconds: 1,
	};
}
