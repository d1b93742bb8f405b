import { step, type Progress } from '../dev/host/progress.mts';
import { holdRound, type RoundResult } from './contest.mts';
import { contestGoals, memoryGoals, weightGoals } from './goals.mts';
import { startBenchN8n } from './host.mts';
import type { Arena } from './measure.mts';
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
import { ROUNDS } from './rounds.mts';
import { startService } from './service/index.mts';

/** A part of the benchmark that can be run by itself; hands each table on as soon as it stands. */
export type Section = (progress: Progress, show: (sheet: Sheet) => void) => Promise<void>;

const MANY_ITEMS = 10_000;

/** All parts, by the names that `npm run bench -- <name>` takes. */
export const SECTIONS: Readonly<Record<string, Section>> = {
	async contest(progress, show) {
		const results: RoundResult[] = [];
		await inArena(progress, async (arena) => {
			for (const round of ROUNDS) {
				const { work, items, latencyMs, token } = round;
				const text = `${work}: ${items} items, ${latencyMs} ms, ${token} token`;
				const result = await step(progress, text, (current) => holdRound(arena, round, current));
				results.push(result);
				show(roundSheet(result));
			}
		});
		show(goalSheet('Goals: time, cost and requests', contestGoals(results)));
	},

	async memory(progress, show) {
		const peaks = await measureMemory(MANY_ITEMS, progress);
		show(memorySheet(peaks));
		show(goalSheet('Goals: memory', memoryGoals(peaks)));
	},

	async responsiveness(progress, show) {
		const load = { items: MANY_ITEMS, repeats: 2 };
		await inArena(progress, async (arena) => {
			show(responsivenessSheet(await measureResponsiveness(arena, load, progress)));
		});
	},

	async queue(_progress, show) {
		show(queueSheet(await compareWorkers()));
	},

	async weight(progress, show) {
		const weight = await step(progress, 'Weighing the package', () =>
			measurePackageWeight(progress),
		);
		show(weightSheet(weight));
		show(goalSheet('Goals: package', weightGoals(weight)));
	},
};

async function inArena(progress: Progress, work: (arena: Arena) => Promise<void>): Promise<void> {
	const n8n = await startBenchN8n(progress);
	try {
		const service = await startService(n8n.installed.node);
		await work({ n8n, service }).finally(() => service.stop());
	} finally {
		await n8n.stop();
	}
}
