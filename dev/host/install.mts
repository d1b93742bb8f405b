import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installOnce, isInstalled } from './install-once.mts';
import { nodeRuntime } from './node-runtime.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
import type { N8nVersion } from './versions.mts';

/** A real n8n on this machine. */
export interface InstalledN8n {
	version: string;
	/** The folder that holds its `node_modules`. */
	folder: string;
	/** The Node that runs it. */
	node: string;
	/** Its command, a script for that Node. */
	script: string;
}

/** A pinned n8n, installed if it is not there yet (once per machine, minutes). */
export async function installN8n(version: N8nVersion, progress: Progress): Promise<InstalledN8n> {
	const recipe = await readRecipe(`n8n-${version}`);
	const node = await nodeRuntime(progress);
	const folder = await installOnce(
		recipe.name,
		recipe.stamp,
		async (unfinished) => {
			const sqlite = await sqliteBinary(progress);
			const text = `Downloading n8n ${version} (${packagesIn(recipe).toLocaleString('en')} packages)`;
			await step(progress, text, async (current) => {
				current.update('resolving packages');
				await installRecipe(recipe, unfinished, (count) =>
					current.update(`${count.toLocaleString('en')} done`),
				);
			});
			await cp(sqlite, join(unfinished, SQLITE_PLACE));
		},
		() => progress(`Another process is installing n8n ${version}: waiting for it`).done(),
	);
	const script = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, folder, node: node.binary, script };
}

/** Whether that n8n is there already. */
export async function isN8nInstalled(version: N8nVersion): Promise<boolean> {
	const { name, stamp } = await readRecipe(`n8n-${version}`);
	return await isInstalled(name, stamp);
}

/** What is installed with fixed versions, down to the last dependency: a folder in `recipes/`. */
export interface Recipe {
	name: string;
	/** The folder that holds its `package.json` and `package-lock.json`. */
	folder: string;
	packageLock: string;
	/** Changes with the recipe and the kind of machine. */
	stamp: string;
}

/** Reads the recipe of that name. Throws where there is none. */
export async function readRecipe(name: string): Promise<Recipe> {
	const folder = join(import.meta.dirname, 'recipes', name);
	const packageJson = await readFile(join(folder, 'package.json'), 'utf8');
	const packageLock = await readFile(join(folder, 'package-lock.json'), 'utf8');
	const machine = `${process.platform} ${process.arch}`;
	const stamp = createHash('sha256')
		.update([packageJson, packageLock, machine].join('\n'))
		.digest('hex');
	return { name, folder, packageLock, stamp };
}

/** Installs a recipe's packages into a folder. */
export async function installRecipe(
	recipe: Recipe,
	folder: string,
	onDownload?: (count: number) => void,
): Promise<void> {
	await cp(recipe.folder, folder, { recursive: true });
	await npmInstall(folder, onDownload);
}

function packagesIn(recipe: Recipe): number {
	const { packages } = JSON.parse(recipe.packageLock) as { packages: Record<string, { os?: [] }> };
	return Object.values(packages).filter(({ os }) => !os).length - 1;
}

/** Where n8n's own sqlite3 looks for its binary. */
const SQLITE_PLACE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * A ready-made binary for n8n's sqlite3. sqlite3 offers its own on GitHub only and else compiles for
 * minutes; a fork with the same interface has them in the npm registry.
 */
async function sqliteBinary(progress: Progress): Promise<string> {
	const recipe = await readRecipe('sqlite3');
	const folder = await installOnce('sqlite3-prebuilt', recipe.stamp, async (unfinished) => {
		await step(progress, 'Downloading SQLite for n8n', () => installRecipe(recipe, unfinished));
	});
	const load = createRequire(join(folder, 'package.json'));
	const { path: binaryIn } = load('node-gyp-build') as { path: (folder: string) => string };
	try {
		return binaryIn(join(folder, 'node_modules', '@appthreat', 'sqlite3'));
	} catch {
		throw new Error(
			`There is no ready-made SQLite for ${process.platform} ${process.arch}. ` +
				'Use an n8n of your own: put it on the PATH, or set N8N_URL.',
		);
	}
}
