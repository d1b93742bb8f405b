import { readFile } from 'node:fs/promises';
import { clearInterval, setInterval } from 'node:timers';
import { findMedian } from './median.mts';

/** One measurement of all processes. */
interface Sample {
	/** Since the watch began. */
	seconds: number;
	/** Applicants accepted by the service since then. */
	accepted: number;
	/** Processor time of all watched processes since then, ended ones included. */
	cpuMilliseconds: number;
	/** Resident memory by process, in megabytes. */
	megabytes: ReadonlyMap<string, number>;
}

const EVERY_MS = 1000;
/** A process that lived less long has not shown whether it grows. */
const LONG_ENOUGH = 60;

/** Looks at processes once a second, from outside. */
export class Watch {
	readonly samples: Sample[] = [];

	readonly #began = Date.now();
	readonly #processes = new Map<string, { pid: number; before: number; used: number }>();
	readonly #accepted: () => number;
	readonly #timer = setInterval(() => void this.#look(), EVERY_MS);

	constructor(accepted: () => number) {
		this.#accepted = accepted;
	}

	get seconds(): number {
		return (Date.now() - this.#began) / 1000;
	}

	/** Watches a process from now on: what it used to start does not count. */
	async add(name: string, pid: number): Promise<void> {
		const before = await cpuMilliseconds(pid);
		this.#processes.set(name, { pid, before, used: before });
	}

	get #cpuMilliseconds(): number {
		return [...this.#processes.values()].reduce((sum, { used, before }) => sum + used - before, 0);
	}

	async stop(): Promise<void> {
		clearInterval(this.#timer);
		await this.#look();
	}

	/**
	 * How the memory of each process that lived long enough developed while applicants were sent, in megabytes:
	 * `middle` and `last` are the medians of the second and the last third.
	 */
	memory() {
		const total = this.samples.at(-1)!.accepted;
		const sending = this.samples.filter(({ accepted }) => accepted > 0 && accepted < total);
		return [...this.#processes.keys()].flatMap((name) => {
			const life = sending.flatMap(({ megabytes }) => megabytes.get(name) ?? []);
			const third = Math.floor(life.length / 3);
			if (life.length < LONG_ENOUGH) return [];
			const middle = findMedian(life.slice(third, -third));
			const last = findMedian(life.slice(-third));
			return [{ name, seconds: life.length, middle, last, peak: Math.max(...life) }];
		});
	}

	async #look(): Promise<void> {
		const { seconds } = this;
		const accepted = this.#accepted();
		const megabytes = new Map<string, number>();
		for (const [name, process] of this.#processes) {
			try {
				process.used = await cpuMilliseconds(process.pid);
				megabytes.set(name, await residentMegabytes(process.pid));
			} catch {
				// It was killed; its processor time until then counts.
			}
		}
		this.samples.push({ seconds, accepted, cpuMilliseconds: this.#cpuMilliseconds, megabytes });
	}
}

/** Processor time of PostgreSQL: its main process, its connections, and those that have ended. */
export async function readPostgresMilliseconds(pid: number): Promise<number> {
	const children =
		(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? [];
	const own = await cpuMilliseconds(pid, true);
	const theirs = await Promise.all(
		children.map((child) => cpuMilliseconds(Number(child)).catch(() => 0)),
	);
	return theirs.reduce((sum, each) => sum + each, own);
}

/** Linux counts a process's time on the processor in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10;

/** Time on the processor that the process has used so far, in milliseconds; with its ended children if asked. */
async function cpuMilliseconds(pid: number, withEndedChildren = false): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The second field is the name in brackets, which may hold blanks.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const ticks = fields.slice(11, withEndedChildren ? 15 : 13).map(Number);
	return ticks.reduce((sum, each) => sum + each, 0) * MILLISECONDS_PER_TICK;
}

/** The memory that the process has resident now. */
async function residentMegabytes(pid: number): Promise<number> {
	const [, pages = ''] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
	// A process that has just been killed has none.
	if (pages === '0') throw new Error(`Process ${pid} has ended.`);
	return (Number(pages) * 4096) / 1024 ** 2;
}
