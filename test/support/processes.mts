import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 60_000;

/** Whether the process ends within a minute. */
export async function goes(pid: number): Promise<boolean> {
	const deadline = Date.now() + DEADLINE_MS;
	while (isAlive(pid)) {
		if (Date.now() > deadline) return false;
		await delay(50);
	}
	return true;
}

/** Whether a process is alive. */
export function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
