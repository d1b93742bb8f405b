import { playSeed, shrink, tell, toKind, type BadEnd } from './play.mts';
import { useHoldingService } from './service.mts';

// WORLDS=5000 SEED=7 plays more and others: see CONTRIBUTING.md.
const { WORLDS = '150', SEED = '1' } = process.env;

const service = useHoldingService();

test(
	'in any world nobody gets a link twice, no ID is lost or in another row, and every row ends',
	async () => {
		const found = new Map<string, { end: BadEnd; seed: number }>();
		const first = Number(SEED);
		for (let seed = first; seed < first + Number(WORLDS); seed++) {
			const end = await playSeed(seed, service());
			if (end === undefined) continue;
			const known = found.get(toKind(end));
			if (known === undefined || known.end.story.length > end.story.length)
				found.set(toKind(end), { end, seed });
		}
		const stories = new Map<string, string>();
		for (const { end, seed } of found.values()) {
			const shortest = await shrink(end, service());
			stories.set(toKind(shortest), tell(shortest, seed));
		}
		expect([...stories.values()]).toEqual([]);
	},
	24 * 60 * 60_000,
);
