import getPort, { clearLockedPorts, portNumbers } from 'get-port';

// A server starts seconds after its port was found free. From 32768 on the system gives ports to
// connections and may take it meanwhile; another process has another hundred.
const OWN = 20_000 + (process.pid % 120) * 100;

/** A free TCP port of 127.0.0.1: the wanted one or one of the next 100, or one that no one else gets where none is wanted. */
export async function findFreePort(wanted = 0): Promise<number> {
	const first = wanted || OWN;
	// A server that is started again gets the port that it had.
	if (wanted > 0) clearLockedPorts();
	const port = portNumbers(first, Math.min(first + 99, 65_535));
	return await getPort({ host: '127.0.0.1', port, reserve: wanted === 0 });
}
