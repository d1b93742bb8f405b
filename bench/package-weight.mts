import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../dev/host/child.mts';
import { nodeRuntime } from '../dev/host/node-runtime.mts';
import { packPackage, packTarball, PROJECT } from '../dev/host/package.mts';
import type { Progress } from '../dev/host/progress.mts';
import { median } from './median.mts';

/** How much the package adds to a download, and to the start of n8n. */
export type PackageWeight = Awaited<ReturnType<typeof measurePackageWeight>>;

/** Processes that the time is the median of. */
const REPEATS = 15;

/** Weighs the built package with the Node that runs n8n. Throws where nothing has been built. */
export async function measurePackageWeight(progress: Progress) {
	const folder = await packPackage();
	const node = await nodeRuntime(progress);
	const files = CLASSES.map((file) => join(folder, file));
	const times: number[] = [];
	for (let repeat = 0; repeat < REPEATS; repeat++) {
		// n8n shows its node packages by this variable where n8n-workflow is.
		const env = { NODE_PATH: join(PROJECT, 'node_modules') };
		times.push(Number(await run(node, ['--eval', LOAD, ...files], { cwd: PROJECT, env })));
	}
	return {
		tarballBytes: (await stat(await packTarball())).size,
		/** How long node and credential take to load where n8n-workflow is loaded already. */
		loadMilliseconds: median(times),
	};
}

/** What n8n loads of the package, each named like the class in it. */
const CLASSES = [
	'dist/nodes/RentalScreening/RentalScreening.node.js',
	'dist/credentials/RentalScreeningApi.credentials.js',
];

/** Loads as n8n does: its own modules are loaded already, and it makes one object of each class. */
const LOAD = `
	const { basename } = require('node:path');
	require('n8n-workflow');
	const from = performance.now();
	for (const file of process.argv.slice(1)) {
		new (require(file)[basename(file).split('.')[0]])();
	}
	console.log(performance.now() - from);
`;
