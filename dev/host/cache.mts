import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';

/** Where what is installed once per machine lives, outside the repository. */
export function getCacheFolder(): string {
	const { RENTAL_SCREENING_CACHE, XDG_CACHE_HOME } = process.env;
	return (
		RENTAL_SCREENING_CACHE ||
		join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-rental-screening')
	);
}

/**
 * Runs `work` while holding the lock `path`, so that one process works at a time. Where another holds it,
 * calls `onWait` once and waits; an `onWait` that throws gives up. The lock of a process that was killed
 * counts as free ten seconds later.
 */
export async function withLock<T>(
	path: string,
	work: () => Promise<T>,
	onWait: () => void,
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
