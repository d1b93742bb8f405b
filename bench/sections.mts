import { step, type Progress, type Step } from '../dev/host/progress.mts';
import { holdRound, holdRoundApart, type RoundResult } from './contest.mts';
import { apart, inArena } from './arena.mts';
import { contestGoals, memoryInUseGoals, weightGoals } from './goals.mts';
import { measureMemory } from './memory.mts';
import { measurePackageWeight } from './package-weight.mts';
import { profileNodes } from './profile.mts';
import {
	goalSheet,
	memorySheet,
	profileSheet,
	responsivenessSheet,
	roundSheet,
	type Sheet,
	weightSheet,
} from './report.mts';
import { measureResponsiveness } from './responsiveness.mts';
import { ROUNDS, type Round } from './rounds.mts';
import { measureScale } from './scale.mts';
import { scaleGoals, scaleMemorySheet, scaleSheet } from './scale-report.mts';

/** A part of the benchmark that can be run by itself; hands each table on as soon as it stands. */
export type Section = (
	progress: Progress,
	show: (sheet: Sheet) => Promise<void>,
	size?: number,
) => Promise<void>;

const MANY_ITEMS = 10_000;

/** All parts, by the names that `npm run bench -- <name>` takes. */
export const SECTIONS: Readonly<Record<string, Section>> = {
	...Object.fromEntries(
		Object.entries(ROUNDS).map(([name, rounds]) => [name, contest(name, rounds)] as const),
	),

	async memory(progress, show) {
		const found = await measureMemory(MANY_ITEMS, progress);
		await show(memorySheet(found));
		await show(goalSheet('Goals: memory', memoryInUseGoals(found)));
	},

	async profile(progress, show) {
		await inArena(progress, async (arena) => {
			await show(profileSheet(await profileNodes(arena, progress)));
		});
	},

	async responsiveness(progress, show) {
		// Apart: memory that one way took would stay with n8n for the next.
		await show(responsivenessSheet(await measureResponsiveness(MANY_ITEMS, apart, progress)));
	},

	async scale(progress, show, size = 100_000) {
		const runs = await measureScale(size, progress);
		await show(scaleSheet(runs));
		await show(scaleMemorySheet(runs));
		await show(goalSheet('Goals: scale', scaleGoals(runs)));
	},

	async weight(progress, show) {
		const weight = await step(progress, 'Weighing the package', () =>
			measurePackageWeight(progress),
		);
		await show(weightSheet(weight));
		await show(goalSheet('Goals: weight', weightGoals(weight)));
	},
};

function contest(section: string, rounds: readonly Round[]): Section {
	return async (progress, show) => {
		const results: RoundResult[] = [];
		const hold = async (round: Round, held: (current: Step) => Promise<RoundResult>) => {
			const { work, items, latencyMs, token } = round;
			const text = `${work}: ${items} items, ${latencyMs} ms, ${token} token`;
			const result = await step(progress, text, held);
			results.push(result);
			await show(roundSheet(result));
		};
		await inArena(progress, async (arena) => {
			for (const round of rounds.filter((each) => each.apart !== true)) {
				await hold(round, (current) => holdRound(arena, round, current));
			}
		});
		for (const round of rounds.filter((each) => each.apart === true)) {
			await hold(round, (current) => holdRoundApart(round, current));
		}
		await show(goalSheet(`Goals: ${section}`, contestGoals(results)));
	};
}
