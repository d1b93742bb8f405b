import { access } from 'node:fs/promises';
import { join } from 'node:path';
import colours from 'picocolors';
import { homeFolder, withHome } from '../host/home.mts';
import { PROJECT } from '../host/package.mts';
import { terminalProgress } from '../host/spinner.mts';
import { OUTPUT_FILES, runMainJob } from './main-job.mts';
import { resultsTable } from './table.mts';

console.log(
	colours.bold('Rental applicants from a CSV file to a table of results, in a real n8n\n'),
);
const home = homeFolder();
try {
	const rows = await withHome(home, () => runMainJob(home, terminalProgress()));
	await Promise.all(OUTPUT_FILES.map((file) => access(join(PROJECT, file))));
	console.log(`\n${resultsTable(rows)}\n`);
	console.log(`Written by n8n: ${OUTPUT_FILES.map((file) => colours.cyan(file)).join(', ')}`);
	console.log(
		`Next: ${colours.cyan('npm start')} opens the same n8n in the browser, everything loaded.`,
	);
} catch (error) {
	console.error(`\n${colours.red('The demo did not get through.')} ${(error as Error).message}`);
	process.exitCode = 1;
}
