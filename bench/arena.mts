import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SavedCredential } from '../dev/host/client.mts';
import { startN8n } from '../dev/host/n8n.mts';
import type { Progress } from '../dev/host/progress.mts';
import { makeCertificate } from '../test/support/certificate.mts';
import { startServiceProcess } from './service-process.mts';

/** A real n8n with our packed node, and the service that it calls. */
export type Arena = Awaited<ReturnType<typeof startArena>>;

/** Starts both in a folder that is removed when they stop. n8n trusts the certificate of the service. */
export async function startArena(progress: Progress) {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-bench-'));
	const certificate = makeCertificate('127.0.0.1');
	const certificateFile = join(userFolder, 'certificate.pem');
	await writeFile(certificateFile, certificate.cert);
	const env = { NODE_EXTRA_CA_CERTS: certificateFile };
	const n8n = await startN8n({ userFolder, progress, env });
	const service = await startServiceProcess(n8n.installed.node, certificate);
	return {
		n8n,
		service,
		/** The credentials, each with a token, of what has run in it with a few items. */
		warmedUp: new Map<string, SavedCredential>(),
		async stop() {
			await service.stop();
			await n8n.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}

let accounts = 0;

/** A credential for an account that has no token yet. */
export async function newAccount({ n8n, service }: Arena): Promise<SavedCredential> {
	const username = `landlord-${++accounts}`;
	const { baseUrl } = service;
	const data = { baseUrl, username, password: 'of-the-benchmark' };
	return await n8n.client.createCredential('rentalScreeningApi', username, data);
}
