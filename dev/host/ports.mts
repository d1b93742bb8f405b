import getPort, { portNumbers } from 'get-port';

/** A free TCP port of 127.0.0.1: the wanted one or one of the next 100, or any where none is wanted. */
export async function freePort(wanted = 0): Promise<number> {
	const port = wanted === 0 ? [] : portNumbers(wanted, Math.min(wanted + 100, 65_535));
	return await getPort({ host: '127.0.0.1', port });
}
