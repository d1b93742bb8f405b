import colours from 'picocolors';
import { FILES_FOLDER, homeFolder, withHome } from './home.mts';
import { npm } from './npm.mts';
import { PROJECT } from './package.mts';
import { step } from './progress.mts';
import { serve } from './serve.mts';
import { terminalProgress } from './spinner.mts';

const progress = terminalProgress();
const home = homeFolder();
try {
	await withHome(home, async () => {
		await step(progress, 'Building the node package', () =>
			npm(['run', 'build'], { cwd: PROJECT }),
		);
		await serve(
			{
				home,
				filesFolder: FILES_FOLDER,
				ports: { n8n: 5678, sandbox: 4010 },
				completeAfterSeconds: 20,
				progress,
				say: (text) => console.log(text),
			},
			ctrlC,
		);
	});
} catch (error) {
	console.error(`\n${colours.red('It did not start.')} ${(error as Error).message}`);
	process.exitCode = 1;
}

/** Waits for Ctrl-C. Another one while things are being stopped ends this process at once. */
async function ctrlC(): Promise<void> {
	await new Promise<void>((resolve) => {
		process.once('SIGINT', resolve);
		process.once('SIGTERM', resolve);
	});
}
