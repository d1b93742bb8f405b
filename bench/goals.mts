import type { Figures, RoundResult } from './contest.mts';
import { DEFINE_BELOW, HTTP_REQUEST, MAP_AUTOMATICALLY, type Work } from './contestants.mts';
import type { PackageWeight } from './package-weight.mts';

/** A limit for the node, and what was measured. */
export interface Goal {
	text: string;
	/** Largest value that is good. */
	limit: number;
	found: number;
}

const OURS = [MAP_AUTOMATICALLY.name, DEFINE_BELOW.name] as const;

/** Largest node time as a ratio to the HTTP Request node. */
const NODE_TIME: ReadonlyArray<readonly [string, Work, latencyMs: number, limit: number]> = [
	[MAP_AUTOMATICALLY.name, 'send', 20, 0.45],
	[MAP_AUTOMATICALLY.name, 'send', 200, 0.5],
	[DEFINE_BELOW.name, 'send', 20, 0.95],
	[DEFINE_BELOW.name, 'send', 200, 1.1],
	[MAP_AUTOMATICALLY.name, 'results', 20, 0.6],
	[MAP_AUTOMATICALLY.name, 'results', 200, 0.6],
];

/** With fewer items a few milliseconds decide. */
const FEWEST_ITEMS_TIMED = 1_000;

/** What the rounds of one kind of work say about the goals. */
export function contestGoals(results: readonly RoundResult[]): Goal[] {
	return [
		...results.flatMap(nodeTimeGoals),
		...flatCostGoals(results),
		...results.flatMap(memoryGoals),
		...countGoals(results),
	].filter(({ found }) => Number.isFinite(found));
}

/** Node time as a ratio to the HTTP Request node in the same round. */
export function ratio(result: RoundResult, contestant: string): number {
	const of = (name: string) => figure(result, name, 'milliseconds');
	return of(contestant) / of(HTTP_REQUEST.name);
}

function nodeTimeGoals(result: RoundResult): Goal[] {
	const { work, items, latencyMs, token } = result.round;
	if (token === 'cold' || items < FEWEST_ITEMS_TIMED) return [];
	return NODE_TIME.filter(([, ...load]) => load[0] === work && load[1] === latencyMs).map(
		([contestant, , , limit]) => ({
			text: `Node time to HTTP Request: ${contestant}, ${titleOf(result)}`,
			limit,
			found: ratio(result, contestant),
		}),
	);
}

/** The CPU time of an item must not grow with the number of items. */
function flatCostGoals(results: readonly RoundResult[]): Goal[] {
	const at = (items: number) =>
		results.find(({ round }) => round.items === items && round.latencyMs === 20);
	return OURS.map((name) => ({
		text: `Cost of an item, 10,000 to 100 items: ${name}, 20 ms`,
		limit: 1.15,
		found:
			figure(at(10_000), name, 'cpuMillisecondsPerItem') /
			figure(at(100), name, 'cpuMillisecondsPerItem'),
	}));
}

function memoryGoals(result: RoundResult): Goal[] {
	if (result.round.apart !== true) return [];
	const peak = (name: string) => figure(result, name, 'peakMegabytes');
	return OURS.map((name) => ({
		text: `Peak memory to HTTP Request: ${name}, ${titleOf(result)}`,
		limit: 1,
		found: peak(name) / peak(HTTP_REQUEST.name),
	}));
}

function countGoals(results: readonly RoundResult[]): Goal[] {
	const ours = results.flatMap(({ round, figures }) =>
		figures
			.filter(({ contestant }) => OURS.includes(contestant))
			.map((each) => ({ round, ...each })),
	);
	const cold = ours.filter(({ round }) => round.token === 'cold');
	return [
		{
			text: 'Logins of a run that begins without a token',
			limit: 1,
			found: Math.max(...cold.map(({ logins }) => logins)),
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

/** About 70 today, of which 60 are code: room for one or two more operations. */
export const MOST_TARBALL_KILOBYTES = 80;

/** What the weight of the package says about the goals. */
export function weightGoals({ tarballBytes, loadMilliseconds }: PackageWeight): Goal[] {
	return [
		{ text: 'Tarball in kB', limit: MOST_TARBALL_KILOBYTES, found: tarballBytes / 1000 },
		{ text: 'Milliseconds added to the start of n8n', limit: 10, found: loadMilliseconds },
	];
}

/** That figure of a contestant, NaN where it was not measured. */
function figure(
	result: RoundResult | undefined,
	contestant: string,
	name: Exclude<keyof Figures, 'contestant'>,
): number {
	return result?.figures.find((each) => each.contestant === contestant)?.[name] ?? NaN;
}

function titleOf({ round: { work, items, latencyMs } }: RoundResult): string {
	return `${work}, ${items.toLocaleString('en')} items, ${latencyMs} ms`;
}
