import { join } from 'node:path';
import { SubprocessError } from 'nano-spawn';
import { run } from './child.mts';
import { makeSettings, type N8nPlace } from './environment.mts';
import { launchN8n, type StartOptions } from './n8n.mts';
import { plainProgress, step } from './progress.mts';
import { N8N_VERSION } from './versions.mts';

/** n8n's official image. */
export const IMAGE = `docker.n8n.io/n8nio/n8n:${N8N_VERSION}`;

interface ContainerOptions extends Pick<StartOptions, 'port' | 'packageFolder' | 'progress'> {
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
export async function startContainer(options: ContainerOptions) {
	const { image = IMAGE, progress = plainProgress(), onCommand } = options;
	await requireDocker();
	return await launchN8n(`${image} in docker`, options, async (place) => {
		const args = makeContainerArgs(place, image);
		onCommand(['docker', ...args].join(' '));
		await step(progress, `Downloading the image ${image}, if it is not there`, () =>
			run('docker', ['pull', '--quiet', image], { cwd: place.workingFolder }),
		);
		const script = join(import.meta.dirname, 'docker-run.mjs');
		return { node: process.execPath, args: [script, ...args], env: process.env };
	});
}

/** The arguments of `docker` for an n8n that keeps its data, and its files, in these folders. */
function makeContainerArgs(place: N8nPlace, image: string): string[] {
	const inside = { ...place, userFolder: '/home/node/data', workingFolder: '/files' };
	const settings = { ...makeSettings(inside), NODE_OPTIONS: '--import=file:///guard.mjs' };
	const user = process.getuid ? [`--user=${process.getuid()}:${process.getgid?.()}`] : [];
	return [
		'run',
		'--rm',
		`--name=rental-screening-n8n-${place.port}`,
		'--network=host',
		...user,
		`--volume=${place.userFolder}:/home/node/data`,
		`--volume=${place.workingFolder}:/files`,
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
