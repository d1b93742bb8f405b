import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../dev/host/child.mts';
import { nodeRuntime } from '../../dev/host/node-runtime.mts';
import { freePort } from '../../dev/host/ports.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { installRecipe } from '../../dev/host/recipes.mts';
import { startServer, untilReady } from '../../dev/host/server-process.mts';
import { startNetwork } from './network/network.mts';

/** A network in which npm's public registry is one on this machine, and nothing else exists. */
export interface Npmjs {
	/**
	 * Publishes a tarball or an unpacked package, as `npm publish` does. Returns what npm warned of;
	 * throws where it refuses.
	 */
	publish(tarballOrFolder: string): Promise<string[]>;
	/** What an n8n in that network is started with. */
	env: Record<string, string>;
	/** Gives npm, started by an n8n that lives in `userFolder`, the same network. */
	prepare(userFolder: string): Promise<void>;
	stop(): Promise<void>;
}

const HOST = 'registry.npmjs.org';

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

/**
 * n8n installs from npm's public registry and nowhere else (another one needs a licence). So n8n and
 * npm stay as they are, in a network where that host is an empty registry of ours.
 */
export async function startNpmjs(): Promise<Npmjs> {
	const progress = plainProgress();
	const installed = await installRecipe('verdaccio', 'an npm registry', progress);
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-npmjs-'));
	const config = join(folder, 'config.yaml');
	await writeFile(config, CONFIG);
	const port = await freePort();
	const baseUrl = `http://127.0.0.1:${port}`;
	const script = join(installed, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
	const server = await startServer({
		node: await nodeRuntime(progress),
		args: [script, `--config=${config}`, `--listen=127.0.0.1:${port}`],
		cwd: folder,
		// Its tarballs are said to be there.
		env: { ...process.env, VERDACCIO_PUBLIC_URL: `https://${HOST}/` },
		logFile: join(folder, 'registry.log'),
	});
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	};
	await untilReady(server, { name: 'The registry', baseUrl, paths: ['/-/ping'], stop });
	const network = await startNetwork({ [HOST]: port });
	return {
		env: network.env,
		async publish(what) {
			const warnings: string[] = [];
			// npm wants to know who publishes, though this registry does not.
			const to = [`--registry=${baseUrl}`, `--//127.0.0.1:${port}/:_authToken=anybody`];
			await run('npm', ['publish', what, ...to, '--ignore-scripts', '--provenance=false'], {
				cwd: folder,
				onLine: (line) => {
					if (/^npm warn publish/i.test(line)) warnings.push(line);
				},
			});
			return warnings;
		},
		// n8n 1 asks npm for updates without passing its environment on.
		async prepare(userFolder) {
			const nodes = join(userFolder, '.n8n', 'nodes');
			await mkdir(nodes, { recursive: true });
			const settings = [
				`https-proxy=${network.proxyUrl}`,
				`cafile=${network.certificateFile}`,
				`cache=${join(folder, 'cache')}`,
			];
			await writeFile(join(nodes, '.npmrc'), settings.join('\n'));
		},
		async stop() {
			await network.stop();
			await stop();
		},
	};
}
