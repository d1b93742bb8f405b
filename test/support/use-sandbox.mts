import { randomUUID } from 'node:crypto';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';

/** A sandbox with an account that no other one had: what was sent for that is not known for this. */
export async function createSandbox(options?: SandboxOptions): Promise<Sandbox> {
	return await startSandbox({ username: `${randomUUID()}@sandbox.example`, ...options });
}

/** A sandbox for each test of a suite, so that tests do not affect each other. */
export function useSandbox(): typeof createSandbox {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (options) => {
		const sandbox = await createSandbox(options);
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
		latencyMs: 0,
	});
}

/** Resolves when what is on its way to or from a sandbox has arrived: requests that began later are answered. */
export async function waitUntilArrived({ baseUrl }: Sandbox): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await fetch(baseUrl);
}
