import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox/index.mts';

/** Where those files that share an n8n write down the addresses that they have used, as it remembers what it sent. */
const shared = process.env['RENTAL_SCREENING_SHARED'];
const file = shared && join(shared, 'addresses');

/** Addresses that were used; the system gives out a free one again. */
const used = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);

/** A sandbox at an address that no other one had: what was sent to that is not known for this. */
export async function freshSandbox(options?: SandboxOptions): Promise<Sandbox> {
	for (;;) {
		const sandbox = await startSandbox(options);
		if (!used.has(sandbox.baseUrl)) {
			used.add(sandbox.baseUrl);
			if (file) appendFileSync(file, `${sandbox.baseUrl}\n`);
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
