import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import colours from 'picocolors';

import { PROJECT } from '../dev/host/package.mts';
import { terminalProgress } from '../dev/host/spinner.mts';
import { DEFAULT_N8N_VERSION, NODE_VERSION } from '../dev/host/versions.mts';
import { markdown, printed, type Sheet } from './report.mts';
import { SECTIONS } from './sections.mts';

const RESULTS = join('bench', 'results.md');

try {
	const chosen = chosenSections();
	const sheets: Sheet[] = [];
	for (const section of chosen) {
		await section(terminalProgress(), (sheet) => {
			console.log(printed(sheet));
			sheets.push(sheet);
		});
	}
	if (chosen.length < Object.keys(SECTIONS).length) {
		console.log('\nNext: without a name everything is measured and written down.');
	} else {
		await writeFile(join(PROJECT, RESULTS), asDocument(sheets));
		console.log(
			`\nWritten to ${colours.cyan(RESULTS)}. Next: see whether the README still says so.`,
		);
	}
} catch (error) {
	console.error(
		`\n${colours.red('The benchmark did not get through.')} ${(error as Error).message}`,
	);
	process.exitCode = 1;
}

/** The sections named on the command line, or all of them. */
function chosenSections() {
	const { positionals } = parseArgs({ allowPositionals: true });
	const unknown = positionals.filter((name) => !(name in SECTIONS));
	if (unknown.length > 0) {
		const known = Object.keys(SECTIONS).join(', ');
		throw new Error(`There is no section '${unknown.join("', '")}', only: ${known}.`);
	}
	return Object.entries(SECTIONS)
		.filter(([name]) => positionals.length === 0 || positionals.includes(name))
		.map(([, section]) => section);
}

function asDocument(sheets: readonly Sheet[]): string {
	const [{ model = 'unknown processor' } = {}] = cpus();
	return [
		'# Benchmark',
		'',
		'Written by `npm run bench`. What stands in one table ran in turns on the same machine: compare',
		'figures of a table with each other, not with those of another machine.',
		'',
		`n8n ${DEFAULT_N8N_VERSION}, Node ${NODE_VERSION}, ${cpus().length} × ${model}. "CPU per item" is`,
		'what a workflow whose node does nothing does not need. "Longest silence" is the longest time that',
		'n8n did not answer `/healthz`.',
		'',
		...sheets.map(markdown),
	].join('\n');
}
