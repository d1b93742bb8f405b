import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mts';

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
 * Makes sure that the cache folder `name` holds what `build` makes, and returns its path. It is
 * built in a folder beside it and put in place when complete, so that an interrupted build leaves
 * nothing half done; processes that need the same folder wait for the first; a changed `stamp`
 * (the recipe's fingerprint) builds anew.
 */
export async function installOnce(
	name: string,
	stamp: string,
	build: (folder: string) => Promise<void>,
	onWait?: (holder: string) => void,
): Promise<string> {
	const folder = join(cacheFolder(), name);
	if (await isComplete(folder, stamp)) return folder;
	await withLock(
		`${folder}.lock`,
		async () => {
			if (await isComplete(folder, stamp)) return;
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

async function isComplete(folder: string, stamp: string): Promise<boolean> {
	const found = await readFile(join(folder, STAMP_FILE), 'utf8').catch(() => undefined);
	return found === stamp;
}
