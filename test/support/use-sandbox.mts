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
