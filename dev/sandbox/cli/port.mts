import { startSandbox } from '../index.mts';
import type { Sandbox, SandboxOptions } from '../types.mts';

/** How many ports in a row are tried. */
const attempts = 20;

/**
 * Starts the sandbox on the port asked for or, while that is taken, on the next one. `moved` hears of
 * every step. Rejects when no port is free.
 */
export async function startOnFreePort(
	options: SandboxOptions & { port: number },
	moved: (taken: number, next: number) => void,
): Promise<Sandbox> {
	for (let port = options.port; ; port += 1) {
		try {
			return await startSandbox({ ...options, port });
		} catch (thrown) {
			const last = port + 1 >= options.port + attempts || port >= 65535;
			if (last || !isTaken(thrown)) throw thrown;
			moved(port, port + 1);
		}
	}
}

function isTaken(thrown: unknown): boolean {
	return (thrown as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE';
}
