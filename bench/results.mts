import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from '../dev/host/package.mts';
import { DEFAULT_N8N_VERSION, NODE_VERSION } from '../dev/host/versions.mts';
import { markdown, type Sheet } from './report.mts';

/** Where the results stand, from the repository's root. */
export const RESULTS = join('bench', 'results.md');

const PART = /^<!-- ([\w-]+) -->\n([\s\S]*?)\n<!-- end -->$/gm;

/** What a section of the results says. */
export interface SectionResult {
	section: string;
	sheets: readonly Sheet[];
	/** When and where it was measured. */
	provenance: string;
}

/** Puts the tables of a section into the results, in place of those of an earlier run of it. */
export async function writeResults(
	section: string,
	sheets: readonly Sheet[],
	order: readonly string[],
): Promise<void> {
	const file = join(PROJECT, RESULTS);
	const known = await readFile(file, 'utf8').catch(() => '');
	await writeFile(file, withSection(known, { section, sheets, provenance: hereAndNow() }, order));
}

/**
 * The results with that section anew. Each section says itself when and where it was measured: the
 * others may be of another day and another machine.
 */
export function withSection(
	known: string,
	{ section, sheets, provenance }: SectionResult,
	order: readonly string[],
): string {
	const parts = new Map([...known.matchAll(PART)].map(([, name, text]) => [name!, text!]));
	parts.set(section, [`## ${section}`, '', provenance, '', ...sheets.map(markdown)].join('\n'));
	const written = order.filter((name) => parts.has(name));
	const body = written.map((name) => `<!-- ${name} -->\n${parts.get(name)!}\n<!-- end -->`);
	return [INTRODUCTION, ...body, ''].join('\n');
}

function hereAndNow(): string {
	const [{ model = 'unknown processor' } = {}] = cpus();
	const today = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} × ${model.trim()}`;
	return `Measured on ${today}: ${machine}, n8n ${DEFAULT_N8N_VERSION}, Node ${NODE_VERSION}.`;
}

const INTRODUCTION = `# Benchmark

Written by \`npm run bench\`. What stands in one table ran in turns on the same machine: compare figures
of a table with each other, not with those of another section.

"CPU per item" is what a workflow whose node does nothing does not need. "Longest silence" is the longest
time that n8n did not answer \`/healthz\`.
`;
