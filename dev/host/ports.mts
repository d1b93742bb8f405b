import { createServer } from 'node:net';

/** A free TCP port on this machine: the wanted one or the next above it, or any where none is wanted. */
export async function freePort(wanted = 0): Promise<number> {
	for (let port = wanted; ; port++) {
		const free = await tryPort(port);
		if (free !== undefined) return free;
	}
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else reject(error);
		});
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
		});
	});
}
