import { startArena, type Arena } from '../../bench/arena.mts';
import { runRound, type Round } from '../../bench/contest.mts';
import {
	CONTESTANTS,
	DEFINE_BELOW,
	HTTP_REQUEST,
	MAP_AUTOMATICALLY,
	type Work,
} from '../../bench/contestants.mts';
import { contestGoals } from '../../bench/goals.mts';
import { markdown, roundSheet } from '../../bench/report.mts';
import { measureResponsiveness } from '../../bench/responsiveness.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { testLong } from '../support/n8n-host.mts';

jest.setTimeout(30 * 60_000);

const ITEMS = 12;
const silent = plainProgress(() => undefined);
const small = { items: ITEMS, latencyMs: 1, token: 'cold', maxConcurrency: 3, repeats: 2 } as const;

// Figures are for `npm run bench` on a quiet machine. Here: the work is done, and it is counted.
describe('the benchmark', () => {
	let arena: Arena;

	beforeAll(async () => {
		arena = await startArena(silent);
	});

	afterAll(async () => {
		await arena.stop();
	});

	const run = async (work: Work, round: Partial<Round> = {}) =>
		await runRound(arena, { ...small, work, ...round }, silent(''));

	test('has every contestant do all of the work, and counts', async () => {
		const result = await run('send');
		expect(result.figures.map(({ contestant }) => contestant)).toEqual(
			CONTESTANTS.map(({ name }) => name),
		);
		for (const figures of result.figures) {
			expect(figures).toMatchObject({ requests: ITEMS });
			expect(figures.milliseconds).toBeGreaterThan(0);
			expect(figures.peakMegabytes).toBeGreaterThan(10);
		}
		const logins = Object.fromEntries(
			result.figures.map(({ contestant, ...figures }) => [contestant, figures.logins]),
		);
		expect(logins).toMatchObject({
			[MAP_AUTOMATICALLY.name]: 1,
			[DEFINE_BELOW.name]: 1,
		});
	});

	test('compares with the HTTP Request node, and says how the goals are met', async () => {
		const result = await run('results');
		const lines = markdown(roundSheet(result)).split('\n');
		expect(lines.find((line) => line.startsWith(`| ${HTTP_REQUEST.name}`))).toContain('| 1.00 |');

		const found = Object.fromEntries(contestGoals([result]).map((goal) => [goal.text, goal.found]));
		expect(found).toMatchObject({ 'Logins of a run that begins without a token': 1 });
		expect(found['Most requests in flight, to Max Concurrency']).toBeLessThanOrEqual(1);
		expect(found['Most requests in flight, to Max Concurrency']).toBeGreaterThan(0);
	});

	testLong('gives each contestant an n8n of its own where memory is compared', async () => {
		const workflows = async () => (await arena.n8n.client.listWorkflows()).length;
		const before = await workflows();
		const contestants = [MAP_AUTOMATICALLY];
		const { figures } = await run('send', { repeats: 1, apart: true, contestants });
		expect(figures[0]).toMatchObject({ contestant: MAP_AUTOMATICALLY.name, requests: ITEMS });
		// The one whose node does nothing.
		expect((await workflows()) - before).toBe(1);
	});

	test('speaks TLS 1.3 only, with a certificate that only n8n trusts', async () => {
		const { baseUrl } = arena.service;
		await expect(fetch(baseUrl)).rejects.toMatchObject({
			cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
		});
		await expect(fetch(baseUrl.replace('https', 'http'))).rejects.toThrow('fetch failed');
	});

	test('sends all rows in every way of keeping n8n answering', async () => {
		const { rows } = await measureResponsiveness(ITEMS, (work) => work(arena), silent);
		expect(rows).toHaveLength(6);
		for (const [, silence, whole, memory] of rows) {
			expect([silence, whole, memory]).toEqual([
				expect.stringMatching(/^\d+\.\d\d s$/),
				expect.stringMatching(/^\d+\.\d\d s$/),
				expect.stringMatching(/^[\d,]{3,} MB$/),
			]);
		}
	});
});
