import { setTimeout as delay } from 'node:timers/promises';

import { step, type Progress } from '../dev/host/progress.mts';
import { apart, type Arena } from './arena.mts';
import { warmUp } from './contest.mts';
import { COMPARED, type Contestant } from './contestants/index.mts';
import type { InsideN8n } from './inside/index.mts';
import { measure, type Setting } from './measure.mts';
import { untilTold } from './until-told.mts';

/**
 * What n8n really holds. How much its process takes up beyond that is for V8 to decide: it lets garbage
 * lie until there is several times as much of it as of what is in use.
 */
export interface MemoryInUse {
	contestant: string;
	items: number;
	/** The most that was in use whenever n8n could be asked while the items were done. */
	peakMegabytes: number;
}

const LOOK_EVERY_MS = 3000;

/** The memory that sending `items` items needs, for each contestant in an n8n of its own. */
export async function measureMemory(items: number, progress: Progress): Promise<MemoryInUse[]> {
	const load = { latencyMs: 20, token: 'warm', maxConcurrency: 50 } as const;
	const setting: Setting = { work: 'send', items, ...load };
	const found: MemoryInUse[] = [];
	for (const contestant of COMPARED) {
		const peakMegabytes = await step(progress, `Memory: ${contestant.name}`, () =>
			apart((arena) => mostInUse(arena, contestant, setting)),
		);
		found.push({ contestant: contestant.name, items, peakMegabytes });
	}
	return found;
}

async function mostInUse(arena: Arena, contestant: Contestant, setting: Setting): Promise<number> {
	const { inside } = arena.n8n;
	const credential = await warmUp(arena, contestant, setting);
	// What n8n's start left behind is not the contestant's.
	await inside.collectGarbage();
	const peak = watch(inside);
	await measure(arena, contestant, setting, credential);
	return await peak();
}

/** Looks again and again until the function that comes back is called, which gives the most that was seen. */
function watch(inside: InsideN8n): () => Promise<number> {
	let most = 0;
	const end = untilTold(async () => {
		most = Math.max(most, await inside.collectGarbage());
		await delay(LOOK_EVERY_MS);
	});
	return async () => {
		await end();
		return most;
	};
}
