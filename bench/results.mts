import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from '../dev/host/package.mts';
import { N8N_VERSION, NODE_VERSION } from '../dev/host/versions.mts';
import { markdown, type Sheet } from './report.mts';

/** The file of the results, from the repository's root. */
export const RESULTS = join('bench', 'results.md');

/** The sections of the results: those of the benchmark, and `soak`, which `npm run soak` writes. */
export const ORDER = ['send', 'results', 'scale', 'soak', 'masking', 'weight'] as const;

const PART = /^<!-- ([\w-]+) -->\n([\s\S]*?)\n<!-- end -->$/gm;

/** Writes the tables of a section into the results, in place of those of an earlier run of it. */
export async function writeResults(section: string, sheets: readonly Sheet[]): Promise<void> {
	const file = join(PROJECT, RESULTS);
	const known = await readFile(file, 'utf8').catch(() => '');
	await writeFile(file, withSection(known, { section, sheets, provenance: hereAndNow() }));
}

/**
 * The results with that section replaced, without sections that are not in `ORDER`. Each section says when
 * and where it was measured: the others may be of another day and another machine.
 */
export function withSection(
	known: string,
	{
		section,
		sheets,
		provenance,
	}: { section: string; sheets: readonly Sheet[]; provenance: string },
): string {
	const parts = new Map([...known.matchAll(PART)].map(([, name, text]) => [name!, text!]));
	parts.set(section, [`## ${section}`, '', provenance, '', ...sheets.map(markdown)].join('\n'));
	const written = ORDER.filter((name) => parts.has(name));
	const body = written.map((name) => `<!-- ${name} -->\n${parts.get(name)!}\n<!-- end -->`);
	return [INTRODUCTION, ...body, ''].join('\n');
}

function hereAndNow(): string {
	const [{ model = 'unknown processor' } = {}] = cpus();
	const today = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} × ${model.trim()}`;
	return `Measured on ${today}: ${machine}, n8n ${N8N_VERSION}, Node ${NODE_VERSION}.`;
}

const INTRODUCTION = `# Benchmark

Written by \`npm run bench\`. The rows of one table were measured in turns on the same machine: compare
figures of a table with each other, not with those of another section.

"Longest silence" is the longest time that n8n did not answer \`/healthz\`.

The service speaks HTTPS only, with TLS 1.3, and answers after the time in the title. n8n opens a connection
for each request: \`setAxiosAgents\` of \`@n8n/backend-network\` (\`http/axios/utils.js\`)
makes a new agent each time, so neither a connection nor a TLS session is used twice. A node can pass options
for that agent (\`agentOptions\`), but no agent, so it cannot change that.
`;
