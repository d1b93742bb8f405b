import { readFile } from 'node:fs/promises';

/** Linux counts a process's time on the processor in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10;

/** Time on the processor that the process has used so far, in milliseconds; with its ended children if asked. */
export async function cpuMilliseconds(pid: number, withEndedChildren = false): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The second field is the name in brackets, which may hold blanks.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const ticks = fields.slice(11, withEndedChildren ? 15 : 13).map(Number);
	return ticks.reduce((sum, each) => sum + each, 0) * MILLISECONDS_PER_TICK;
}

/** The memory that the process has resident now. */
export async function residentMegabytes(pid: number): Promise<number> {
	const [, pages = ''] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
	// A process that has just been killed has none.
	if (pages === '0') throw new Error(`Process ${pid} has ended.`);
	return (Number(pages) * 4096) / 1024 ** 2;
}
