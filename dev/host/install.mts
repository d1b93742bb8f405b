import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.mts';
import { nodeRuntime } from './node-runtime.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
import { readRecipe, type Recipe } from './recipe.mts';
import { placeSqliteBinary, sqliteBinary } from './sqlite.mts';
import type { N8nVersion } from './versions.mts';

/** A real n8n on this machine. */
export interface InstalledN8n {
	version: N8nVersion;
	/** The folder that holds its `node_modules`. */
	folder: string;
	/** The Node that runs it. */
	node: string;
	/** Its command, a script for that Node. */
	script: string;
}

/** The real n8n of that version, installed if it is not there yet (once per machine, minutes). */
export async function installN8n(version: N8nVersion, progress: Progress): Promise<InstalledN8n> {
	const recipe = await readRecipe(`n8n-${version}`);
	const node = await nodeRuntime(progress);
	const sqlite = await sqliteBinary(node, progress);
	const folder = await installOnce(
		`n8n-${version}`,
		recipe.stamp,
		async (unfinished) => {
			await download(version, recipe, unfinished, progress);
			await placeSqliteBinary(sqlite, unfinished);
		},
		(holder) => progress(`Process ${holder} is installing n8n ${version}: waiting for it`).done(),
	);
	return {
		version,
		folder,
		node: node.binary,
		script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

async function download(
	version: N8nVersion,
	recipe: Recipe,
	folder: string,
	progress: Progress,
): Promise<void> {
	const total = packagesIn(recipe).toLocaleString('en');
	const text = `Installing n8n ${version} (about ${total} packages, 3–5 minutes, once)`;
	await step(progress, text, async (current) => {
		await cp(recipe.folder, folder, { recursive: true });
		current.update('resolving packages');
		await npmInstall(folder, (count) =>
			current.update(`${count.toLocaleString('en')} packages downloaded`),
		);
	});
}

function packagesIn(recipe: Recipe): number {
	const { packages } = JSON.parse(recipe.packageLock) as { packages: Record<string, { os?: [] }> };
	return Object.values(packages).filter(({ os }) => !os).length - 1;
}
