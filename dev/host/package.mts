import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { run } from './child.mts';
import { cacheFolder } from './install-once.mts';
import { npm } from './npm.mts';

/** The repository's root. */
export const PROJECT = join(import.meta.dirname, '..', '..');

/** Builds `dist/` without checking the types, which `npm run build` does too. */
export async function buildPackage(): Promise<void> {
	await run(process.execPath, [join('node_modules', 'gulp', 'bin', 'gulp.js'), 'build'], {
		cwd: PROJECT,
	});
}

const PACKAGE_NAME = 'n8n-nodes-rental-screening';
const DAY_MS = 24 * 60 * 60_000;

/**
 * Packs the built package as `npm publish` would, unpacks the tarball and returns that folder: what
 * people get, nothing else. Packs once per build. Throws where nothing has been built.
 */
export async function packPackage(): Promise<string> {
	return join(await packedBuild(), 'package');
}

/** The packed build itself, as {@link packPackage} has it: the file that people download. */
export async function packTarball(): Promise<string> {
	const folder = await packedBuild();
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (!tarball) throw new Error(`There is no tarball in ${folder}.`);
	return join(folder, tarball);
}

/** The folder with the tarball of this build and what is in it. */
async function packedBuild(): Promise<string> {
	const packed = join(cacheFolder(), 'packed');
	const folder = join(packed, await fingerprint());
	if (existsSync(folder)) return folder;
	await forgetOldBuilds(packed);
	const unfinished = `${folder}.${randomUUID()}`;
	await mkdir(unfinished, { recursive: true });
	const answer = await npm(
		['pack', '--ignore-scripts', '--json', '--pack-destination', unfinished],
		{
			cwd: PROJECT,
		},
	);
	const [tarball] = JSON.parse(answer) as [{ filename: string }];
	await run('tar', ['-xzf', tarball.filename], { cwd: unfinished });
	// Another process may have packed the same build meanwhile: then its folder serves.
	await rename(unfinished, folder).catch(
		async () => await rm(unfinished, { recursive: true, force: true }),
	);
	return folder;
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
	await cp(folder ?? (await packPackage()), place, { recursive: true });
}

async function fingerprint(): Promise<string> {
	const built = await readdir(join(PROJECT, 'dist'), {
		recursive: true,
		withFileTypes: true,
	}).catch(() => []);
	const files = built
		.filter((entry) => entry.isFile())
		.map((file) => join(file.parentPath, file.name));
	if (files.length === 0) throw new Error('There is no build yet: run `npm run build` first.');
	const hash = createHash('sha256');
	for (const file of [...files.sort(), ...SHIPPED_BESIDE_DIST.map((name) => join(PROJECT, name))]) {
		hash.update(relative(PROJECT, file)).update(await readFile(file).catch(() => ''));
	}
	return hash.digest('hex').slice(0, 16);
}

const SHIPPED_BESIDE_DIST = ['package.json', 'README.md', 'LICENSE'];

async function forgetOldBuilds(packed: string): Promise<void> {
	for (const name of await readdir(packed).catch(() => [])) {
		const { mtimeMs } = await stat(join(packed, name));
		if (Date.now() - mtimeMs < DAY_MS) continue;
		await rm(join(packed, name), { recursive: true, force: true });
	}
}
