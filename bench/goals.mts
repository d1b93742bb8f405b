import type { Figures, RoundResult } from './contest.mts';
import { DEFINE_BELOW, HTTP_REQUEST, MAP_AUTOMATICALLY, type Work } from './contestants.mts';

/** A limit for the node, and what was measured. */
export interface Goal {
	text: string;
	/** Largest value that is good. */
	limit: number;
	found: number;
}

/** Largest node time as a ratio to the HTTP Request node. */
const NODE_TIME: ReadonlyArray<readonly [string, Work, latencyMs: number, limit: number]> = [
	[MAP_AUTOMATICALLY.name, 'send', 20, 0.45],
	[MAP_AUTOMATICALLY.name, 'send', 200, 0.5],
	[DEFINE_BELOW.name, 'send', 20, 0.95],
	[DEFINE_BELOW.name, 'send', 200, 1.1],
	[MAP_AUTOMATICALLY.name, 'results', 20, 0.6],
	[MAP_AUTOMATICALLY.name, 'results', 200, 0.6],
];

/** What the rounds of one kind of work say about the goals. */
export function contestGoals(results: readonly RoundResult[]): Goal[] {
	const warm = results.filter(({ round }) => round.token === 'warm');
	const cold = results.filter(({ round }) => round.token === 'cold');
	return [
		...warm.flatMap(nodeTimeGoals),
		{
			text: 'Logins of a run that begins without a token',
			limit: 1,
			found: Math.max(...cold.flatMap(ours).map(({ logins }) => logins)),
		},
		{
			text: 'Most requests in flight, to Max Concurrency',
			limit: 1,
			found: Math.max(
				...results.flatMap((result) =>
					ours(result).map(({ mostInFlight }) => mostInFlight / result.round.maxConcurrency),
				),
			),
		},
	];
}

/** Node time as a ratio to the HTTP Request node in the same round. */
export function ratio({ figures }: RoundResult, contestant: string): number {
	const of = (name: string) => figures.find((each) => each.contestant === name)!.milliseconds;
	return of(contestant) / of(HTTP_REQUEST.name);
}

function nodeTimeGoals(result: RoundResult): Goal[] {
	const { work, items, latencyMs } = result.round;
	return NODE_TIME.filter(([, ...load]) => load[0] === work && load[1] === latencyMs).map(
		([contestant, , , limit]) => ({
			text: `Node time to HTTP Request: ${contestant}, ${items.toLocaleString('en')} items, ${latencyMs} ms`,
			limit,
			found: ratio(result, contestant),
		}),
	);
}

/** The figures of our node. */
function ours({ figures }: RoundResult): Figures[] {
	return figures.filter(({ contestant }) => contestant !== HTTP_REQUEST.name);
}
