import type { Figures, RoundResult } from './contest.mts';
import { DEFINE_BELOW, HTTP_REQUEST, MAP_AUTOMATICALLY } from './contestants/index.mts';
import type { MemoryInUse } from './memory.mts';
import type { PackageWeight } from './package-weight.mts';
import type { Setting } from './measure.mts';
import type { Work } from './work.mts';

/** What the node is held to, and how it stands. */
export interface Goal {
	text: string;
	/** Largest value that is good. */
	limit: number;
	found: number;
}

const OURS = [MAP_AUTOMATICALLY, DEFINE_BELOW] as const;

/** What the contest says about the goals. */
export function contestGoals(results: readonly RoundResult[]): Goal[] {
	const goals = [
		...nodeTimeGoals(results),
		...flatCostGoals(results),
		...memoryGoals(results),
		...countGoals(results),
	];
	return goals.filter(({ found }) => Number.isFinite(found));
}

/** Node time as a ratio to the HTTP Request node in the same round. */
export function ratio(result: RoundResult | undefined, contestant: string): number {
	const of = (name: string) => figuresOf(result, name)?.milliseconds ?? NaN;
	return of(contestant) / of(HTTP_REQUEST.name);
}

function nodeTimeGoals(results: readonly RoundResult[]): Goal[] {
	const at = (work: Work, items: number, latencyMs: number) =>
		find(results, { work, items, latencyMs, token: 'warm' });
	const goal = (contestant: string, work: Work, latencyMs: number, limit: number): Goal => ({
		text: `Node time to HTTP Request: ${contestant}, ${work}, 1,000 items, ${latencyMs} ms`,
		limit,
		found: ratio(at(work, 1_000, latencyMs), contestant),
	});
	return [
		goal(MAP_AUTOMATICALLY.name, 'send', 20, 0.65),
		goal(MAP_AUTOMATICALLY.name, 'send', 200, 1),
		goal(DEFINE_BELOW.name, 'send', 20, 1.5),
		goal(DEFINE_BELOW.name, 'results', 20, 1.5),
	];
}

/** The time on the processor that an item takes must not grow with the number of items. */
function flatCostGoals(results: readonly RoundResult[]): Goal[] {
	return OURS.flatMap(({ name, works }) =>
		works.map((work) => {
			const cost = (items: number) =>
				figuresOf(find(results, { work, items, latencyMs: 20, token: 'warm' }), name)
					?.cpuMillisecondsPerItem ?? NaN;
			return {
				text: `Cost of an item, 10,000 to 100 items: ${name}, ${work}`,
				limit: 1.15,
				found: cost(10_000) / cost(100),
			};
		}),
	);
}

/** Compared only where each had an n8n of its own: memory that one took stays with n8n for the next. */
function memoryGoals(results: readonly RoundResult[]): Goal[] {
	const apart = results.filter(({ round }) => round.apart === true);
	return apart.flatMap((result) => {
		const peakOf = (name: string) => figuresOf(result, name)?.peakMegabytes ?? NaN;
		const { work, items, latencyMs } = result.round;
		return OURS.map(({ name }) => ({
			text:
				`Peak memory to HTTP Request: ${name}, ${work}, ` +
				`${items.toLocaleString('en')} items, ${latencyMs} ms`,
			limit: 1,
			found: peakOf(name) / peakOf(HTTP_REQUEST.name),
		}));
	});
}

/** What is in use, without the garbage that V8 lets lie, says about the goals. */
export function memoryInUseGoals(found: readonly MemoryInUse[]): Goal[] {
	const peakOf = (name: string) =>
		found.find(({ contestant }) => contestant === name)?.peakMegabytes ?? NaN;
	return found
		.filter(({ contestant }) => OURS.some(({ name }) => name === contestant))
		.map(({ contestant, items }) => ({
			text: `Memory in use to HTTP Request: ${contestant}, ${items.toLocaleString('en')} items`,
			limit: 1,
			found: peakOf(contestant) / peakOf(HTTP_REQUEST.name),
		}));
}

function countGoals(results: readonly RoundResult[]): Goal[] {
	const ours = results.flatMap(({ round, figures }) =>
		figures
			.filter(({ contestant }) => OURS.some(({ name }) => name === contestant))
			.map((each) => ({ round, ...each })),
	);
	return [
		{
			text: 'Logins of a run that begins without a token',
			limit: 1,
			found: Math.max(
				...ours.filter(({ round }) => round.token === 'cold').map(({ logins }) => logins),
			),
		},
		{
			text: 'Most requests in flight, to Max Concurrency',
			limit: 1,
			found: Math.max(
				...ours.map(({ round, mostInFlight }) => mostInFlight / round.maxConcurrency),
			),
		},
	];
}

function find(results: readonly RoundResult[], wanted: Partial<Setting>): RoundResult | undefined {
	return results.find(({ round }) =>
		Object.entries(wanted).every(([name, value]) => round[name as keyof Setting] === value),
	);
}

function figuresOf(result: RoundResult | undefined, contestant: string): Figures | undefined {
	return result?.figures.find((each) => each.contestant === contestant);
}

/** What the weight of the package says about the goals. */
export function weightGoals({ tarballBytes, loadMilliseconds }: PackageWeight): Goal[] {
	return [
		{ text: 'Tarball in kB', limit: 60, found: tarballBytes / 1000 },
		{ text: 'Milliseconds added to the start of n8n', limit: 10, found: loadMilliseconds },
	];
}
