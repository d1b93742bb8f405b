import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from '../dev/host/package.mts';
import { DEFAULT_N8N_VERSION, NODE_VERSION } from '../dev/host/versions.mts';
import { markdown, type Sheet } from './report.mts';

/** Where the results stand, from the repository's root. */
export const RESULTS = join('bench', 'results.md');

const PART = /^<!-- ([\w-]+) -->\n([\s\S]*?)\n<!-- end -->$/gm;

/** Puts the tables of a section into the results, in place of those of an earlier run of it. */
export async function writeResults(
	section: string,
	sheets: readonly Sheet[],
	order: readonly string[],
): Promise<void> {
	const file = join(PROJECT, RESULTS);
	const known = await readFile(file, 'utf8').catch(() => '');
	const parts = new Map([...known.matchAll(PART)].map(([, name, text]) => [name!, text!]));
	parts.set(section, sheets.map(markdown).join('\n'));
	const written = order.filter((name) => parts.has(name));
	const body = written.map((name) => `<!-- ${name} -->\n${parts.get(name)!}\n<!-- end -->`);
	await writeFile(file, [introduction(), ...body, ''].join('\n'));
}

function introduction(): string {
	const [{ model = 'unknown processor' } = {}] = cpus();
	return `# Benchmark

Written by \`npm run bench\`. What stands in one table ran in turns on the same machine: compare figures
of a table with each other, not with those of another machine.

n8n ${DEFAULT_N8N_VERSION}, Node ${NODE_VERSION}, ${cpus().length} × ${model.trim()}. "CPU per item" is what a workflow whose node
does nothing does not need. "Longest silence" is the longest time that n8n did not answer \`/healthz\`.
`;
}
