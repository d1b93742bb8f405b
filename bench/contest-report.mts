import type { Round, RoundResult } from './contest.mts';
import { OPERATIONS } from './contestants.mts';
import { withDigits, type Sheet } from './report.mts';

/** One round, a contestant per row. */
export function toRoundSheet({ round, figures }: RoundResult): Sheet {
	return {
		title: formatTitle(round),
		head: [
			'Contestant',
			'Node time',
			'to HTTP Request',
			'to the floor',
			'Logins',
			'Requests',
			'Most in flight',
		],
		rows: figures.map((own) => [
			own.name,
			`${withDigits(own.milliseconds / 1000, 2)} s`,
			...[own.toFirst, own.toFloor].map((ratio) => withDigits(ratio, 2)),
			...[own.logins, own.requests, own.mostInFlight].map((figure) => withDigits(figure, 0)),
		]),
	};
}

export function formatTitle(round: Round): string {
	const { work, items, latencyMs, token, maxConcurrency, repeats } = round;
	const runs = repeats === 1 ? 'one run' : `median of ${repeats} runs`;
	return (
		`${OPERATIONS[work].title}: ${withDigits(items, 0)} items, ${latencyMs} ms, ${token} token` +
		`, Max Concurrency ${maxConcurrency} (${runs})`
	);
}
