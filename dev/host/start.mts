import { parseArgs } from 'node:util';
import colours from 'picocolors';
import { FILES_FOLDER, homeFolder, withHome } from './home.mts';
import { completeAfterOf } from '../sandbox/cli.mts';
import { cacheFolder } from './install-once.mts';
import { buildPackage } from './package.mts';
import { step } from './progress.mts';
import { isRecipeInstalled } from './recipes.mts';
import { serve } from './serve.mts';
import { terminalProgress } from './spinner.mts';
import { N8N_VERSION } from './versions.mts';

/**
 * `npm start`: a real n8n in the browser with the sandbox and everything loaded. It is installed here once;
 * with `-- --docker` it is n8n's official image. `-- --complete-after 20` completes each screening 20 seconds
 * after it was sent.
 */
export async function main(args: string[]): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal());
	const { values } = parseArgs({
		args,
		options: {
			docker: { type: 'boolean', default: false },
			'complete-after': { type: 'string' },
		},
	});
	const { docker } = values;
	const completeAfter = completeAfterOf(values['complete-after']);
	const progress = terminalProgress();
	await sayWhatItTakes(docker);
	const home = homeFolder(docker ? '-docker' : '');
	await withHome(home, async () => {
		await step(progress, 'Building the node package', buildPackage);
		await serve(
			{
				home,
				filesFolder: FILES_FOLDER,
				ports: { n8n: 5678, sandbox: 4010 },
				completeAfter,
				docker,
				progress,
				say: (text) => console.log(text),
			},
			untilToldToStop,
		);
	});
}

async function sayWhatItTakes(docker: boolean): Promise<void> {
	if (docker) {
		console.log("Starting the sandbox, and n8n's official image in docker (1 GB, once).");
		return;
	}
	console.log(`Starting the sandbox, and n8n ${N8N_VERSION}.`);
	if (await isRecipeInstalled(`n8n-${N8N_VERSION}`)) return;
	console.log(`
n8n is set up once: 2,100 packages, 2.3 GB in ${colours.cyan(cacheFolder())},
3 to 6 minutes. Ctrl-C interrupts it, and the next start goes on from there.
Quicker with Docker: npm start -- --docker
`);
}

/** What a signal does: it ends this process at once, except while `untilToldToStop` waits for one. */
let onSignal = () => process.exit(130);

async function untilToldToStop(): Promise<void> {
	const exit = onSignal;
	await new Promise<void>((resolve) => {
		onSignal = resolve as typeof onSignal;
	});
	onSignal = exit;
}
