import type { Figures, RoundResult } from './contest.mts';
import { WORK_TITLES } from './contestants.mts';
import { ratio, type Goal } from './goals.mts';

/** A table of text. */
export interface Sheet {
	title: string;
	head: readonly string[];
	rows: ReadonlyArray<readonly string[]>;
}

type Column = readonly [head: string, cell: (figures: Figures, result: RoundResult) => string];

const COLUMNS: readonly Column[] = [
	['Contestant', ({ contestant }) => contestant],
	['Node time', ({ milliseconds }) => `${withDigits(milliseconds / 1000, 2)} s`],
	['to HTTP Request', ({ contestant }, result) => withDigits(ratio(result, contestant), 2)],
	['Logins', ({ logins }) => withDigits(logins, 0)],
	['Requests', ({ requests }) => withDigits(requests, 0)],
	['Most in flight', ({ mostInFlight }) => withDigits(mostInFlight, 0)],
];

/** One round, a contestant per row. */
export function roundSheet(result: RoundResult): Sheet {
	return {
		title: roundTitle(result),
		head: COLUMNS.map(([head]) => head),
		rows: result.figures.map((figures) => COLUMNS.map(([, cell]) => cell(figures, result))),
	};
}

export function roundTitle({ round }: Pick<RoundResult, 'round'>): string {
	const { work, items, latencyMs, token, maxConcurrency, repeats } = round;
	const runs = repeats === 1 ? 'one run' : `median of ${repeats} runs`;
	return (
		`${WORK_TITLES[work]}: ${items.toLocaleString('en')} items, ${latencyMs} ms, ${token} token` +
		`, Max Concurrency ${maxConcurrency} (${runs})`
	);
}

/** The goals, and what was measured. */
export function goalSheet(title: string, goals: readonly Goal[]): Sheet {
	return {
		title,
		head: ['Goal', 'At most', 'Found', ''],
		rows: goals.map(({ text, limit, found }) => [
			text,
			withDigits(limit, 2),
			withDigits(found, 2),
			found <= limit ? '✓' : '✗',
		]),
	};
}

/** As it is printed, and stands in `results.md`. */
export function markdown({ title, head, rows }: Sheet): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
	return [`### ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n');
}

export function inMegabytes(megabytes: number): string {
	return `${withDigits(megabytes, 0)} MB`;
}

/** A number with that many decimals. */
export function withDigits(value: number, digits: number): string {
	if (Number.isNaN(value)) return '–';
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}
