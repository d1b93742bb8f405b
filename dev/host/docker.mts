import { join } from 'node:path';
import { SubprocessError } from 'nano-spawn';
import { run } from './child.mts';
import { n8nSettings } from './environment.mts';
import { prepareFolders, untilLive, type StartedN8n, type StartOptions } from './n8n.mts';
import { freePort } from './ports.mts';
import { plainProgress, step } from './progress.mts';
import { startServer } from './server-process.mts';
import { DEFAULT_N8N_VERSION } from './versions.mts';

/** n8n's official image. */
export const IMAGE = `docker.n8n.io/n8nio/n8n:${DEFAULT_N8N_VERSION}`;

export interface ContainerOptions extends Pick<
	StartOptions,
	'port' | 'packageFolder' | 'progress'
> {
	/** Default: n8n's official image of the version that the tests know. */
	image?: string;
	userFolder: string;
	workingFolder: string;
	/** Called with the exact command, as one would type it. */
	onCommand: (command: string) => void;
}

/**
 * Starts n8n's official image with the packed node in it, and logs in. The container shares the network
 * of this machine, since the node accepts http to this machine only: so n8n reaches the sandbox.
 */
export async function startContainer(options: ContainerOptions): Promise<StartedN8n> {
	const { image = IMAGE, progress = plainProgress(), onCommand } = options;
	await requireDocker();
	const folders = await prepareFolders(options);
	const port = await freePort(options.port);
	const args = containerArgs(folders, image, port, await freePort());
	onCommand(['docker', ...args].join(' '));
	await step(progress, `Downloading the image ${image}, if it is not there`, () =>
		run('docker', ['pull', '--quiet', image], { cwd: folders.workingFolder }),
	);
	const server = await startServer({
		node: process.execPath,
		args: [join(import.meta.dirname, 'docker-run.mjs'), ...args],
		cwd: folders.workingFolder,
		env: process.env,
		logFile: folders.logFile,
	});
	return await untilLive(server, `${image} in docker`, port, folders, progress);
}

/** The arguments of `docker` for an n8n that keeps its data, and its files, in these folders. */
function containerArgs(
	folders: { userFolder: string; workingFolder: string },
	image: string,
	port: number,
	brokerPort: number,
): string[] {
	const settings = n8nSettings({
		version: DEFAULT_N8N_VERSION,
		userFolder: '/home/node/data',
		port,
		brokerPort,
		filesFolders: ['/files'],
		env: { NODE_OPTIONS: '--import=file:///guard.mjs?local' },
	});
	const user = process.getuid ? [`--user=${process.getuid()}:${process.getgid?.()}`] : [];
	return [
		'run',
		'--rm',
		`--name=rental-screening-n8n-${port}`,
		'--network=host',
		...user,
		`--volume=${folders.userFolder}:/home/node/data`,
		`--volume=${folders.workingFolder}:/files`,
		`--volume=${join(import.meta.dirname, 'guard.mjs')}:/guard.mjs:ro`,
		'--workdir=/files',
		...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
		image,
		'start',
	];
}

async function requireDocker(): Promise<void> {
	await run('docker', ['version'], { cwd: '/' }).catch((error: unknown) => {
		throw new Error(
			error instanceof SubprocessError && error.exitCode
				? 'docker does not answer. Start Docker, then run it again.'
				: 'docker was not found. Install it (https://docs.docker.com/get-docker), or leave out --docker.',
		);
	});
}
