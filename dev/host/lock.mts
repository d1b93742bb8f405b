import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
const ABANDONED_AFTER_MS = 60_000;
const SETTLE_MS = 100;

/**
 * Runs `work` while holding the lock file `path`, so that of several processes only one works at a
 * time. A lock whose holder died is taken over. `onWait` is told once if another process holds it.
 */
export async function withLock<T>(
	path: string,
	work: () => Promise<T>,
	onWait: (holder: string) => void = () => undefined,
): Promise<T> {
	const token = `${hostname()} ${process.pid} ${randomUUID()}`;
	await mkdir(dirname(path), { recursive: true });
	let waiting = false;
	while (!(await take(path, token))) {
		if (!waiting) onWait((await read(path))?.split(' ')[1] ?? 'unknown');
		waiting = true;
		await delay(500);
	}
	const heartbeat = setInterval(() => void beat(path), HEARTBEAT_MS);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		if ((await read(path)) === token) await rm(path, { force: true });
	}
}

async function take(path: string, token: string): Promise<boolean> {
	if (await isAbandoned(path)) {
		const aside = `${path}.${randomUUID()}`;
		await rename(path, aside).catch(() => undefined);
		await rm(aside, { force: true });
	}
	try {
		const file = await open(path, 'wx');
		await file.writeFile(token);
		await file.close();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	// Two processes may have seen the same abandoned lock: only the one whose file stays holds it.
	await delay(SETTLE_MS);
	return (await read(path)) === token;
}

async function isAbandoned(path: string): Promise<boolean> {
	const content = await read(path);
	if (content === undefined) return false;
	const [host, pid] = content.split(' ');
	if (host === hostname() && pid && !isAlive(Number(pid))) return true;
	const beatAt = await stat(path).then(
		({ mtimeMs }) => mtimeMs,
		() => Infinity,
	);
	return Date.now() - beatAt > ABANDONED_AFTER_MS;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

async function read(path: string): Promise<string | undefined> {
	return await readFile(path, 'utf8').catch(() => undefined);
}

async function beat(path: string): Promise<void> {
	const now = new Date();
	await utimes(path, now, now).catch(() => undefined);
}
