import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';

/** A sandbox for each test of a suite, with an address of its own: what one test logs in is unknown to the next. */
export function useSandbox(): (options?: SandboxOptions) => Promise<Sandbox> {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (options) => {
		const sandbox = await startSandbox(options);
		running.push(sandbox);
		return sandbox;
	};
}
