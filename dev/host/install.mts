import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOnce } from './install-once.mts';
import { nodeRuntime } from './node-runtime.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
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

interface Recipe {
	packageJson: string;
	packageLock: string;
}

const RECIPES = join(dirname(fileURLToPath(import.meta.url)), 'recipes');

/** The real n8n of that version, installed if it is not there yet (once per machine, minutes). */
export async function installN8n(version: N8nVersion, progress: Progress): Promise<InstalledN8n> {
	const recipe = await readRecipe(version);
	const node = await nodeRuntime(progress);
	const sqlite = await sqliteBinary(node, progress);
	const folder = await installOnce(
		`n8n-${version}`,
		stampOf(recipe),
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

async function readRecipe(version: N8nVersion): Promise<Recipe> {
	const folder = join(RECIPES, `n8n-${version}`);
	return {
		packageJson: await readFile(join(folder, 'package.json'), 'utf8'),
		packageLock: await readFile(join(folder, 'package-lock.json'), 'utf8'),
	};
}

function stampOf({ packageJson, packageLock }: Recipe): string {
	const machine = `${process.platform} ${process.arch}`;
	return createHash('sha256').update([packageJson, packageLock, machine].join('\n')).digest('hex');
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
		await cp(join(RECIPES, `n8n-${version}`), folder, { recursive: true });
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
