import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHttpStub } from './http-stub.mts';
import { startNetwork } from './network/network.mts';

/** A network in which npm's public registry is one on this machine, and nothing else exists. */
export interface Npmjs {
	/** Puts a packed package there. Returns its version. */
	publish(tarball: string): Promise<string>;
	/** What an n8n in that network is started with. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

const HOST = 'registry.npmjs.org';

interface Manifest {
	name: string;
	version: string;
}

/**
 * n8n installs from npm's public registry and nowhere else (another one needs a licence). So n8n and npm stay
 * as they are, in a network where that host is an empty registry of ours. It answers what npm and n8n read of a
 * package: all of it, one version, a tarball.
 */
export async function startNpmjs(): Promise<Npmjs> {
	const answers = new Map<string, object>();
	const versions: Record<string, object> = {};
	const server = await startHttpStub(({ url }) => {
		const body = answers.get(decodeURIComponent(url));
		return body ? { body } : { status: 404 };
	});
	const network = await startNetwork({ [HOST]: server.port });
	const cache = await mkdtemp(join(tmpdir(), 'rental-screening-npm-cache-'));
	return {
		env: {
			...network.env,
			// What the machine's own settings say of these would win otherwise.
			npm_config_cache: cache,
			npm_config_cafile: network.certificateFile,
			npm_config_https_proxy: network.proxyUrl,
		},
		async publish(tarball) {
			const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], {
				encoding: 'utf8',
			});
			const manifest = JSON.parse(text) as Manifest;
			const { name, version } = manifest;
			const content = await readFile(tarball);
			const place = `/${name}/-/${name}-${version}.tgz`;
			const hash = (kind: string, form: 'hex' | 'base64') =>
				createHash(kind).update(content).digest(form);
			const dist = {
				tarball: `https://${HOST}${place}`,
				shasum: hash('sha1', 'hex'),
				integrity: `sha512-${hash('sha512', 'base64')}`,
			};
			versions[version] = { ...manifest, dist };
			const all = { name, 'dist-tags': { latest: version }, versions };
			answers.set(`/${name}`, all);
			answers.set(`/${name}/${version}`, versions[version]);
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
