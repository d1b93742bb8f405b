import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';

import { makeCertificate } from '../../../dev/host/certificate.mts';
import { listen } from '../local-server.mts';

/** A network in which some hosts are servers on this machine, and no other host exists. */
export type Network = Awaited<ReturnType<typeof startNetwork>>;

/**
 * Starts a network for programs that talk https to fixed addresses, and so cannot be pointed at a stand-in.
 * They use a proxy, as in a company's network, that answers for these hosts with a certificate which they
 * trust. `hosts` are names, each with the port of a plain http server on this machine. What is on this
 * machine is reached without the proxy.
 */
export async function startNetwork(hosts: Readonly<Record<string, number>>) {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-network-'));
	const certificate = await makeCertificate(...Object.keys(hosts));
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, certificate.cert);
	const secureContext = createSecureContext(certificate);
	const server = createServer((_, response) => response.writeHead(502).end());
	server.on('connect', ({ url = '' }, client: Socket) => {
		const port = url.endsWith(':443') ? hosts[url.slice(0, -':443'.length)] : undefined;
		if (port === undefined) {
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		const near = new TLSSocket(client, { isServer: true, secureContext });
		// Where one side ends, so does the other.
		pipeline([near, connect(port, '127.0.0.1'), near], () => {});
	});
	const proxy = await listen(server);
	const proxyUrl = `http://127.0.0.1:${proxy.port}`;
	return {
		/** The environment that puts a program into this network, such as an n8n. */
		env: {
			HTTPS_PROXY: proxyUrl,
			HTTP_PROXY: proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		async stop() {
			await proxy.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
