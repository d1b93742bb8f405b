import { step, type Progress } from '../dev/host/progress.mts';
import { inArena, newAccount } from './arena.mts';
import {
	DEFINE_BELOW,
	HTTP_REQUEST,
	MAP_AUTOMATICALLY,
	type Contestant,
} from './contestants/index.mts';
import { measure } from './measure.mts';
import type { Work } from './work.mts';

export interface PeakMemory {
	work: Work;
	contestant: string;
	items: number;
	/** The most resident memory of an n8n that did nothing else before. */
	megabytes: number;
}

const COMPARED = [HTTP_REQUEST, MAP_AUTOMATICALLY, DEFINE_BELOW] as const;

/** The memory that `items` items take at most, for each contestant in an n8n of its own, freshly started. */
export async function measureMemory(
	work: Work,
	items: number,
	progress: Progress,
): Promise<PeakMemory[]> {
	const peaks: PeakMemory[] = [];
	for (const contestant of COMPARED.filter(({ works }) => works.includes(work))) {
		const megabytes = await step(progress, `Memory: ${contestant.name}, ${work}`, () =>
			peakOf(contestant, work, items),
		);
		peaks.push({ work, contestant: contestant.name, items, megabytes });
	}
	return peaks;
}

async function peakOf(contestant: Contestant, work: Work, items: number): Promise<number> {
	return await inArena(silent, async (arena) => {
		const credential = await newAccount(arena, contestant);
		const setting = { work, items, latencyMs: 20, token: 'warm', maxConcurrency: 50 } as const;
		await measure(arena, contestant, { ...setting, items: 1 }, credential);
		const { peakMegabytes } = await measure(arena, contestant, setting, credential);
		return peakMegabytes;
	});
}

/** The step around it speaks already. */
const silent: Progress = () => ({ update() {}, done() {}, failed() {} });
