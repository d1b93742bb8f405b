import { step, type Progress } from '../dev/host/progress.mts';
import type { Arena } from './arena.mts';
import { warmUp } from './contest.mts';
import { MAP_AUTOMATICALLY } from './contestants.mts';
import { measure, type Measurement } from './measure.mts';
import { median } from './median.mts';
import { inMegabytes, inSeconds, withDigits, type Sheet } from './report.mts';

export interface InFlightOptions {
	items: number;
	latencyMs: number;
	maxConcurrencies: readonly number[];
	repeats: number;
}

/** How long sending takes with each 'Max Concurrency', measured in turns: what the default should be. */
export async function compareInFlight(
	arena: Arena,
	{ items, latencyMs, maxConcurrencies, repeats }: InFlightOptions,
	progress: Progress,
): Promise<Sheet> {
	const measured = new Map<number, Measurement[]>(maxConcurrencies.map((each) => [each, []]));
	await step(progress, `In flight: ${items} items, ${latencyMs} ms`, async (current) => {
		for (let repeat = 0; repeat < repeats; repeat++) {
			for (const [maxConcurrency, measurements] of measured) {
				current.update(`${maxConcurrency} (${repeat + 1} of ${repeats})`);
				const setting = { work: 'send', items, latencyMs, token: 'warm', maxConcurrency } as const;
				const credential = await warmUp(arena, MAP_AUTOMATICALLY, setting);
				measurements.push(await measure(arena, MAP_AUTOMATICALLY, setting, credential));
			}
		}
	});
	const rows = [...measured].map(([maxConcurrency, measurements]) => {
		const medianOf = (read: (each: Measurement) => number) => median(measurements.map(read));
		return [
			String(maxConcurrency),
			inSeconds(medianOf(({ milliseconds }) => milliseconds)),
			withDigits(
				medianOf(({ service }) => service.mostInFlight),
				0,
			),
			inMegabytes(medianOf(({ peakMegabytes }) => peakMegabytes)),
			inSeconds(medianOf(({ silenceMilliseconds }) => silenceMilliseconds)),
		];
	});
	return {
		title:
			`Requests in flight: ${items.toLocaleString('en')} screenings, ${latencyMs} ms, ` +
			`${MAP_AUTOMATICALLY.name} (medians of ${repeats} runs)`,
		head: ['Max Concurrency', 'Node time', 'Most in flight', 'Peak memory', 'Longest silence'],
		rows,
	};
}
