import { roundsOf, type Figures, type RoundResult } from '../../../bench/contest.mts';
import { HTTP_REQUEST, MAP_AUTOMATICALLY } from '../../../bench/contestants.mts';
import { contestGoals, weightGoals } from '../../../bench/goals.mts';

test.each(['send', 'results'] as const)('every load is measured: %s', (work) => {
	const warm = roundsOf(work).filter(({ token }) => token === 'warm');
	expect(warm.map(({ items, latencyMs }) => `${items} ${latencyMs}`).sort()).toEqual(
		['100 20', '100 200', '1000 20', '1000 200', '10000 20', '10000 200'].sort(),
	);
});

describe('the goals', () => {
	test('for the node time depend on the latency', () => {
		const limits = [20, 200].map(
			(latencyMs) => goalsOf(result({ latencyMs }), 'Node time')[0]!.limit,
		);
		expect(limits).toEqual([0.45, 0.5]);
	});

	test('for the node time are not for a few items, where milliseconds decide', () => {
		expect(goalsOf(result({ items: 100 }), 'Node time')).toEqual([]);
	});

	test('for memory compare with the HTTP Request node where each had an n8n of its own', () => {
		expect(goalsOf(result({ apart: true }), 'Peak memory')).toEqual([
			expect.objectContaining({ limit: 1, found: 0.75 }),
		]);
	});

	test('for memory are not for one n8n that ran all and kept the memory of those before', () => {
		expect(goalsOf(result({ apart: false }), 'Peak memory')).toEqual([]);
	});

	test('for the cost of an item compare the most items with the fewest', () => {
		const results = [result({ items: 100, cost: 2 }), result({ items: 10_000, cost: 3 })];
		expect(contestGoals(results).filter(({ text }) => text.startsWith('Cost'))).toEqual([
			expect.objectContaining({ limit: 1.15, found: 1.5 }),
		]);
	});

	test('for the weight are about the tarball and the start of n8n', () => {
		const goals = weightGoals({ tarballBytes: 61_000, loadMilliseconds: 8 });
		expect(goals.map(({ found }) => found)).toEqual([61, 8]);
	});
});

interface Case {
	items?: number;
	latencyMs?: number;
	apart?: boolean;
	cost?: number;
}

function goalsOf(of: RoundResult, words: string) {
	return contestGoals([of]).filter(({ text }) => text.startsWith(words));
}

function result({ items = 10_000, latencyMs = 20, apart = false, cost = 1 }: Case): RoundResult {
	return {
		round: { work: 'send', items, latencyMs, token: 'warm', maxConcurrency: 50, repeats: 1, apart },
		figures: [
			figures(HTTP_REQUEST.name, { cost, peakMegabytes: 1000 }),
			figures(MAP_AUTOMATICALLY.name, { cost, peakMegabytes: 750 }),
		],
	};
}

function figures(
	contestant: string,
	{ cost, peakMegabytes = 100 }: Case & { peakMegabytes?: number },
): Figures {
	return {
		contestant,
		peakMegabytes,
		milliseconds: 1,
		cpuMillisecondsPerItem: cost!,
		logins: 0,
		requests: 1,
		mostInFlight: 1,
		silenceMilliseconds: 1,
	};
}
