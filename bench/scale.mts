import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT } from '../dev/host/package.mts';
import { elapsed, step, type Progress, type Step } from '../dev/host/progress.mts';
import { startOwnServices, type OwnServices } from '../test/support/queue/own-services.mts';
import { startQueue, type RunningQueue } from '../test/support/queue/queue.mts';
import type { RunningWorker } from '../test/support/queue/worker.mts';
import { shareSheet, type SharedSheet } from '../test/support/shared-sheet.mts';
import { throughputPicture } from './scale-picture.mts';
import { startScaleService, type ScaleService } from './scale-service.mts';
import { postgresMilliseconds, Watch, type MemoryOverTime, type Sample } from './scale-watch.mts';

/** Something that breaks, and when it broke. */
export interface FaultMark {
	name: string;
	seconds: number;
}

/** What became of a sheet. */
export type ScaleRun = Measured & Verdict;

interface Measured {
	applicants: number;
	workers: number;
	latencyMs: number;
	/** From the first start of the workflow to the last applicant that was accepted. */
	seconds: number;
	/** How often the workflow was started until every row was settled. */
	starts: number;
	/**
	 * Processor time per applicant, in milliseconds: of the main process and the workers, and of PostgreSQL.
	 * `recording` is the part of n8n that one start needs to record the sheet, `sending` all the rest.
	 */
	n8nMilliseconds: number;
	recordingMilliseconds: number;
	sendingMilliseconds: number;
	databaseMilliseconds: number;
	faults: FaultMark[];
	memory: MemoryOverTime[];
	samples: readonly Sample[];
}

/** What the service gave out, compared with what the table says. */
interface Verdict {
	/** Applicants whom the service gave more than one userId. */
	sentTwice: number;
	/** userIds given out that the table does not have, of applicants whom it does not list as uncertain. */
	lost: number;
	/** Rows at 'sending' or 'maybe sent', which a person looks up. */
	uncertain: number;
}

const PICTURE = join('bench', 'scale.svg');

const WORKERS = 3;
/** Sheets of this size are sent one after another, and the one in the middle by cost counts. */
const SMALLER = [
	{ size: 1_000, sheets: 5 },
	{ size: 10_000, sheets: 1 },
];
const LATENCY_MS = 100;
/** Sent before anything is measured, so that every process has done each step many times. */
const WARM_UP = 2_000;
/** Where nothing changes for so long, the run is over or needs to be started again. */
const QUIET_MS = 20_000;
const LOOK_EVERY_MS = 2_000;

/** What docs/queue-mode.md recommends. */
const SETTINGS = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
	N8N_DATA_TABLES_MAX_SIZE_BYTES: '1000000000',
};
const INDEXES = ['email', 'batch'];

/**
 * Sends a sheet in queue mode while processes are killed and services restarted, and smaller ones
 * without faults to compare what an applicant costs. Each has an n8n and services of its own.
 */
export async function measureScale(applicants: number, progress: Progress): Promise<ScaleRun[]> {
	const runs: ScaleRun[] = [];
	const smaller = SMALLER.filter(({ size }) => size < applicants);
	for (const { size, sheets } of [...smaller, { size: applicants, sheets: 1 }]) {
		const withFaults = size === applicants;
		const text = `${size} applicants, ${withFaults ? 'with faults' : 'without faults'}`;
		const arena = await startArena(progress);
		try {
			const shared = await warmUp(arena);
			const rounds: Measured[] = [];
			while (rounds.length < sheets) {
				rounds.push(
					await step(progress, text, (current) => send(arena, shared, size, withFaults, current)),
				);
			}
			const byCost = rounds.sort((a, b) => a.n8nMilliseconds - b.n8nMilliseconds);
			runs.push({ ...byCost[Math.floor(sheets / 2)]!, ...(await judge(shared, arena.service)) });
		} finally {
			await arena.queue.stop();
			await arena.services.stop();
			arena.service.close();
		}
	}
	await writeFile(join(PROJECT, PICTURE), throughputPicture(runs.at(-1)!));
	return runs;
}

interface Arena {
	services: OwnServices;
	queue: RunningQueue;
	service: ScaleService;
}

async function startArena(progress: Progress): Promise<Arena> {
	const services = await startOwnServices();
	try {
		const queue = await startQueue({ workers: WORKERS, services, env: SETTINGS, progress });
		return { services, queue, service: await startScaleService(LATENCY_MS) };
	} catch (error) {
		await services.stop();
		throw error;
	}
}

/** Sends a first sheet, whose table gets the indexes. */
async function warmUp(arena: Arena): Promise<SharedSheet> {
	const shared = await shareSheet(arena.queue, arena.service, WARM_UP);
	await untilSettled(arena, shared, WARM_UP);
	for (const column of INDEXES) {
		await arena.queue.query(`CREATE INDEX ON ${await shared.table()} ("${column}")`);
	}
	return shared;
}

async function send(
	arena: Arena,
	shared: SharedSheet,
	applicants: number,
	withFaults: boolean,
	current: Step,
): Promise<Measured> {
	const { queue, service, services } = arena;
	await shared.replace(applicants);
	// A batch reads all rows of its name, and rows of earlier sheets are no part of what this one costs.
	await queue.query(`UPDATE ${await shared.table()} SET "batch" = 'of an earlier sheet'`);

	const before = service.accepted.size;
	const watch = new Watch(() => service.accepted.size - before);
	await watch.add('main', queue.main.pid);
	for (const [index, { pid }] of queue.workers.entries())
		await watch.add(`worker ${index + 1}`, pid);
	let database = -(await postgresMilliseconds(services.postgresPid()));
	const marks: FaultMark[] = [];
	const faults = withFaults
		? faultsOf(arena, watch, async () => {
				database += await postgresMilliseconds(services.postgresPid());
			})
		: [];
	const breaking = (async () => {
		const causes: Array<Promise<void>> = [];
		for (const [index, [name, cause]] of faults.entries()) {
			while (service.accepted.size - before < (applicants * (index + 1)) / (faults.length + 1)) {
				await delay(100, undefined, { ref: false });
			}
			marks.push({ name, seconds: watch.seconds });
			causes.push(cause());
		}
		await Promise.all(causes);
	})();
	const startedAt: number[] = [];
	await Promise.all([
		untilSettled(arena, shared, before + applicants, {
			onStart: () => startedAt.push(watch.seconds),
			show: (text) => current.update(`${text}, ${elapsed(watch.seconds * 1000)}`),
		}),
		breaking,
	]);
	await watch.stop();
	database += await postgresMilliseconds(services.postgresPid());
	const last = watch.samples.find((sample) => sample.accepted === watch.samples.at(-1)!.accepted)!;
	const starts = startedAt.length;
	const recording = startedAt.reduce((sum, start) => sum + watch.cpuUntilNextAccepted(start), 0);
	return {
		applicants,
		workers: WORKERS,
		latencyMs: LATENCY_MS,
		seconds: last.seconds,
		starts,
		n8nMilliseconds: last.cpuMilliseconds / applicants,
		recordingMilliseconds: recording / starts / applicants,
		sendingMilliseconds: (last.cpuMilliseconds - recording) / applicants,
		databaseMilliseconds: database / applicants,
		faults: marks,
		memory: watch.memory(),
		samples: watch.samples.filter(({ seconds }) => seconds <= last.seconds),
	};
}

/** What breaks, in order, spread evenly over the run. A process that is gone is replaced, as a supervisor does. */
function faultsOf(
	{ queue, services }: Arena,
	watch: Watch,
	beforePostgresEnds: () => Promise<void>,
): Array<[string, () => Promise<void>]> {
	const [first, second] = queue.workers;
	const replace = async (end: (worker: RunningWorker) => Promise<void>, worker: RunningWorker) => {
		await end(worker);
		// The next fault may hit it while it starts.
		const { pid } = await queue.startWorker().catch(() => queue.startWorker());
		await watch.add(`worker ${queue.workers.length}`, pid);
	};
	return [
		['worker 1 killed', () => replace((worker) => worker.kill(), first!)],
		['worker 2 stopped', () => replace((worker) => worker.stop(), second!)],
		['Redis restarted', () => services.restartRedis()],
		[
			'PostgreSQL restarted',
			async () => {
				await beforePostgresEnds();
				await services.restartPostgres();
			},
		],
		[
			'main killed',
			async () => {
				await queue.restartMain();
				await watch.add('main, second', queue.main.pid);
			},
		],
	];
}

/**
 * Starts the workflow, and again where rows are left and nothing happens, as its schedule would,
 * until no row is left to be sent.
 */
async function untilSettled(
	arena: Arena,
	shared: SharedSheet,
	rows: number,
	{ onStart, show }: { onStart?: () => void; show?: (text: string) => void } = {},
): Promise<void> {
	for (let settled = -1; settled !== rows;) {
		onStart?.();
		// A start that a fault cuts short is one that has to be repeated.
		const start = startOnce(arena.queue, shared).catch(() => undefined);
		settled = await untilQuiet(arena, shared, start, show);
	}
}

/** Runs the workflow's part that records and shares the rows. */
async function startOnce(queue: RunningQueue, { workflowId }: SharedSheet): Promise<void> {
	const { main } = queue;
	const id = await main.client.startWorkflow(workflowId, 'Every 15 minutes');
	// Asked of the database: n8n reads all its rows to answer about an execution.
	const text =
		'SELECT 1 FROM execution_entity WHERE id = $1 AND "stoppedAt" IS NULL AND "deletedAt" IS NULL';
	while (main === queue.main && (await queue.query(text, [id])).length > 0)
		await delay(LOOK_EVERY_MS);
}

/** Waits until the start has ended and nothing has changed for a while. Returns how many rows are settled. */
async function untilQuiet(
	{ queue, service }: Arena,
	shared: SharedSheet,
	start: Promise<void>,
	show?: (text: string) => void,
): Promise<number> {
	let starting = true;
	void start.then(() => (starting = false));
	let known = '';
	let settled = 0;
	for (let changedAt = Date.now(); starting || Date.now() - changedAt < QUIET_MS;) {
		await delay(LOOK_EVERY_MS);
		const states = await statesOf(queue, shared).catch(() => undefined);
		if (!states) continue;
		const { rows, sent, uncertain } = states;
		settled = sent + uncertain;
		const now = `${rows} rows, ${service.accepted.size} accepted, ${sent} sent, ${uncertain} uncertain`;
		show?.(now);
		if (now !== known) changedAt = Date.now();
		known = now;
	}
	return settled;
}

async function statesOf(queue: RunningQueue, shared: SharedSheet) {
	const [row] = await queue.query(
		`SELECT count(*) AS rows, count(*) FILTER (WHERE "screeningStatus" = 'sent') AS sent,
			count(*) FILTER (WHERE "screeningStatus" IN ('sending', 'maybe sent')) AS uncertain
			FROM ${await shared.table()}`,
	);
	const figure = (name: string) => Number(row![name]);
	return { rows: figure('rows'), sent: figure('sent'), uncertain: figure('uncertain') };
}

/** Compares what the service gave out with what the table says. */
async function judge(shared: SharedSheet, { accepted }: ScaleService): Promise<Verdict> {
	const rows = new Map((await shared.recorded()).map((row) => [String(row['email']), row]));
	const isUncertain = (email: string) =>
		['sending', 'maybe sent'].includes(String(rows.get(email)?.['screeningStatus']));
	const all = [...accepted];
	return {
		sentTwice: all.filter(([, userIds]) => userIds.length > 1).length,
		lost: all.flatMap(([email, userIds]) =>
			userIds.filter((userId) => rows.get(email)?.['userId'] !== userId && !isUncertain(email)),
		).length,
		uncertain: [...rows.keys()].filter(isUncertain).length,
	};
}
