import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';

import { makeCertificate } from '../certificate.mts';

/** A network in which some hosts are servers on this machine, and no other host exists. */
export interface Network {
	/** The environment that puts a program into this network, such as an n8n. */
	env: Record<string, string>;
	/** `http://127.0.0.1:PORT`, the proxy for https. */
	proxyUrl: string;
	/** Signs the certificate of every host. */
	certificateFile: string;
	/** `HOST:PORT` of every connection that was refused, in order. */
	refused: string[];
	stop(): Promise<void>;
}

/**
 * Starts a network for programs that talk https to fixed addresses, and so cannot be pointed at a stand-in.
 * They use a proxy, as in a company's network, that answers for these hosts with a certificate which they
 * trust. `hosts` are names, each with the port of a plain http server on this machine. What is on this
 * machine is reached without the proxy.
 */
export async function startNetwork(hosts: Readonly<Record<string, number>>): Promise<Network> {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-network-'));
	const { cert, key, certificateFile } = makeCertificate(folder, ...Object.keys(hosts));
	const secureContext = createSecureContext({ cert, key });
	const refused: string[] = [];
	const open = new Set<Socket>();

	const proxy = createServer((_request, response) => response.writeHead(502).end());
	proxy.on('connect', ({ url = '' }, socket: Socket) => {
		const port = url.endsWith(':443') ? hosts[url.slice(0, -':443'.length)] : undefined;
		socket.on('error', () => socket.destroy());
		if (port === undefined) {
			refused.push(url);
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		const client = new TLSSocket(socket, { isServer: true, secureContext });
		const server = connect(port, '127.0.0.1');
		client.pipe(server).pipe(client);
		client.on('error', () => server.destroy());
		server.on('error', () => client.destroy());
		client.on('close', () => server.destroy());
		server.on('close', () => client.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

	const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return {
		env: {
			HTTPS_PROXY: proxyUrl,
			HTTP_PROXY: proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		proxyUrl,
		certificateFile,
		refused,
		async stop() {
			for (const socket of open) socket.destroy();
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
			await rm(folder, { recursive: true, force: true });
		},
	};
}
