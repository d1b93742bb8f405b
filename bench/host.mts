import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../dev/host/n8n.mts';
import { freePort } from '../dev/host/ports.mts';
import type { Progress } from '../dev/host/progress.mts';
import { insideN8n, listeningInside, type InsideN8n } from './inside/index.mts';
import { buildStockNode } from './stock-node/build.mts';

/** A real n8n with our packed node and the stock node in it. */
export interface BenchN8n extends RunningN8n {
	inside: InsideN8n;
}

/** Starts it; what it saved goes when it stops. */
export async function startBenchN8n(progress: Progress): Promise<BenchN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-bench-n8n-'));
	const nodes = join(userFolder, '.n8n', 'nodes', 'node_modules');
	await buildStockNode(join(nodes, 'n8n-nodes-stock-screening'));
	const insidePort = await freePort();
	const n8n = await startN8n({ userFolder, progress, env: listeningInside(insidePort) });
	return {
		...n8n,
		inside: insideN8n(insidePort),
		stop: async () => {
			await n8n.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
