import { BARE_LOOP, holdRound } from '../../bench/contest.mts';
import {
	DEFINE_BELOW,
	HTTP_REQUEST,
	MAP_AUTOMATICALLY,
	STOCK_NODE,
} from '../../bench/contestants/index.mts';
import { contestGoals } from '../../bench/goals.mts';
import { startBenchN8n } from '../../bench/host.mts';
import type { Arena } from '../../bench/arena.mts';
import { markdown, roundSheet } from '../../bench/report.mts';
import { measureResponsiveness } from '../../bench/responsiveness.mts';
import { startService } from '../../bench/service/index.mts';
import type { Work } from '../../bench/work.mts';
import { plainProgress } from '../../dev/host/progress.mts';

jest.setTimeout(30 * 60_000);

const ITEMS = 12;
const silent = plainProgress(() => undefined);
const small = { items: ITEMS, latencyMs: 1, token: 'cold', maxConcurrency: 3, repeats: 2 } as const;

// What the benchmark says is for `npm run bench` on a quiet machine; here, that what it says is so.
describe('the benchmark', () => {
	let arena: Arena;

	beforeAll(async () => {
		const n8n = await startBenchN8n(silent);
		arena = { n8n, service: await startService(n8n.installed.node) };
	});

	afterAll(async () => {
		await arena.service.stop();
		await arena.n8n.stop();
	});

	const hold = async (work: Work) => await holdRound(arena, { ...small, work }, silent(''));

	test('has every contestant do all of the work, and counts', async () => {
		const result = await hold('send');
		const names = [HTTP_REQUEST, MAP_AUTOMATICALLY, DEFINE_BELOW, STOCK_NODE].map(
			({ name }) => name,
		);
		expect(result.figures.map(({ contestant }) => contestant)).toEqual([...names, BARE_LOOP]);
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
			[STOCK_NODE.name]: ITEMS,
		});
	});

	test('compares with the HTTP Request node, and holds the goals against what it found', async () => {
		const result = await hold('results');
		const lines = markdown(roundSheet(result)).split('\n');
		expect(lines.find((line) => line.startsWith(`| ${HTTP_REQUEST.name}`))).toContain('| 1.00 |');

		const found = Object.fromEntries(contestGoals([result]).map((goal) => [goal.text, goal.found]));
		expect(found).toMatchObject({ 'Logins of a run that begins without a token': 1 });
		expect(found['Most requests in flight, to Max Concurrency']).toBeLessThanOrEqual(1);
		expect(found['Most requests in flight, to Max Concurrency']).toBeGreaterThan(0);
	});

	test('sends all rows in every way of keeping n8n answering', async () => {
		const ways = await measureResponsiveness(ITEMS, (work) => work(arena), silent);
		expect(ways).toHaveLength(6);
		for (const { silenceMilliseconds, milliseconds, peakMegabytes } of ways) {
			expect(peakMegabytes).toBeGreaterThan(100);
			expect(silenceMilliseconds).toBeGreaterThan(0);
			expect(milliseconds).toBeGreaterThan(0);
		}
	});

	test("looks into n8n's process", async () => {
		const { inside, client } = arena.n8n;
		expect(await inside.collectGarbage()).toBeGreaterThan(50);
		const { samples = [], nodes } = await inside.profile(async () => {
			for (let asked = 0; asked < 20; asked++) await client.rest('GET', '/workflows');
		});
		expect(samples.length).toBeGreaterThan(0);
		expect(nodes.some(({ callFrame }) => callFrame.url.includes('/node_modules/'))).toBe(true);
	});
});
