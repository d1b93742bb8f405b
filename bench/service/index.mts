import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '../../dev/host/ports.mts';
import { orTellFromLog, untilAnswering } from '../../dev/host/readiness.mts';
import { startServer } from '../../dev/host/server-process.mts';
import type { ServiceFigures } from './figures.mts';

export type { ServiceFigures } from './figures.mts';

/** The running service of the benchmark. */
export interface BenchService {
	baseUrl: string;
	/** From now on every request takes `latencyMs`, and counting starts at nothing. */
	begin(latencyMs: number): Promise<void>;
	figures(): Promise<ServiceFigures>;
	stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('process.mts', import.meta.url));
const START_DEADLINE_MS = 10_000;

/** Starts the service as a process of the given Node. Throws with the end of its log. */
export async function startService(node: string): Promise<BenchService> {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-bench-'));
	const logFile = join(folder, 'service.log');
	const port = await freePort();
	const args = [SCRIPT, `--port=${port}`];
	const server = await startServer({ node, args, cwd: folder, env: process.env, logFile });
	const baseUrl = `http://127.0.0.1:${port}`;
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	};
	const ask = async (path: string, init: RequestInit = {}) =>
		(await (await fetch(`${baseUrl}/bench/${path}`, init)).json()) as ServiceFigures;
	await orTellFromLog({ what: 'The service of the benchmark', logFile, stop }, () =>
		untilAnswering(server, baseUrl, ['/bench/figures'], START_DEADLINE_MS),
	);
	return {
		baseUrl,
		begin: async (latencyMs) => {
			await ask('begin', { method: 'POST', body: JSON.stringify({ latencyMs }) });
		},
		figures: () => ask('figures'),
		stop,
	};
}
