import { randomUUID } from 'node:crypto';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';

/**
 * What starts a sandbox during the tests of a suite, with an account that no other one had: what was sent for that is
 * not known for this. After each test all are closed.
 */
export function useSandbox() {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (options?: SandboxOptions): Promise<Sandbox> => {
		const username = `${randomUUID()}@sandbox.example`;
		const sandbox = await startSandbox({ username, ...options });
		running.push(sandbox);
		return sandbox;
	};
}

/** Calls `happens` when the service has read the request of that operation with that number; the first is 1. */
export function atRequest(
	sandbox: Sandbox,
	operation: 'login' | 'sendScreeningWithFlow' | 'getScreeningData',
	number: number,
	happens: () => void,
): void {
	let read = 0;
	sandbox.disrupt({
		operation,
		match: () => {
			read += 1;
			if (read === number) happens();
			return false;
		},
	});
}

/** Resolves when what is on its way to or from a sandbox has arrived: requests that began later are answered. */
export async function waitUntilArrived({ baseUrl }: Sandbox): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await fetch(baseUrl);
}
