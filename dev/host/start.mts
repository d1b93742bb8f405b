import { parseArgs } from 'node:util';
import { FILES_FOLDER, homeFolder, withHome } from './home.mts';
import { completeAfterOf } from '../sandbox/cli.mts';
import { buildPackage } from './package.mts';
import { plainProgress, step } from './progress.mts';
import { serve } from './serve.mts';

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
	const progress = plainProgress();
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

/** What a signal does: it ends this process at once, except while `untilToldToStop` waits for one. */
let onSignal = () => process.exit(130);

async function untilToldToStop(): Promise<void> {
	const exit = onSignal;
	await new Promise<void>((resolve) => {
		onSignal = resolve as typeof onSignal;
	});
	onSignal = exit;
}
