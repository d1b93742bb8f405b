import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that listens on this machine. */
export interface LocalServer {
	readonly port: number;
	/** Its open connections. */
	readonly open: ReadonlySet<Socket>;
	/** Ends it; open connections are cut. */
	close(): Promise<void>;
}

/** Lets a server listen on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<LocalServer> {
	const open = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		port: (server.address() as AddressInfo).port,
		open,
		async close() {
			for (const socket of open) socket.destroy();
			await new Promise((closed) => server.close(closed));
		},
	};
}
