import { once } from 'node:events';
import { createServer } from 'node:net';

// A server starts seconds after its port was found free. From 32768 on the system gives ports to
// connections and may take it meanwhile; another process has another hundred.
const OWN = 20_000 + (process.pid % 120) * 100;

const given = new Set<number>();

/** A free TCP port of 127.0.0.1: the wanted one or the next above, or one that no one else gets where none is wanted. */
export async function findFreePort(wanted = 0): Promise<number> {
	const first = wanted || OWN;
	for (let port = first; port < first + 100; port++) {
		if ((!wanted && given.has(port)) || !(await isFree(port))) continue;
		given.add(port);
		return port;
	}
	throw new Error('There is no free port.');
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
		return true;
	} catch {
		return false;
	} finally {
		server.close();
	}
}
