import { startArena, type Arena } from '../../bench/arena.mts';
import { runRound } from '../../bench/contest.mts';
import { HTTP_REQUEST } from '../../bench/contestants.mts';
import { contestGoals } from '../../bench/goals.mts';
import { plainProgress } from '../../dev/host/progress.mts';

jest.setTimeout(30 * 60_000);

const ITEMS = 12;
const silent = plainProgress(() => undefined);

// Figures are for `npm run bench` on a quiet machine. Here: the work is done, and it is counted.
describe('the benchmark', () => {
	let arena: Arena;

	beforeAll(async () => {
		arena = await startArena(silent);
	});

	afterAll(async () => {
		await arena.stop();
	});

	test.each(['send', 'results'] as const)(
		'has every contestant do all of the work, and counts: %s',
		async (work) => {
			const round = { work, items: ITEMS, latencyMs: 1, token: 'cold', maxConcurrency: 3 } as const;
			const result = await runRound(arena, { ...round, repeats: 2 }, silent(''));
			for (const { contestant, requests, logins } of result.figures) {
				expect([contestant, requests]).toEqual([contestant, ITEMS]);
				if (contestant !== HTTP_REQUEST.name) expect(logins).toBe(1);
			}
			for (const { found, limit } of contestGoals([result])) {
				expect(found).toBeLessThanOrEqual(limit);
				expect(found).toBeGreaterThan(0);
			}
		},
	);
});
