import type { AddressInfo, Server, Socket } from 'node:net';

/** Lets a server listen on a free port of 127.0.0.1. */
export async function listen(server: Server) {
	const open = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		port: (server.address() as AddressInfo).port,
		/** Its open connections. */
		open,
		/** Ends it; open connections are cut. */
		async close(): Promise<void> {
			for (const socket of open) socket.destroy();
			await new Promise((closed) => server.close(closed));
		},
	};
}
