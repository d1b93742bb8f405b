import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mts';
import { getCacheFolder } from './cache.mts';

/** The repository's root. */
export const PROJECT = join(import.meta.dirname, '..', '..');

/** Builds `dist/` without checking the types, which `npm run build` does too. */
export async function buildPackage(): Promise<void> {
	const gulp = join('node_modules', 'gulp', 'bin', 'gulp.js');
	await run(process.execPath, [gulp, 'build'], { cwd: PROJECT });
}

export const PACKAGE_NAME = 'n8n-nodes-rental-screening';
const DAY_MS = 24 * 60 * 60_000;

/**
 * Packs the built package as `npm publish` would: what people get, nothing else. Returns the tarball, the file
 * that people download, and the folder where it is unpacked. Throws where nothing has been built.
 */
export async function packPackage() {
	return await (packed ??= pack());
}

let packed: ReturnType<typeof pack> | undefined;

/** Packs and unpacks the build into a folder that is named after its content. */
async function pack() {
	if (!existsSync(join(PROJECT, 'dist', 'nodes'))) {
		throw new Error('There is no build yet: run `npm run build` first.');
	}
	const builds = join(getCacheFolder(), 'packed');
	await mkdir(builds, { recursive: true });
	await removeOldBuilds(builds);
	const unfinished = await mkdtemp(join(builds, 'unfinished-'));
	const to = ['--pack-destination', unfinished];
	const answer = await run('npm', ['pack', '--ignore-scripts', '--json', ...to], { cwd: PROJECT });
	const [{ filename, shasum }] = JSON.parse(answer) as [{ filename: string; shasum: string }];
	await run('tar', ['-xzf', filename], { cwd: unfinished });
	const build = join(builds, shasum);
	// The same build may have been packed before: then its folder serves.
	await rename(unfinished, build).catch(() => rm(unfinished, { recursive: true, force: true }));
	return { folder: join(build, 'package'), tarball: join(build, filename) };
}

async function removeOldBuilds(builds: string): Promise<void> {
	for (const name of await readdir(builds)) {
		const build = join(builds, name);
		// Another process may have finished or removed it.
		const { mtimeMs } = await stat(build).catch(() => ({ mtimeMs: Infinity }));
		if (Date.now() - mtimeMs > DAY_MS) await rm(build, { recursive: true, force: true });
	}
}

/**
 * Copies the package (default: the packed build; null: leaves what is there) to where n8n keeps installed
 * ones. A copy, not a link: from its real place it would load another `n8n-workflow` than n8n's own.
 */
export async function placePackage(
	folder: string | null | undefined,
	userFolder: string,
): Promise<void> {
	if (folder === null) return;
	const place = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	await rm(place, { recursive: true, force: true });
	await cp(folder ?? (await packPackage()).folder, place, { recursive: true });
}
