import type { Execution } from '../../dev/host/execution.mts';
import type { N8nClient, SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import { startN8n, type RunningN8n, type StartOptions } from '../../dev/host/n8n.mts';
import { N8N_VERSIONS, OLDEST_N8N_2, type N8nVersion } from '../../dev/host/versions.mts';
import type { Sandbox, SandboxOptions } from '../../dev/sandbox/index.mts';
import { freshSandbox } from './use-sandbox.mts';

/** A first installation takes minutes. */
const START_TIMEOUT_MS = 30 * 60_000;
const TEST_TIMEOUT_MS = 3 * 60_000;

jest.setTimeout(TEST_TIMEOUT_MS);

/**
 * The n8n versions to test: the newest and n8n 1, and with `oldestToo` the oldest n8n 2. The variable
 * RENTAL_SCREENING_N8N names others, or `all`.
 */
export function testedVersions({ oldestToo = false } = {}): N8nVersion[] {
	const wanted = process.env['RENTAL_SCREENING_N8N']?.split(/[\s,]+/).filter(Boolean) ?? [];
	if (wanted.includes('all')) return [...N8N_VERSIONS];
	const unknown = wanted.filter((version) => !N8N_VERSIONS.some((pinned) => pinned === version));
	if (unknown.length > 0) throw new Error(`No recipe for n8n ${unknown.join(', ')}.`);
	if (wanted.length > 0) return N8N_VERSIONS.filter((version) => wanted.includes(version));
	return N8N_VERSIONS.filter((version) => oldestToo || version !== OLDEST_N8N_2);
}

/** Tests that take minutes: only with RENTAL_SCREENING_N8N=all. */
export const describeLong =
	process.env['RENTAL_SCREENING_N8N'] === 'all' ? describe : describe.skip;

/** A real n8n for the tests of one `describe`, and a service for each of them. */
export interface N8nHost {
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
	/** Fresh for each test, so that no token of another test is known to it. */
	readonly sandbox: Sandbox;
	/** Fresh for each test, without a token. */
	readonly credential: SavedCredential;
	/** Saves the workflow and runs it to its end. */
	run(workflow: WorkflowJson): Promise<Execution>;
	/** A new credential for the test's sandbox; `data` replaces what it would hold. */
	createCredential(data?: Partial<CredentialData>): Promise<SavedCredential>;
}

export interface CredentialData {
	baseUrl: string;
	username: string;
	password: string;
}

/**
 * Starts a real n8n before the tests of the surrounding `describe` and stops it after them. Options that
 * are known only then come from a function.
 */
export function useN8n(
	options: StartOptions | (() => Promise<StartOptions>) = {},
	sandboxOptions: SandboxOptions = {},
): N8nHost {
	let n8n: RunningN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;

	const createCredential = async (data: Partial<CredentialData> = {}) => {
		const { baseUrl, username, password } = sandbox;
		const all = { baseUrl, username, password, ...data };
		return await n8n.client.createCredential('rentalScreeningApi', 'Sandbox account', all);
	};

	beforeAll(async () => {
		n8n = await startN8n(typeof options === 'function' ? await options() : options);
	}, START_TIMEOUT_MS);

	beforeEach(async () => {
		sandbox = await freshSandbox(sandboxOptions);
		credential = await createCredential();
	});

	afterEach(async () => {
		await sandbox.close();
	});

	afterAll(async () => {
		await n8n?.stop();
	}, 60_000);

	return {
		get n8n() {
			return n8n;
		},
		get client() {
			return n8n.client;
		},
		get sandbox() {
			return sandbox;
		},
		get credential() {
			return credential;
		},
		createCredential,
		async run(workflow) {
			const { id } = await n8n.client.createWorkflow(workflow);
			return await n8n.client.runWorkflow(id);
		},
	};
}
