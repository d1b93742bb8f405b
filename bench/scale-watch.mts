import { readFile } from 'node:fs/promises';
import { findMedian } from './report.mts';

/** One look at all processes, in milliseconds and megabytes. */
interface Sample {
	seconds: number;
	/** Applicants accepted by the service since the watch began. */
	accepted: number;
	/** Time on the processor of all watched processes since then, ended ones included. */
	cpuMilliseconds: number;
	megabytes: ReadonlyMap<string, number>;
}

/** A process that lived less seconds has not shown whether it grows. */
const LONG_ENOUGH = 60;
/** Linux counts a process's time on the processor in hundredths of a second, and its memory in pages. */
const MILLISECONDS_PER_TICK = 10;
const PAGE_MEGABYTES = 4096 / 1024 ** 2;

/** Looks at processes once a second, from outside. */
export class Watch {
	readonly samples: Sample[] = [];
	readonly #began = Date.now();
	readonly #processes = new Map<string, { pid: number; before: number; used: number }>();
	readonly #timer = setInterval(() => void this.#look(), 1000);

	constructor(readonly accepted: () => number) {}

	get seconds(): number {
		return (Date.now() - this.#began) / 1000;
	}

	/** Watches a process from now on: what it used to start does not count. */
	async add(name: string, pid: number): Promise<void> {
		const { milliseconds: before } = await readProcess(pid);
		this.#processes.set(name, { pid, before, used: before });
	}

	async stop(): Promise<void> {
		clearInterval(this.#timer);
		await this.#look();
	}

	/** The memory of the last third of its life, by that of the middle third: the process that grows most while it sends. */
	get growth(): number {
		const total = this.samples.at(-1)!.accepted;
		const sending = this.samples.filter(({ accepted }) => accepted > 0 && accepted < total);
		const ratios = [...this.#processes.keys()].flatMap((name) => {
			const life = sending.flatMap(({ megabytes }) => megabytes.get(name) ?? []);
			const third = Math.floor(life.length / 3);
			const isLong = life.length >= LONG_ENOUGH;
			return isLong ? findMedian(life.slice(-third)) / findMedian(life.slice(third, -third)) : [];
		});
		return Math.max(...ratios);
	}

	async #look(): Promise<void> {
		const { seconds } = this;
		const accepted = this.accepted();
		const megabytes = new Map<string, number>();
		for (const [name, process] of this.#processes) {
			// Where it was killed, its time on the processor until then counts.
			const now = await readProcess(process.pid).catch(() => undefined);
			if (now === undefined || now.megabytes === 0) continue;
			process.used = now.milliseconds;
			megabytes.set(name, now.megabytes);
		}
		const used = [...this.#processes.values()].map(({ used, before }) => used - before);
		const cpuMilliseconds = used.reduce((sum, each) => sum + each, 0);
		this.samples.push({ seconds, accepted, cpuMilliseconds, megabytes });
	}
}

/** What a process has used so far. */
async function readProcess(pid: number): Promise<{ milliseconds: number; megabytes: number }> {
	const [stat, statm] = await Promise.all(
		['stat', 'statm'].map(async (file) => await readFile(`/proc/${pid}/${file}`, 'utf8')),
	);
	// The second field is the name in brackets, which may hold blanks.
	const [user, system] = stat!
		.slice(stat!.lastIndexOf(')') + 2)
		.split(' ')
		.slice(11);
	const milliseconds = (Number(user) + Number(system)) * MILLISECONDS_PER_TICK;
	return { milliseconds, megabytes: Number(statm!.split(' ')[1]) * PAGE_MEGABYTES };
}
