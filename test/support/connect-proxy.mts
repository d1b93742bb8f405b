import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';

import { listen } from './local-server.mts';

/** Starts a proxy for https on this machine; `serve` gets `HOST:PORT` of each CONNECT, and the socket to answer it on. */
export async function startConnectProxy(serve: (target: string, client: Socket) => void) {
	const server = createServer((_, response) => response.writeHead(502).end());
	server.on('connect', ({ url = '' }, client: Socket) => serve(url, client));
	const { port, close } = await listen(server);
	return { url: `http://127.0.0.1:${port}`, close };
}

/** Says that the tunnel is open. What comes through it goes to a port of this machine, read by `end` if given. */
export function openTunnel(client: Socket, port: number, end?: (client: Socket) => Duplex): void {
	client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
	const near = end?.(client) ?? client;
	// Where one side ends, so does the other.
	pipeline([near, connect(port, '127.0.0.1'), near], () => {});
}
