import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution } from '../../dev/host/execution.mts';
import type { SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import { startN8n, type StartedN8n, type StartOptions } from '../../dev/host/n8n.mts';
import type { Sandbox, SandboxOptions } from '../../dev/sandbox/index.mts';
import { sharedN8n, type LastingN8n } from './shared-n8n.mts';
import { useSandbox } from './use-sandbox.mts';

/** A first installation takes minutes. */
const START_TIMEOUT_MS = 30 * 60_000;
const TEST_TIMEOUT_MS = 3 * 60_000;
/** For a test that starts n8n twice, on a machine that is busy. */
export const KILL_TIMEOUT_MS = 15 * 60_000;

jest.setTimeout(TEST_TIMEOUT_MS);

const isQuick = process.env['RENTAL_SCREENING_QUICK'] === '1';

/** Tests that take long: skipped with RENTAL_SCREENING_QUICK=1, as by .ci/run. */
export const describeLong = isQuick ? describe.skip : describe;
export const testLong = isQuick ? test.skip : test;

/** A real n8n for the tests of one `describe`, and a service for each of them. */
export type N8nHost = ReturnType<typeof useN8n>;

export type N8nWithCredential = Pick<N8nHost, 'client' | 'credential'>;

/**
 * A real n8n for the tests of the surrounding `describe`. One without further options is shared with
 * other files; any other is started before the tests, with the options of a function, and stopped after them.
 */
export function useN8n(sandboxOptions: SandboxOptions = {}, options?: () => Promise<StartOptions>) {
	let n8n: LastingN8n;
	let stop: (() => Promise<void>) | undefined;
	const createSandbox = useSandbox();
	let sandbox: Sandbox;
	let credential: SavedCredential;
	const mortals: StartedN8n[] = [];

	/** A new credential for the test's sandbox; `data` replaces what it would hold. */
	const createCredential = async (data: { password?: string } = {}, client = n8n.client) => {
		const account = { ...sandbox.account, ...data };
		return await client.createCredential('rentalScreeningApi', 'Sandbox account', account);
	};

	beforeAll(async () => {
		if (options) {
			const own = await startN8n(await options());
			n8n = own;
			stop = own.stop;
		} else n8n = await sharedN8n();
	}, START_TIMEOUT_MS);

	beforeEach(async () => {
		sandbox = await createSandbox(sandboxOptions);
		credential = await createCredential();
	});

	afterEach(async () => {
		for (const mortal of mortals.splice(0)) await mortal.stop();
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	afterAll(async () => {
		await stop?.();
	}, 60_000);

	return {
		get n8n() {
			return n8n;
		},
		get client() {
			return n8n.client;
		},
		/** Fresh for each test, so that nothing of another test is known of it. What it was asked must keep the contract. */
		get sandbox() {
			return sandbox;
		},
		/** For that sandbox. */
		get credential() {
			return credential;
		},
		createCredential,
		/** Starts an n8n of its own, which a test may kill, and start again over the same data. */
		async startMortal(options: StartOptions = {}) {
			const userFolder = await mkdtemp(join(n8n.userFolder, 'mortal-'));
			const start = async (more: StartOptions) => {
				const mortal = await startN8n({ ...options, userFolder, ...more });
				mortals.push(mortal);
				return { ...mortal, credential: await createCredential({}, mortal.client) };
			};
			return { ...(await start({})), restart: async () => await start({ packageFolder: null }) };
		},
		/** Saves the workflow and runs it to its end. */
		async run(workflow: WorkflowJson): Promise<Execution> {
			const { id } = await n8n.client.createWorkflow(workflow);
			return await n8n.client.runWorkflow(id);
		},
	};
}
