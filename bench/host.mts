import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../dev/host/n8n.mts';
import type { Progress } from '../dev/host/progress.mts';
import { buildStockNode } from './stock-node/build.mts';

/** Starts a real n8n with our packed node and the stock node in it; what it saved goes when it stops. */
export async function startBenchN8n(progress: Progress): Promise<RunningN8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-bench-n8n-'));
	const nodes = join(userFolder, '.n8n', 'nodes', 'node_modules');
	await buildStockNode(join(nodes, 'n8n-nodes-stock-screening'));
	const n8n = await startN8n({ userFolder, progress });
	return {
		...n8n,
		stop: async () => {
			await n8n.stop();
			await rm(userFolder, { recursive: true, force: true });
		},
	};
}
