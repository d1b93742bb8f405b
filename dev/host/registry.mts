import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './child.mts';
import { nodeRuntime } from './node-runtime.mts';
import { freePort } from './ports.mts';
import { plainProgress, type Progress } from './progress.mts';
import { orTellFromLog, untilAnswering } from './readiness.mts';
import { installRecipe } from './recipes.mts';
import { startServer } from './server-process.mts';

/** An npm registry on this machine that has only what was published to it. */
export interface Registry {
	/** Where it listens. */
	baseUrl: string;
	/**
	 * Publishes a tarball or an unpacked package, as `npm publish` does. Returns what npm warned of;
	 * throws where it refuses.
	 */
	publish(tarballOrFolder: string): Promise<string[]>;
	stop(): Promise<void>;
}

/** The folder with the registry's software, installed if it is not there yet (once per machine). */
export async function installRegistry(progress: Progress): Promise<string> {
	return await installRecipe('verdaccio', 'an npm registry', progress);
}

/**
 * Starts an empty registry that asks no other. Its tarballs are said to be at `publicUrl`. Throws with the end of
 * its log.
 */
export async function startRegistry(publicUrl: string): Promise<Registry> {
	const progress = plainProgress();
	const installed = await installRegistry(progress);
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-registry-'));
	await writeFile(join(folder, 'config.yaml'), CONFIG);
	const port = await freePort();
	const baseUrl = `http://127.0.0.1:${port}`;
	const logFile = join(folder, 'registry.log');
	const server = await startServer({
		node: await nodeRuntime(progress),
		args: [
			join(installed, 'node_modules', 'verdaccio', 'bin', 'verdaccio'),
			`--config=${join(folder, 'config.yaml')}`,
			`--listen=127.0.0.1:${port}`,
		],
		cwd: folder,
		env: { ...process.env, VERDACCIO_PUBLIC_URL: publicUrl },
		logFile,
	});
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	};
	await orTellFromLog({ what: 'The registry', logFile, stop }, () =>
		untilAnswering(server, baseUrl, ['/-/ping']),
	);
	return { baseUrl, publish: async (what) => await publish(what, baseUrl, folder), stop };
}

/** Anybody on this machine may read and publish; there is no web page and no other registry. */
const CONFIG = `
storage: ./storage
web:
  enable: false
packages:
  '**':
    access: $all
    publish: $all
middlewares: {}
log:
  type: stdout
  format: pretty
  level: http
`;

async function publish(what: string, baseUrl: string, folder: string): Promise<string[]> {
	const warnings: string[] = [];
	const { host } = new URL(baseUrl);
	// npm wants to know who publishes, though this registry does not.
	const registry = [`--registry=${baseUrl}`, `--//${host}/:_authToken=anybody`];
	await run('npm', ['publish', what, ...registry, '--ignore-scripts', '--provenance=false'], {
		cwd: folder,
		onLine: (line) => {
			if (/^npm warn publish/i.test(line)) warnings.push(line);
		},
	});
	return warnings;
}
