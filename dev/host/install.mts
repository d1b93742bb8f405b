import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getCacheFolder } from './cache.mts';
import { run } from './child.mts';
import { step } from './progress.mts';
import { N8N_VERSION, NODE_VERSION, PINNED_N8N_VERSION } from './versions.mts';

/** A real n8n on this machine: the folder of its `node_modules`, the Node that runs it, and its script for that Node. */
export type InstalledN8n = Awaited<ReturnType<typeof installN8n>>;

/** `node dev/run.mjs setup`: installs n8n ahead of the tests that need it. */
export async function main(): Promise<void> {
	const { folder } = await installN8n();
	console.log(`n8n ${N8N_VERSION} is ready in ${folder}`);
}

/** The n8n that runs here, installed if it is not there yet (once per machine, minutes). */
export async function installN8n() {
	const node = await installNode();
	const title = `n8n ${N8N_VERSION} into ${getCacheFolder()}: 2.3 GB, 3 to 6 minutes, once`;
	const recipe = await readN8nRecipe();
	const folder = await installOnce(`n8n-${N8N_VERSION}`, title, recipe, async (its) => {
		await cp(await installSqlite(), join(its, SQLITE_PLACE));
	});
	return { folder, node, script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/** The path of the Node that runs n8n: this process's own if it has the same major version, else one from npm. */
async function installNode(): Promise<string> {
	const [major] = NODE_VERSION.split('.');
	if (process.versions.node.split('.')[0] === major) return process.execPath;
	const isWindows = process.platform === 'win32';
	const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
	const recipe = JSON.stringify({ private: true, dependencies: { [name]: NODE_VERSION } });
	const title = `Node ${NODE_VERSION} for n8n`;
	const folder = await installOnce(`node-${NODE_VERSION}`, title, [recipe]);
	return join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}

/** Where n8n's own sqlite3 looks for its binary. */
const SQLITE_PLACE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * A ready-made binary for n8n's sqlite3. sqlite3 offers its own on GitHub only and else compiles for
 * minutes; a fork with the same interface has them in the npm registry.
 */
async function installSqlite(): Promise<string> {
	const recipe = await readRecipe('sqlite3');
	const folder = await installOnce('sqlite3', 'SQLite for n8n', recipe);
	const load = createRequire(join(folder, 'package.json'));
	const { path: findBinary } = load('node-gyp-build') as { path: (folder: string) => string };
	try {
		return findBinary(join(folder, 'node_modules', '@appthreat', 'sqlite3'));
	} catch {
		throw new Error(`There is no ready-made SQLite for ${process.platform} ${process.arch}.`);
	}
}

/** What npm installs: the text of a `package.json` and, to pin every dependency, of its lock file. */
type Recipe = readonly [manifest: string, lock?: string];

/** The recipe in a folder of `recipes/`. */
async function readRecipe(name: string): Promise<Recipe> {
	const readText = async (file: string) =>
		await readFile(join(import.meta.dirname, 'recipes', name, file), 'utf8');
	return [await readText('package.json'), await readText('package-lock.json')];
}

/** The pinned recipe, or for another n8n what npm finds today. */
async function readN8nRecipe(): Promise<Recipe> {
	const recipe = await readRecipe(`n8n-${PINNED_N8N_VERSION}`);
	if (N8N_VERSION === PINNED_N8N_VERSION) return recipe;
	const manifest = JSON.parse(recipe[0]) as { dependencies: Record<string, string> };
	const dependencies = { ...manifest.dependencies, n8n: N8N_VERSION };
	return [JSON.stringify({ ...manifest, dependencies })];
}

const STAMP_FILE = 'recipe.stamp';

/**
 * Makes sure that the cache folder `name` holds what the recipe asks for, and returns its path. npm works in a
 * folder beside it, which takes its place when complete: an interrupted installation leaves nothing half done.
 * `finish` adds what npm does not have. A changed recipe is installed again.
 */
async function installOnce(
	name: string,
	title: string,
	recipe: Recipe,
	finish: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
	const folder = join(getCacheFolder(), name);
	const machine = `${process.platform} ${process.arch}`;
	const text = [...recipe, machine].join('\n');
	const stamp = createHash('sha256').update(text).digest('hex');
	const known = await readFile(join(folder, STAMP_FILE), 'utf8').catch(() => undefined);
	if (known === stamp) return folder;
	await mkdir(getCacheFolder(), { recursive: true });
	const unfinished = await mkdtemp(`${folder}.unfinished-`);
	await step(`Downloading ${title}`, () => npmInstall(unfinished, recipe));
	await finish(unfinished);
	await writeFile(join(unfinished, STAMP_FILE), stamp);
	await rm(folder, { recursive: true, force: true });
	// Another process may have been faster: its folder serves.
	await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
	return folder;
}

/** Installs without running scripts of packages, from npm's cache where it can. */
async function npmInstall(folder: string, [manifest, lock]: Recipe): Promise<void> {
	await writeFile(join(folder, 'package.json'), manifest);
	if (lock) await writeFile(join(folder, 'package-lock.json'), lock);
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--engine-strict=false'];
	const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
	await run('npm', ['install', ...flags, ...quiet], { cwd: folder });
}
