import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';

import { makeCertificate } from '../certificate.mts';
import { openTunnel, startConnectProxy } from '../connect-proxy.mts';

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
	const proxy = await startConnectProxy((target, client) => {
		const port = target.endsWith(':443') ? hosts[target.slice(0, -':443'.length)] : undefined;
		if (port === undefined) client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		else openTunnel(client, port, () => new TLSSocket(client, { isServer: true, secureContext }));
	});
	return {
		/** The environment that puts a program into this network, such as an n8n. */
		env: {
			HTTPS_PROXY: proxy.url,
			HTTP_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		async stop() {
			await proxy.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
