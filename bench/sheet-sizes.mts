import { setTimeout as delay } from 'node:timers/promises';
import { step, type Progress, type Step } from '../dev/host/progress.mts';
import { cpuMilliseconds } from './process-figures.mts';
import { inScaleArena, startOnce, statesOf, type ScaleArena } from './scale-arena.mts';
import { postgresMilliseconds } from './scale-watch.mts';

/** Processor time in milliseconds: of n8n's main process and its workers, and of PostgreSQL. */
interface Used {
	n8n: number;
	database: number;
}

/** What an applicant costs in a sheet of that size. */
export interface SheetCost {
	applicants: number;
	/** Until the first applicant is accepted: every row is recorded by then. */
	recording: Used;
	/** From then on, until every userId is noted. */
	sending: Used;
}

/** Before and after the larger sheets, so that a machine that changes its speed is seen. */
const SMALL = 1_000;
const MIDDLE = 10_000;
const LOOK_EVERY_MS = 100;
const SHOW_EVERY_MS = 5_000;

/**
 * Sends sheets up to that size in queue mode, one after another, each with an empty data table. Of the sheets of one
 * size the one in the middle by cost counts.
 */
export async function measureSheetSizes(most: number, progress: Progress): Promise<SheetCost[]> {
	const sizes = [SMALL, SMALL, SMALL, MIDDLE, most, SMALL, SMALL].filter((size) => size <= most);
	return await inScaleArena(progress, async (arena) => {
		const costs: SheetCost[] = [];
		for (const [index, applicants] of sizes.entries()) {
			const text = `${applicants} applicants, sheet ${index + 1} of ${sizes.length}`;
			const measured = await step(
				progress,
				text,
				async (current) => await send(arena, applicants, current),
				({ recording, sending }) =>
					`${text}: ${recording.n8n.toFixed(1)} and ${sending.n8n.toFixed(1)} ms each`,
			);
			costs.push(measured);
		}
		return [...new Set(sizes)].map((size) => {
			const same = costs.filter(({ applicants }) => applicants === size);
			return same.sort((a, b) => costOf(a) - costOf(b))[Math.floor(same.length / 2)]!;
		});
	});
}

/** What an applicant costs n8n in all. */
export function costOf({ recording, sending }: SheetCost): number {
	return recording.n8n + sending.n8n;
}

async function send(arena: ScaleArena, applicants: number, current: Step): Promise<SheetCost> {
	const { queue, service, shared } = arena;
	await queue.query(`TRUNCATE ${await shared.table()}`);
	await shared.replace(applicants);
	const before = service.accepted.size;
	const accepted = () => service.accepted.size - before;
	let measuring = true;
	const showing = (async () => {
		while (measuring) {
			const { rows } = await statesOf(arena);
			current.update(`${rows} rows recorded, ${accepted()} accepted`);
			await delay(SHOW_EVERY_MS);
		}
	})();
	try {
		const atStart = await usedBy(arena);
		const starting = startOnce(arena);
		while (accepted() === 0) await delay(LOOK_EVERY_MS);
		const atFirst = await usedBy(arena);
		await starting;
		while (accepted() < applicants) await delay(LOOK_EVERY_MS);
		while ((await statesOf(arena)).sent < applicants) await delay(LOOK_EVERY_MS);
		const atLast = await usedBy(arena);
		return {
			applicants,
			recording: each(atStart, atFirst, applicants),
			sending: each(atFirst, atLast, applicants),
		};
	} finally {
		measuring = false;
		await showing;
	}
}

async function usedBy({ queue, services }: ScaleArena): Promise<Used> {
	const pids = [queue.main.pid, ...queue.workers.map(({ pid }) => pid)];
	const used = await Promise.all(pids.map((pid) => cpuMilliseconds(pid)));
	return {
		n8n: used.reduce((sum, one) => sum + one, 0),
		database: await postgresMilliseconds(services.postgresPid()),
	};
}

function each(from: Used, to: Used, count: number): Used {
	return { n8n: (to.n8n - from.n8n) / count, database: (to.database - from.database) / count };
}
