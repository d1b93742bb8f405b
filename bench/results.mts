import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from '../dev/host/package.mts';
import { N8N_VERSION, NODE_VERSION } from '../dev/host/versions.mts';
import { markdown, type Sheet } from './report.mts';

/** The file of the results, from the repository's root. */
export const RESULTS = join('bench', 'results.md');

/**
 * Writes the tables of a section into the results, in place of those of an earlier run. Each section says
 * when and where it was measured: the others may be of another day and another machine.
 */
export async function writeResults(section: string, sheets: readonly Sheet[]): Promise<void> {
	const file = join(PROJECT, RESULTS);
	const known = await readFile(file, 'utf8');
	const [start, end] = [`<!-- ${section} -->`, '<!-- end -->'];
	const from = known.indexOf(start);
	const rest = from < 0 ? '' : known.slice(known.indexOf(end, from) + end.length + 1);
	const before = from < 0 ? known : known.slice(0, from);
	const lines = [start, `## ${section}`, '', hereAndNow(), '', ...sheets.map(markdown), end, rest];
	await writeFile(file, before + lines.join('\n'));
}

function hereAndNow(): string {
	const [{ model = 'unknown processor' } = {}] = cpus();
	const today = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} × ${model.trim()}`;
	return `Measured on ${today}: ${machine}, n8n ${N8N_VERSION}, Node ${NODE_VERSION}.`;
}
