import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import colours from 'picocolors';
import { FILES_FOLDER, MAIN_JOB } from '../host/home.mts';
import { buildPackage } from '../host/package.mts';
import { step } from '../host/progress.mts';
import { terminalProgress } from '../host/spinner.mts';
import { startSandbox } from '../sandbox/index.mts';
import { mainJobInEngine } from './in-engine.mts';
import { resultsTable } from './table.mts';

const WRITTEN = ['screening-results.csv', 'screening-results.xlsx', 'screening-report.html'];
/** Applicants complete their screening after this time, so that the workflow is seen to wait. */
const COMPLETE_AFTER_SECONDS = 3;

/** `npm run demo`: the main job in n8n's engine, in this process. */
export async function main(): Promise<void> {
	console.log(
		colours.bold("From a CSV file of applicants to a table of results, in n8n's own engine\n"),
	);
	console.log(`\n${resultsTable(await runDemo())}\n`);
	for (const file of await Promise.all(WRITTEN.map(writtenFile))) console.log(`  ${file}`);
	console.log(`
What to do next
  ${colours.cyan('npm start')} opens a real n8n in the browser, with the sandbox and every workflow
  ${colours.cyan(MAIN_JOB)} is the workflow, to import into an n8n of your own`);
}

async function runDemo(): Promise<IDataObject[]> {
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
		return await mainJobInEngine(sandbox, FILES_FOLDER, progress);
	} finally {
		await sandbox.close();
	}
}

async function writtenFile(name: string): Promise<string> {
	const file = join(FILES_FOLDER, name);
	const { size } = await stat(file);
	return `${colours.cyan(file)}  ${(size / 1000).toFixed(1)} kB`;
}
