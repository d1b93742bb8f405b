import { readFile, writeFile } from 'node:fs/promises';

/** Lets a process of Node clear its memory at a signal: what is left of earlier work would hide what the next one needs. */
export const CLEARS_MEMORY = {
	NODE_OPTIONS: `--expose-gc --import data:text/javascript,process.on('SIGUSR2',()=>gc())`,
};

/** Asks such a process to clear its memory, which it does before it answers the next request. */
export function clearMemory(pid: number): void {
	if (process.platform === 'linux') process.kill(pid, 'SIGUSR2');
}

/**
 * Watches the memory of a process from now on. What it returns tells how many megabytes more were in use at the peak
 * than now; only Linux knows.
 */
export async function watchPeak(pid: number): Promise<() => Promise<number>> {
	if (process.platform !== 'linux') return async () => NaN;
	const readPeak = async () => {
		const status = await readFile(`/proc/${pid}/status`, 'utf8');
		return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)![1]) / 1024;
	};
	// The peak becomes what is in use now.
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const before = await readPeak();
	return async () => (await readPeak()) - before;
}
