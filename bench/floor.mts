import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';

import { packPackage } from '../dev/host/package.mts';

const FLOOR = 'dist/nodes/RentalScreening/RentalScreeningFloor.node.js';

/** Copies the packed package into that folder, with the node of `floor-node.mts` beside ours. */
export async function packWithFloor(folder: string): Promise<void> {
	await cp((await packPackage()).folder, folder, { recursive: true });
	await build({
		entryPoints: [join(import.meta.dirname, 'floor-node.mts')],
		bundle: true,
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		outfile: join(folder, FLOOR),
	});
	const file = join(folder, 'package.json');
	const about = JSON.parse(await readFile(file, 'utf8')) as { n8n: { nodes: string[] } };
	about.n8n.nodes.push(FLOOR);
	await writeFile(file, JSON.stringify(about));
}
