import { step, type Progress } from '../dev/host/progress.mts';
import { holdRound, type RoundResult } from './contest.mts';
import { contestGoals, memoryGoals, weightGoals } from './goals.mts';
import { inArena } from './arena.mts';
import { measureMemory } from './memory.mts';
import { measurePackageWeight } from './package-weight.mts';
import { compareWorkers } from './queue.mts';
import {
	goalSheet,
	memorySheet,
	queueSheet,
	responsivenessSheet,
	roundSheet,
	type Sheet,
	weightSheet,
} from './report.mts';
import { measureResponsiveness } from './responsiveness.mts';
import { ROUNDS, type Round } from './rounds.mts';
import { WORKS } from './work.mts';

/** A part of the benchmark that can be run by itself; hands each table on as soon as it stands. */
export type Section = (progress: Progress, show: (sheet: Sheet) => Promise<void>) => Promise<void>;

const MANY_ITEMS = 10_000;

/** All parts, by the names that `npm run bench -- <name>` takes. */
export const SECTIONS: Readonly<Record<string, Section>> = {
	...Object.fromEntries(
		Object.entries(ROUNDS).map(([name, rounds]) => [name, contest(rounds)] as const),
	),

	async memory(progress, show) {
		for (const work of WORKS) {
			const peaks = await measureMemory(work, MANY_ITEMS, progress);
			await show(memorySheet(peaks));
			await show(goalSheet(`Goals: memory, ${work}`, memoryGoals(peaks)));
		}
	},

	async responsiveness(progress, show) {
		const load = { items: MANY_ITEMS, repeats: 1 };
		await inArena(progress, async (arena) => {
			await show(responsivenessSheet(await measureResponsiveness(arena, load, progress)));
		});
	},

	async queue(_progress, show) {
		await show(queueSheet(await compareWorkers()));
	},

	async weight(progress, show) {
		const weight = await step(progress, 'Weighing the package', () =>
			measurePackageWeight(progress),
		);
		await show(weightSheet(weight));
		await show(goalSheet('Goals: package', weightGoals(weight)));
	},
};

function contest(rounds: readonly Round[]): Section {
	return async (progress, show) => {
		const results: RoundResult[] = [];
		await inArena(progress, async (arena) => {
			for (const round of rounds) {
				const { work, items, latencyMs, token } = round;
				const text = `${work}: ${items} items, ${latencyMs} ms, ${token} token`;
				const result = await step(progress, text, (current) => holdRound(arena, round, current));
				results.push(result);
				await show(roundSheet(result));
			}
		});
		await show(goalSheet('Goals', contestGoals(results)));
	};
}
