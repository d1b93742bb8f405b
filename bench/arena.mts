import type { SavedCredential } from '../dev/host/client.mts';
import { plainProgress, type Progress } from '../dev/host/progress.mts';
import { MAP_AUTOMATICALLY, type Contestant } from './contestants/index.mts';
import { startBenchN8n, type BenchN8n } from './host.mts';
import { startService, type BenchService } from './service/index.mts';

/** What a measured run takes place in. */
export interface Arena {
	n8n: BenchN8n;
	service: BenchService;
}

const silent = plainProgress(() => undefined);

/** Starts n8n and the service, does the work with them, and stops both whatever comes of it. */
export async function inArena<T>(
	progress: Progress,
	work: (arena: Arena) => Promise<T>,
): Promise<T> {
	const n8n = await startBenchN8n(progress);
	try {
		const service = await startService(n8n.installed.node);
		return await work({ n8n, service }).finally(() => service.stop());
	} finally {
		await n8n.stop();
	}
}

/** Does the work in an arena of its own, within a step that speaks already. */
export async function apart<T>(work: (arena: Arena) => Promise<T>): Promise<T> {
	return await inArena(silent, work);
}

let accounts = 0;

/** A credential (default: of our own type) for an account that nobody has signed in with yet. */
export async function newAccount(
	{ n8n, service }: Arena,
	{ credentialType }: Pick<Contestant, 'credentialType'> = MAP_AUTOMATICALLY,
): Promise<SavedCredential> {
	const username = `landlord-${++accounts}`;
	const { baseUrl } = service;
	const data = { baseUrl, username, password: 'of-the-benchmark' };
	return await n8n.client.createCredential(credentialType, username, data);
}
