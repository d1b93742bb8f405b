import { parseArgs } from 'node:util';
import colours from 'picocolors';
import { FILES_FOLDER, homeFolder, withHome } from './home.mts';
import { whenNpmIsGone } from './npm.mts';
import { completeAfterOf } from '../sandbox/cli.mts';
import { cacheFolder } from './install-once.mts';
import { n8nOnPath } from './own-n8n.mts';
import { buildPackage } from './package.mts';
import { step } from './progress.mts';
import { isRecipeInstalled } from './recipes.mts';
import { serve, type WhichN8n } from './serve.mts';
import { terminalProgress } from './spinner.mts';
import { DEFAULT_N8N_VERSION } from './versions.mts';

/**
 * `npm start`: a real n8n in the browser with the sandbox and everything loaded. It is the one that
 * N8N_URL names, the official image with `-- --docker`, an n8n on the PATH, or one that is installed
 * here once. `-- --complete-after 20` completes each screening 20 seconds after it was sent.
 */
export async function main(args: string[]): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal());
	whenNpmIsGone(() => onSignal());
	const { values } = parseArgs({
		args,
		options: { docker: { type: 'boolean' }, 'complete-after': { type: 'string' } },
	});
	const completeAfter = completeAfterOf(values['complete-after']);
	const progress = terminalProgress();
	const n8n = await chooseN8n(values.docker ?? false);
	const home = homeFolder(n8n.kind === 'pinned' ? '' : `-${n8n.kind}`);
	await withHome(home, async () => {
		await step(progress, 'Building the node package', buildPackage);
		await serve(
			{
				home,
				filesFolder: FILES_FOLDER,
				ports: { n8n: 5678, sandbox: 4010 },
				completeAfter,
				n8n,
				progress,
				say: (text) => console.log(text),
			},
			untilToldToStop,
		);
	});
}

/** Says which n8n it will be, and what that takes. */
async function chooseN8n(docker: boolean): Promise<WhichN8n> {
	const { N8N_URL: url, N8N_EMAIL: email, N8N_PASSWORD: password } = process.env;
	if (docker) {
		console.log("Starting the sandbox, and n8n's official image in docker (1 GB, once).");
		return { kind: 'docker' };
	}
	if (url) {
		if (!email || !password) {
			throw new Error(
				'Set N8N_EMAIL and N8N_PASSWORD beside N8N_URL, to load the workflows there.',
			);
		}
		console.log(`Starting the sandbox, and loading the workflows into the n8n at ${url}.`);
		return { kind: 'running', url, email, password };
	}
	const installed = await n8nOnPath((version) =>
		console.log(`The n8n ${version} on the PATH is too old for the workflows: 2.41 is needed.`),
	);
	if (installed) {
		console.log(`Starting the sandbox, and the n8n ${installed.version} that is on the PATH.`);
		return { kind: 'installed', installed };
	}
	console.log(`Starting the sandbox, and n8n ${DEFAULT_N8N_VERSION}.`);
	if (!(await isRecipeInstalled(`n8n-${DEFAULT_N8N_VERSION}`))) {
		console.log(`
n8n is set up once: 2,100 packages, 2.3 GB in ${colours.cyan(cacheFolder())},
3 to 6 minutes. Ctrl-C interrupts it, and the next start goes on from there.
Quicker with an n8n that you have: put it on the PATH, set N8N_URL, or use Docker: npm start -- --docker
`);
	}
	return { kind: 'pinned' };
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
