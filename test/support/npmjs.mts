import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../dev/host/child.mts';
import { startHttpStub } from './http-stub.mts';
import { startNetwork } from './network/network.mts';

/** A network in which npm's public registry is one on this machine, and nothing else exists. */
export type Npmjs = Awaited<ReturnType<typeof startNpmjs>>;

const HOST = 'registry.npmjs.org';

/**
 * n8n installs from npm's public registry and nowhere else (another one needs a licence). So n8n and npm stay
 * as they are, in a network where that host is an empty registry of ours. It answers what npm and n8n read of a
 * package: all of it, one version, a tarball.
 */
export async function startNpmjs() {
	const answers = new Map<string, object>();
	const server = await startHttpStub(({ url }) => {
		const body = answers.get(decodeURIComponent(url));
		return body ? { body } : { status: 404 };
	});
	const network = await startNetwork({ [HOST]: server.port });
	const cache = await mkdtemp(join(tmpdir(), 'rental-screening-npm-cache-'));
	return {
		/** What an n8n in that network is started with. */
		env: {
			...network.env,
			// What the machine's own settings say of these would win otherwise.
			npm_config_cache: cache,
			npm_config_cafile: network.env.NODE_EXTRA_CA_CERTS,
			npm_config_https_proxy: network.env.HTTPS_PROXY,
		},
		/** Puts a packed package there. Returns its version. */
		async publish(tarball: string): Promise<string> {
			const text = await run('tar', ['-xzOf', tarball, 'package/package.json'], { cwd: cache });
			const manifest = JSON.parse(text) as Record<'name' | 'version', string>;
			const { name, version } = manifest;
			const content = await readFile(tarball);
			const place = `/${name}/-/${name}-${version}.tgz`;
			const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
			const whole = { ...manifest, dist: { tarball: `https://${HOST}${place}`, integrity } };
			const versions = { [version]: whole };
			answers.set(`/${name}`, { name, 'dist-tags': { latest: version }, versions });
			answers.set(`/${name}/${version}`, whole);
			answers.set(place, content);
			return version;
		},
		async stop() {
			await network.stop();
			await server.close();
			await rm(cache, { recursive: true, force: true });
		},
	};
}
