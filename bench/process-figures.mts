import { readFile, writeFile } from 'node:fs/promises';

/** Linux counts a process's time on the processor in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10;
const KILOBYTES_PER_MEGABYTE = 1024;

/** Time on the processor that the process has used so far, in milliseconds; with its ended children if asked. */
export async function cpuMilliseconds(pid: number, withEndedChildren = false): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The second field is the name in brackets, which may hold blanks.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const ticks = fields.slice(11, withEndedChildren ? 15 : 13).map(Number);
	return ticks.reduce((sum, each) => sum + each, 0) * MILLISECONDS_PER_TICK;
}

/** From now on {@link peakMegabytes} is the peak since this call. */
export async function forgetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The memory that the process has resident now. */
export async function residentMegabytes(pid: number): Promise<number> {
	const [, pages = ''] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
	// A process that has just been killed has none.
	if (pages === '0') throw new Error(`Process ${pid} has ended.`);
	return (Number(pages) * 4096) / 1024 ** 2;
}

/** The most memory that the process had resident at once. */
export async function peakMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / KILOBYTES_PER_MEGABYTE;
}
