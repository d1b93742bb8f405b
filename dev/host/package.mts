import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './child.mts';

/** The repository's root. */
export const PROJECT = join(import.meta.dirname, '..', '..');

export const PACKAGE_NAME = 'n8n-nodes-rental-screening';

/** Builds `dist/` without checking the types, which `npm run build` does too. */
export async function buildPackage(): Promise<void> {
	const gulp = join('node_modules', 'gulp', 'bin', 'gulp.js');
	await run(process.execPath, [gulp, 'build'], { cwd: PROJECT });
}

/**
 * Packs the built package once as `npm publish` would: what people get, nothing else. Returns the tarball, the file
 * that people download, and the folder where it is unpacked until this process ends. Throws where nothing has been
 * built.
 */
export async function packPackage() {
	return await (packed ??= pack());
}

let packed: ReturnType<typeof pack> | undefined;

async function pack() {
	if (!existsSync(join(PROJECT, 'dist', 'nodes'))) {
		throw new Error('There is no build yet: run `npm run build` first.');
	}
	const place = await mkdtemp(join(tmpdir(), 'rental-screening-packed-'));
	process.once('exit', () => rmSync(place, { recursive: true, force: true }));
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', place];
	const [{ filename }] = JSON.parse(await run('npm', args, { cwd: PROJECT })) as [
		{ filename: string },
	];
	await run('tar', ['-xzf', filename], { cwd: place });
	return { folder: join(place, 'package'), tarball: join(place, filename) };
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
