import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from '../dev/host/package.mts';
import { N8N_VERSION, NODE_VERSION } from '../dev/host/versions.mts';

/** A table of text. */
export interface Sheet {
	title: string;
	head: readonly string[];
	rows: ReadonlyArray<readonly string[]>;
}

/** A limit for the node, the largest value that is good, and what was measured. */
export type Goal = [text: string, limit: number, found: number];

export function toGoalSheet(title: string, goals: readonly Goal[]): Sheet {
	const rows = goals.map(([text, ...figures]) => [
		text,
		...figures.map((one) => withDigits(one, 2)),
	]);
	return { title, head: ['Goal', 'At most', 'Found'], rows };
}

/** The middle one of the figures, or the upper of the two in the middle. NaN where there is none. */
export function findMedian(figures: readonly number[]): number {
	return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

/** A number with that many decimals. */
export function withDigits(value: number, digits: number): string {
	const both = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return Number.isNaN(value) ? '–' : value.toLocaleString('en', both);
}

/** As it is printed, and stands in the results. */
export function formatSheet({ title, head, rows }: Sheet): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
	return [`### ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n');
}

/**
 * Writes the tables of a section into the results, in place of those of an earlier run. Each section says
 * when and where it was measured: the others may be of another day and another machine.
 */
export async function writeResults(section: string, sheets: readonly Sheet[]): Promise<void> {
	const file = join(PROJECT, 'bench', 'results.md');
	const [start, end] = [`<!-- ${section} -->`, '<!-- end -->'];
	const today = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
	const place = `Measured on ${today}: ${machine}, n8n ${N8N_VERSION}, Node ${NODE_VERSION}.`;
	const tables = sheets.map(formatSheet);
	const text = [start, `## ${section}`, '', place, '', ...tables, end, ''].join('\n');
	const known = await readFile(file, 'utf8');
	// A section that is new comes at the end.
	const written = known.replace(new RegExp(`${start}[^]*?${end}\n|$`), () => text);
	await writeFile(file, written);
}
