import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';

/** Addresses that this process has used; the system gives out a free one again. */
const used = new Set<string>();

/** A sandbox at an address that no other one of this process had: what was sent to that is not known for this. */
export async function freshSandbox(options?: SandboxOptions): Promise<Sandbox> {
	for (;;) {
		const sandbox = await startSandbox(options);
		if (!used.has(sandbox.baseUrl)) {
			used.add(sandbox.baseUrl);
			return sandbox;
		}
		await sandbox.close();
	}
}

/** A sandbox for each test of a suite, each with its own address, so that tests do not affect each other. */
export function useSandbox(): (options?: SandboxOptions) => Promise<Sandbox> {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (options) => {
		const sandbox = await freshSandbox(options);
		running.push(sandbox);
		return sandbox;
	};
}
