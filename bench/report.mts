import Table from 'cli-table3';

import type { Figures, RoundResult } from './contest.mts';
import { ratio, type Goal } from './goals.mts';
import type { MemoryInUse } from './memory.mts';
import type { PackageWeight } from './package-weight.mts';
import type { NodeProfile } from './profile.mts';
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
	const { work, items, latencyMs, token, maxConcurrency, repeats, apart } = round;
	const runs = repeats === 1 ? 'one run' : `median of ${repeats} runs`;
	return (
		`${WORK_TITLES[work]}: ${items.toLocaleString('en')} items, ${latencyMs} ms, ${token} token, ` +
		`Max Concurrency ${maxConcurrency} (${runs}${apart === true ? ', each in an n8n of its own' : ''})`
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
		inMegabytes(figures.peakMegabytes),
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

/** What n8n holds, each contestant in an n8n of its own. */
export function memorySheet(found: readonly MemoryInUse[]): Sheet {
	const items = found[0]?.items ?? 0;
	return {
		title:
			`Memory in use while ${items.toLocaleString('en')} screenings are sent, garbage collected ` +
			'every few seconds, each in an n8n of its own',
		head: ['Contestant', 'At most'],
		rows: found.map(({ contestant, peakMegabytes }) => [contestant, inMegabytes(peakMegabytes)]),
	};
}

/** Where n8n's process spends its time on an item, an area per row and a contestant per column. */
export function profileSheet(profiles: readonly NodeProfile[]): Sheet {
	const [{ items = 0, perItem = new Map<string, number>() } = {}] = profiles;
	const row = (title: string, read: (profile: NodeProfile) => number) => [
		title,
		...profiles.map((profile) => `${withDigits(read(profile), 2)} ms`),
	];
	return {
		title: `Where the time goes: n8n's process, per item, when ${items.toLocaleString('en')} screenings are sent (sampled)`,
		head: ['Area', ...profiles.map(({ contestant }) => contestant)],
		rows: [
			...[...perItem.keys()].map((area) => row(area, (profile) => profile.perItem.get(area) ?? 0)),
			row('Sum', (profile) => [...profile.perItem.values()].reduce((sum, each) => sum + each, 0)),
		],
	};
}

/** How long n8n was silent in each way of sending a large sheet. */
export function responsivenessSheet(ways: readonly Responsiveness[]): Sheet {
	return {
		title: `How long n8n does not answer while it sends ${(ways[0]?.items ?? 0).toLocaleString('en')} rows, each way in an n8n of its own`,
		head: ['Way', 'Longest silence', 'Whole execution', 'Peak memory'],
		rows: ways.map(({ way, silenceMilliseconds, milliseconds, peakMegabytes }) => [
			way,
			inSeconds(silenceMilliseconds),
			inSeconds(milliseconds),
			inMegabytes(peakMegabytes),
		]),
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

/** For a section of `results.md`. */
export function markdown({ title, head, rows }: Sheet): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
	return [`### ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n');
}

function inSeconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}

export function inMegabytes(megabytes: number): string {
	return `${withDigits(megabytes, 0)} MB`;
}

export function withDigits(value: number, digits: number): string {
	if (Number.isNaN(value)) return '–';
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}
