import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../dev/host/child.mts';
import { nodeRuntime } from '../dev/host/node-runtime.mts';
import { packPackage, packTarball, PROJECT } from '../dev/host/package.mts';
import type { Progress } from '../dev/host/progress.mts';
import { median } from './median.mts';

/** How heavy the package is on the wire, on the disk, and at the start of n8n. */
export interface PackageWeight {
	tarballBytes: number;
	unpackedBytes: number;
	files: number;
	/** How many processes each of the times is the median of. */
	repeats: number;
	/** From the first line of node or credential to both being there, n8n-workflow being there already. */
	loadMilliseconds: number;
	/** From the start of a process to n8n-workflow being there. */
	startWithoutMilliseconds: number;
	/** From the start of a process to n8n-workflow, node and credential being there. */
	startWithMilliseconds: number;
}

const DEFAULT_REPEATS = 31;

/**
 * Weighs the built package. Each time is taken in a fresh process of the Node that runs n8n, one
 * with the package and one without in turns. Throws where nothing has been built.
 */
export async function measurePackageWeight(
	progress: Progress,
	repeats = DEFAULT_REPEATS,
): Promise<PackageWeight> {
	const folder = await packPackage();
	const { binary } = await nodeRuntime(progress);
	const withIt: Times[] = [];
	const withoutIt: Times[] = [];
	for (let repeat = 0; repeat < repeats; repeat++) {
		withoutIt.push(await timesOf(binary, []));
		withIt.push(
			await timesOf(
				binary,
				CLASSES.map((file) => join(folder, file)),
			),
		);
	}
	return {
		tarballBytes: (await stat(await packTarball())).size,
		...(await unpacked(folder)),
		repeats,
		loadMilliseconds: median(withIt.map(({ load }) => load)),
		startWithoutMilliseconds: median(withoutIt.map(({ start }) => start)),
		startWithMilliseconds: median(withIt.map(({ start }) => start)),
	};
}

/** What n8n loads of the package, each named like the class in it. */
const CLASSES = [
	'dist/nodes/RentalScreening/RentalScreening.node.js',
	'dist/credentials/RentalScreeningApi.credentials.js',
];

interface Times {
	load: number;
	start: number;
}

/** Loads as n8n does: its own modules are there already, and it makes one object of each class. */
const LOAD = `
	const { basename } = require('node:path');
	require('n8n-workflow');
	const from = performance.now();
	for (const file of process.argv.slice(1)) {
		new (require(file)[basename(file).split('.')[0]])();
	}
	const to = performance.now();
	console.log(JSON.stringify({ load: to - from, start: to }));
`;

async function timesOf(node: string, files: readonly string[]): Promise<Times> {
	// n8n tells its node packages by this variable where to find n8n-workflow.
	const env = { NODE_PATH: join(PROJECT, 'node_modules') };
	return JSON.parse(await run(node, ['--eval', LOAD, ...files], { cwd: PROJECT, env })) as Times;
}

async function unpacked(folder: string): Promise<Pick<PackageWeight, 'unpackedBytes' | 'files'>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
	);
	return { files: files.length, unpackedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
