import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import colours from 'picocolors';
import { FILES_FOLDER, homeFolder, MAIN_JOB, withHome } from '../host/home.mts';
import { buildPackage } from '../host/package.mts';
import { step } from '../host/progress.mts';
import { terminalProgress } from '../host/spinner.mts';
import { startSandbox } from '../sandbox/index.mts';
import { mainJobInEngine } from './in-engine.mts';
import { mainJobInN8n } from './in-n8n.mts';
import { resultsTable } from './table.mts';

const WRITTEN = ['screening-results.csv', 'screening-results.xlsx', 'screening-report.html'];
/** Applicants complete their screening after this time, so that the workflow is seen to wait. */
const COMPLETE_AFTER_SECONDS = 3;

/** `npm run demo`: the main job in n8n's engine, in this process; with `-- --n8n` in a real n8n. */
export async function main(args: string[]): Promise<void> {
	const { n8n } = parseArgs({ args, options: { n8n: { type: 'boolean' } } }).values;
	const place = n8n ? 'in a real n8n' : "in n8n's own engine";
	console.log(colours.bold(`From a CSV file of applicants to a table of results, ${place}\n`));
	const home = homeFolder();
	const rows = await (n8n ? withHome(home, () => runDemo(home)) : runDemo());
	console.log(`\n${resultsTable(rows)}\n`);
	for (const file of await Promise.all(WRITTEN.map(writtenFile))) console.log(`  ${file}`);
	console.log(`
What to do next
  ${colours.cyan('npm start')}              opens a real n8n in the browser, with the sandbox and every workflow
  ${colours.cyan('npm run demo -- --n8n')}  runs this workflow in that n8n
  ${colours.cyan(MAIN_JOB)} is the workflow, to import into an n8n of your own`);
}

/** Runs the main job in the n8n of `home`, or in the engine where there is none. */
async function runDemo(home?: string): Promise<IDataObject[]> {
	const progress = terminalProgress();
	await step(progress, 'Building the node package', buildPackage);
	await Promise.all(WRITTEN.map((file) => rm(join(FILES_FOLDER, file), { force: true })));
	const sandbox = await step(
		progress,
		'Starting the sandbox, a stand-in for the screening service',
		() => startSandbox({ completeAfter: { seconds: COMPLETE_AFTER_SECONDS } }),
		({ baseUrl }) => `The sandbox answers at ${baseUrl}`,
	);
	try {
		return home === undefined
			? await mainJobInEngine(sandbox, FILES_FOLDER, progress)
			: await mainJobInN8n(sandbox, home, progress);
	} finally {
		await sandbox.close();
	}
}

async function writtenFile(name: string): Promise<string> {
	const file = join(FILES_FOLDER, name);
	const { size } = await stat(file);
	return `${colours.cyan(file)}  ${(size / 1000).toFixed(1)} kB`;
}
