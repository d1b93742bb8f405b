import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';

const STAMP_FILE = 'recipe.stamp';

/** Where what is installed once per machine lives, outside the repository. */
export function cacheFolder(): string {
	const { RENTAL_SCREENING_CACHE, XDG_CACHE_HOME } = process.env;
	return (
		RENTAL_SCREENING_CACHE ||
		join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-rental-screening')
	);
}

/**
 * Makes sure that the cache folder `name` holds what `build` makes, and returns its path. A build works
 * in a folder beside it, which takes its place when complete: an interrupted one leaves nothing half
 * done. Other processes wait; another `stamp` (the recipe's fingerprint) builds it again.
 */
export async function installOnce(
	name: string,
	stamp: string,
	build: (folder: string) => Promise<void>,
	onWait?: () => void,
): Promise<string> {
	const folder = join(cacheFolder(), name);
	if (await isInstalled(name, stamp)) return folder;
	await withLock(
		`${folder}.lock`,
		async () => {
			if (await isInstalled(name, stamp)) return;
			const unfinished = `${folder}.unfinished`;
			await rm(unfinished, { recursive: true, force: true });
			await mkdir(unfinished, { recursive: true });
			await build(unfinished);
			await writeFile(join(unfinished, STAMP_FILE), stamp);
			await rm(folder, { recursive: true, force: true });
			await rename(unfinished, folder);
		},
		onWait,
	);
	return folder;
}

/** Whether the cache folder `name` is complete and made with that stamp. */
async function isInstalled(name: string, stamp: string): Promise<boolean> {
	const file = join(cacheFolder(), name, STAMP_FILE);
	return (await readFile(file, 'utf8').catch(() => undefined)) === stamp;
}

/**
 * Runs `work` while holding the lock `path`, so that one process works at a time. Where another holds it,
 * calls `onWait` once and waits; an `onWait` that throws gives up. The lock of a process that was killed
 * counts as free ten seconds later.
 */
export async function withLock<T>(
	path: string,
	work: () => Promise<T>,
	onWait: () => void = () => undefined,
): Promise<T> {
	await mkdir(dirname(path), { recursive: true });
	const options = { lockfilePath: path, realpath: false, onCompromised: () => undefined };
	const release = await lock(path, options).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ELOCKED') throw error;
		onWait();
		const retries = { forever: true, factor: 1, minTimeout: 200 };
		return await lock(path, { ...options, retries });
	});
	try {
		return await work();
	} finally {
		await release().catch(() => undefined);
	}
}
