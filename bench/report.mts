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

/** A limit for the node, and what was measured. */
export interface Goal {
	text: string;
	/** Largest value that is good. */
	limit: number;
	found: number;
}

/** The goals, and what was measured. */
export function toGoalSheet(title: string, goals: readonly Goal[]): Sheet {
	return {
		title,
		head: ['Goal', 'At most', 'Found'],
		rows: goals.map(({ text, limit, found }) => [text, withDigits(limit, 2), withDigits(found, 2)]),
	};
}

/** A number with that many decimals. */
export function withDigits(value: number, digits: number): string {
	if (Number.isNaN(value)) return '–';
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

/** As it is printed, and stands in the results. */
export function formatSheet({ title, head, rows }: Sheet): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
	return [`### ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n');
}

/** The file of the results, from the repository's root. */
export const RESULTS = join('bench', 'results.md');

/**
 * Writes the tables of a section into the results, in place of those of an earlier run. Each section says
 * when and where it was measured: the others may be of another day and another machine.
 */
export async function writeResults(section: string, sheets: readonly Sheet[]): Promise<void> {
	const file = join(PROJECT, RESULTS);
	const [start, end] = [`<!-- ${section} -->`, '<!-- end -->'];
	const today = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
	const place = `Measured on ${today}: ${machine}, n8n ${N8N_VERSION}, Node ${NODE_VERSION}.`;
	const tables = sheets.map(formatSheet);
	const text = [start, `## ${section}`, '', place, '', ...tables, end, ''].join('\n');
	const known = await readFile(file, 'utf8');
	// A section that is new comes at the end.
	await writeFile(
		file,
		known.replace(new RegExp(`${start}[^]*?${end}\n|$`), () => text),
	);
}
