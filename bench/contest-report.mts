import type { Round, RoundResult } from './contest.mts';
import { OPERATIONS } from './contestants.mts';
import { withDigits, type Goal, type Sheet } from './report.mts';

/** One round, a contestant per row. */
export function roundSheet({ round, figures }: RoundResult): Sheet {
	return {
		title: roundTitle(round),
		head: ['Contestant', 'Node time', 'to HTTP Request', 'Logins', 'Requests', 'Most in flight'],
		rows: figures.map(({ contestant, milliseconds, ratio, logins, requests, mostInFlight }) => [
			contestant.name,
			`${withDigits(milliseconds / 1000, 2)} s`,
			withDigits(ratio, 2),
			...[logins, requests, mostInFlight].map((figure) => withDigits(figure, 0)),
		]),
	};
}

export function roundTitle(round: Round): string {
	const { work, items, latencyMs, token, maxConcurrency, repeats } = round;
	const runs = repeats === 1 ? 'one run' : `median of ${repeats} runs`;
	return (
		`${OPERATIONS[work].title}: ${withDigits(items, 0)} items, ${latencyMs} ms, ${token} token` +
		`, Max Concurrency ${maxConcurrency} (${runs})`
	);
}

/** What the rounds of one kind of work say about the goals of our node. */
export function contestGoals(results: readonly RoundResult[]): Goal[] {
	const ours = results.flatMap(({ round, figures }) =>
		figures.slice(1).map((own) => ({ ...round, ...own })),
	);
	const warm = ours.filter(({ token }) => token === 'warm');
	const cold = ours.filter(({ token }) => token === 'cold');
	return [
		...warm.flatMap(({ work, items, latencyMs, contestant: { name, limits }, ratio }) => {
			const limit = limits?.[work]?.[latencyMs];
			if (limit === undefined) return [];
			const load = `${withDigits(items, 0)} items, ${latencyMs} ms`;
			return [{ text: `Node time to HTTP Request: ${name}, ${load}`, limit, found: ratio }];
		}),
		{
			text: 'Logins of a run that begins without a token',
			limit: 1,
			found: Math.max(...cold.map(({ logins }) => logins)),
		},
		{
			text: 'Most requests in flight, to Max Concurrency',
			limit: 1,
			found: Math.max(
				...ours.map(({ mostInFlight, maxConcurrency }) => mostInFlight / maxConcurrency),
			),
		},
	];
}
