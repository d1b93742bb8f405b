import colours from 'picocolors';
import { buildPackage } from '../host/package.mts';
import { plainProgress, step } from '../host/progress.mts';
import { startSandbox } from '../sandbox/index.mts';
import { screenInEngine } from './in-engine.mts';
import { resultsTable } from './table.mts';

/** Applicants complete their screening after this time, so that the workflow is seen to wait. */
const COMPLETE_AFTER_SECONDS = 3;

/** `npm run demo`: applicants are screened in n8n's engine, in this process. */
export async function main(): Promise<void> {
	console.log(
		colours.bold("From a file of applicants to a table of results, in n8n's own engine\n"),
	);
	const progress = plainProgress();
	await step(progress, 'Building the node package', buildPackage);
	const sandbox = await step(
		progress,
		'Starting the sandbox, a stand-in for the screening service',
		() => startSandbox({ completeAfter: { seconds: COMPLETE_AFTER_SECONDS } }),
		({ baseUrl }) => `The sandbox answers at ${baseUrl}`,
	);
	try {
		console.log(`\n${resultsTable(await screenInEngine(sandbox, progress))}\n`);
	} finally {
		await sandbox.close();
	}
	console.log(
		`Next: ${colours.cyan('npm start')} opens a real n8n in the browser, with the sandbox and every workflow.`,
	);
}
