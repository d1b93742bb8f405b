import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';

import { startRegistry, type Registry } from '../../dev/host/registry.mts';
import { makeCertificate, type Certificate } from './certificate.mts';

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
 * npm stay as they are, and the way there leads to a registry of ours: they are told to use a proxy,
 * as in a company's network, that answers in the registry's place, with a certificate that they trust.
 */
export async function startNpmjs(): Promise<Npmjs> {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-npmjs-'));
	const certificate = makeCertificate(folder, HOST);
	const registry = await startRegistry({ publicUrl: `https://${HOST}/` });
	const proxy = await startProxy(certificate, Number(new URL(registry.baseUrl).port));
	const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return {
		publish: registry.publish,
		env: {
			HTTPS_PROXY: proxyUrl,
			HTTP_PROXY: proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate.certificateFile,
		},
		// n8n 1 asks npm for updates without passing its environment on.
		async prepare(userFolder) {
			const nodes = join(userFolder, '.n8n', 'nodes');
			await mkdir(nodes, { recursive: true });
			const settings = [
				`https-proxy=${proxyUrl}`,
				`cafile=${certificate.certificateFile}`,
				`cache=${join(folder, 'cache')}`,
			];
			await writeFile(join(nodes, '.npmrc'), settings.join('\n'));
		},
		async stop() {
			proxy.closeAllConnections();
			proxy.close();
			await registry.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** A proxy for https: connections to the registry end in `port`, all others are refused. */
async function startProxy({ cert, key }: Certificate, port: number): Promise<Server> {
	const secureContext = createSecureContext({ cert, key });
	const proxy = createServer((_request, response) => response.writeHead(502).end());
	proxy.on('connect', ({ url }, socket: Socket) => {
		if (url !== `${HOST}:443`) {
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		const client = new TLSSocket(socket, { isServer: true, secureContext });
		const registry = connect(port, '127.0.0.1');
		client.pipe(registry).pipe(client);
		client.on('error', () => registry.destroy());
		registry.on('error', () => client.destroy());
		client.on('close', () => registry.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	return proxy;
}
