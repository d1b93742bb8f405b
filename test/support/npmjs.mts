import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startRegistry, type Registry } from '../../dev/host/registry.mts';
import { startNetwork } from './network/network.mts';

/** A network in which npm's public registry is one on this machine, and nothing else exists. */
export interface Npmjs extends Pick<Registry, 'publish'> {
	/** What an n8n in that network is started with. */
	env: Record<string, string>;
	/** Gives npm, started by an n8n that lives in `userFolder`, the same network. */
	prepare(userFolder: string): Promise<void>;
	stop(): Promise<void>;
}

const HOST = 'registry.npmjs.org';

/**
 * n8n installs from npm's public registry and nowhere else (another one needs a licence). So n8n and
 * npm stay as they are, in a network where that host is a registry of ours.
 */
export async function startNpmjs(): Promise<Npmjs> {
	const cache = await mkdtemp(join(tmpdir(), 'rental-screening-npmjs-'));
	const registry = await startRegistry(`https://${HOST}/`);
	const network = await startNetwork({ [HOST]: Number(new URL(registry.baseUrl).port) });
	return {
		publish: registry.publish,
		env: network.env,
		// n8n 1 asks npm for updates without passing its environment on.
		async prepare(userFolder) {
			const nodes = join(userFolder, '.n8n', 'nodes');
			await mkdir(nodes, { recursive: true });
			const settings = [
				`https-proxy=${network.proxyUrl}`,
				`cafile=${network.certificateFile}`,
				`cache=${cache}`,
			];
			await writeFile(join(nodes, '.npmrc'), settings.join('\n'));
		},
		async stop() {
			await network.stop();
			await registry.stop();
			await rm(cache, { recursive: true, force: true });
		},
	};
}
