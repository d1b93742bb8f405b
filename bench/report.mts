import Table from 'cli-table3';

import type { Figures, RoundResult } from './contest.mts';
import { ratio, type Goal } from './goals.mts';
import type { PeakMemory } from './memory.mts';
import type { PackageWeight } from './package-weight.mts';
import type { QueueComparison, QueueFigures } from './queue.mts';
import type { Responsiveness } from './responsiveness.mts';
import type { Round } from './rounds.mts';
import { WORK_TITLES } from './work.mts';

/** A table of text, to be shown on a terminal or written as Markdown. */
export interface Sheet {
	title: string;
	head: readonly string[];
	rows: ReadonlyArray<readonly string[]>;
}

const HEAD = [
	'Contestant',
	'Node time',
	'to HTTP Request',
	'CPU per item',
	'Logins',
	'Requests',
	'Most in flight',
	'Peak memory',
	'Longest silence',
] as const;

/** One round, a contestant per row. */
export function roundSheet(result: RoundResult): Sheet {
	return {
		title: roundTitle(result.round),
		head: HEAD,
		rows: result.figures.map((figures) => roundRow(result, figures)),
	};
}

function roundTitle(round: Round): string {
	const { work, items, latencyMs, token, maxConcurrency, repeats } = round;
	const runs = repeats === 1 ? 'one run' : `median of ${repeats} runs`;
	return (
		`${WORK_TITLES[work]}: ${items.toLocaleString('en')} items, ${latencyMs} ms, ${token} token, ` +
		`Max Concurrency ${maxConcurrency} (${runs})`
	);
}

function roundRow(result: RoundResult, figures: Figures): string[] {
	return [
		figures.contestant,
		inSeconds(figures.milliseconds),
		withDigits(ratio(result, figures.contestant), 2),
		`${withDigits(figures.cpuMillisecondsPerItem, 2)} ms`,
		withDigits(figures.logins, 0),
		withDigits(figures.requests, 0),
		withDigits(figures.mostInFlight, 0),
		`${withDigits(figures.peakMegabytes, 0)} MB`,
		Number.isNaN(figures.silenceMilliseconds) ? '–' : inSeconds(figures.silenceMilliseconds),
	];
}

/** What is wanted and what was found. */
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

/** Peak memory, each contestant in an n8n of its own. */
export function memorySheet(peaks: readonly PeakMemory[]): Sheet {
	return {
		title: 'Peak memory, each in an n8n of its own, freshly started',
		head: ['Work', 'Contestant', 'Items', 'Peak memory'],
		rows: peaks.map(({ work, contestant, items, megabytes }) => [
			work,
			contestant,
			items.toLocaleString('en'),
			`${withDigits(megabytes, 0)} MB`,
		]),
	};
}

/** How long n8n was silent in each way of sending a large sheet. */
export function responsivenessSheet(ways: readonly Responsiveness[]): Sheet {
	return {
		title: `How long n8n does not answer while it sends ${(ways[0]?.items ?? 0).toLocaleString('en')} rows`,
		head: ['Way', 'Longest silence', 'Whole execution'],
		rows: ways.map(({ way, silenceMilliseconds, milliseconds }) => [
			way,
			inSeconds(silenceMilliseconds),
			inSeconds(milliseconds),
		]),
	};
}

/** One worker of n8n's queue mode beside two. */
export function queueSheet(comparison: QueueComparison): Sheet {
	const { rows, latencyMs, batchSize, concurrency, oneWorker, twoWorkers, ratio } = comparison;
	const row = (name: string, { seconds, perSecond, logins }: QueueFigures) => [
		name,
		`${withDigits(seconds, 1)} s`,
		withDigits(perSecond, 0),
		withDigits(logins, 0),
		withDigits(perSecond / oneWorker.perSecond, 2),
	];
	return {
		title:
			`Queue mode: ${rows.toLocaleString('en')} applicants, ${latencyMs} ms, batches of ${batchSize}, ` +
			`${concurrency} at once per worker; two workers to one: ${withDigits(ratio, 2)}`,
		head: ['Workers', 'Time', 'Applicants per second', 'Logins', 'to one'],
		rows: [row('One', oneWorker), row('Two', twoWorkers)],
	};
}

/** What the package weighs. */
export function weightSheet(weight: PackageWeight): Sheet {
	const kilobytes = (bytes: number) => `${withDigits(bytes / 1000, 1)} kB`;
	const milliseconds = (value: number) => `${withDigits(value, 1)} ms`;
	return {
		title: `The package (times: medians of ${weight.repeats} processes each, in turns)`,
		head: ['What', 'Found'],
		rows: [
			['Tarball', kilobytes(weight.tarballBytes)],
			['Unpacked', `${kilobytes(weight.unpackedBytes)} in ${weight.files} files`],
			['Loading node and credential', milliseconds(weight.loadMilliseconds)],
			['A process that loads n8n-workflow only', milliseconds(weight.startWithoutMilliseconds)],
			['A process that loads the package too', milliseconds(weight.startWithMilliseconds)],
		],
	};
}

/** For a terminal. */
export function printed({ title, head, rows }: Sheet): string {
	const table = new Table({ head: [...head], style: { head: [], border: [] } });
	table.push(...rows.map((row) => [...row]));
	return `\n${title}\n${table.toString()}`;
}

/** For `results.md`. */
export function markdown({ title, head, rows }: Sheet): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
	return [`## ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n');
}

function inSeconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}

function withDigits(value: number, digits: number): string {
	if (Number.isNaN(value)) return '–';
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}
