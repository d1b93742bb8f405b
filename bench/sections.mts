import { step, type Progress } from '../dev/host/progress.mts';
import { startArena } from './arena.mts';
import { roundsOf, runRound, type Round, type RoundResult } from './contest.mts';
import { contestGoals } from './goals.mts';
import { maskingGoals } from './masking.mts';
import { goalSheet, roundSheet, roundTitle, type Sheet } from './report.mts';
import { measureScale } from './scale.mts';
import { scaleGoals, scaleMemorySheet, scaleSheet } from './scale-report.mts';

/** How much is measured. */
export interface Size {
	/** Fewer than usual, to see that it works. */
	mostItems: number;
	/** Of `scale`. */
	applicants: number;
}

/** A part of the benchmark that can be run by itself; shows each table as soon as it is measured. */
export type Section = (
	progress: Progress,
	show: (sheet: Sheet) => Promise<void>,
	size: Size,
) => Promise<void>;

/** All parts, by the names that `npm run bench -- <name>` takes. */
export const SECTIONS: Readonly<Record<string, Section>> = {
	send: contest('send', roundsOf('send')),

	results: contest('results', roundsOf('results')),

	async scale(progress, show, { applicants }) {
		const run = await measureScale(applicants, progress);
		await show(scaleSheet(run));
		await show(scaleMemorySheet(run));
		await show(goalSheet('Goals: scale', scaleGoals(run)));
	},

	async masking(_progress, show) {
		await show(goalSheet('Goals: masking', maskingGoals()));
	},
};

function contest(name: string, rounds: readonly Round[]): Section {
	return async (progress, show, { mostItems }) => {
		const results: RoundResult[] = [];
		const arena = await startArena(progress);
		try {
			for (const each of rounds) {
				const round = { ...each, items: Math.min(each.items, mostItems) };
				const result = await step(progress, roundTitle({ round }), (current) =>
					runRound(arena, round, current),
				);
				results.push(result);
				await show(roundSheet(result));
			}
		} finally {
			await arena.stop();
		}
		await show(goalSheet(`Goals: ${name}`, contestGoals(results)));
	};
}
