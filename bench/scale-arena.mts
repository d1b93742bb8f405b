import { setTimeout as delay } from 'node:timers/promises';
import { step, type Progress } from '../dev/host/progress.mts';
import { startOwnServices, type OwnServices } from '../test/support/queue/own-services.mts';
import { startQueue, type RunningQueue } from '../test/support/queue/queue.mts';
import { shareSheet, type SharedSheet } from '../test/support/shared-sheet.mts';
import { startService, type BenchService } from './service.mts';

/** n8n in queue mode with a database, a queue and a service of its own, and a published workflow that shares a sheet. */
export interface ScaleArena {
	services: OwnServices;
	queue: RunningQueue;
	service: BenchService;
	shared: SharedSheet;
}

export const WORKERS = 3;
export const LATENCY_MS = 100;

/** What docs/administrators.md recommends. */
const CONCURRENCY = 1;
const SETTINGS = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
	N8N_DATA_TABLES_MAX_SIZE_BYTES: '1000000000',
};
const INDEXES = ['email', 'batch'];
const ACCOUNT = { username: 'landlord', password: 'of-the-benchmark', propertyId: 'property' };
/** Sent before anything is measured, so that every process has done each step many times. */
const WARM_UP = 2_000;
/** Where nothing changes for so long, the run is over or needs to be started again. */
const QUIET_MS = 20_000;
const LOOK_EVERY_MS = 2_000;

/** Starts everything, does the work with it, and ends everything. */
export async function inScaleArena<T>(
	progress: Progress,
	work: (arena: ScaleArena) => Promise<T>,
): Promise<T> {
	const services = await startOwnServices();
	try {
		const queue = await startQueue({
			workers: WORKERS,
			concurrency: CONCURRENCY,
			services,
			env: SETTINGS,
			progress,
		});
		const service = await startService();
		service.begin(LATENCY_MS);
		try {
			const shared = await shareSheet(queue, { ...ACCOUNT, ...service }, WARM_UP);
			const arena = { services, queue, service, shared };
			await step(progress, `Warming up with ${WARM_UP} applicants`, async (current) => {
				await untilSettled(arena, WARM_UP, { show: (text) => current.update(text) });
			});
			for (const column of INDEXES) {
				await queue.query(`CREATE INDEX ON ${await shared.table()} ("${column}")`);
			}
			return await work(arena);
		} finally {
			await queue.stop();
			service.close();
		}
	} finally {
		await services.stop();
	}
}

/**
 * Starts the workflow, and again where rows are left and nothing happens, as its schedule would,
 * until no row is left to be sent.
 */
export async function untilSettled(
	arena: ScaleArena,
	rows: number,
	{ onStart, show }: { onStart?: () => void; show?: (text: string) => void } = {},
): Promise<void> {
	for (let settled = -1; settled !== rows;) {
		onStart?.();
		// A start that a fault cuts short is one that has to be repeated.
		const start = startOnce(arena).catch(() => undefined);
		settled = await untilQuiet(arena, start, show);
	}
}

/** Runs the workflow's part that records and shares the rows, until it has ended or its process has. */
export async function startOnce({ queue, shared }: ScaleArena): Promise<void> {
	const { main } = queue;
	const id = await main.client.startWorkflow(shared.workflowId, 'Every 15 minutes');
	// Asked of the database: n8n reads all its rows to answer about an execution.
	const text =
		'SELECT 1 FROM execution_entity WHERE id = $1 AND "stoppedAt" IS NULL AND "deletedAt" IS NULL';
	while (main === queue.main && (await queue.query(text, [id])).length > 0)
		await delay(LOOK_EVERY_MS);
}

/** Waits until the start has ended and nothing has changed for a while. Returns how many rows are settled. */
async function untilQuiet(
	arena: ScaleArena,
	start: Promise<void>,
	show?: (text: string) => void,
): Promise<number> {
	let starting = true;
	void start.then(() => (starting = false));
	let known = '';
	let settled = 0;
	for (let changedAt = Date.now(); starting || Date.now() - changedAt < QUIET_MS;) {
		await delay(LOOK_EVERY_MS);
		const states = await statesOf(arena).catch(() => undefined);
		if (!states) continue;
		const { rows, sent, uncertain } = states;
		settled = sent + uncertain;
		const now = `${rows} rows, ${arena.service.accepted.size} accepted, ${sent} sent, ${uncertain} uncertain`;
		show?.(now);
		if (now !== known) changedAt = Date.now();
		known = now;
	}
	return settled;
}

/** Counts the rows, those at 'sending' or 'maybe sent' as uncertain. Throws while the database is away. */
async function statesOf({ queue, shared }: ScaleArena) {
	const [row] = await queue.query(
		`SELECT count(*) AS rows, count(*) FILTER (WHERE "screeningStatus" = 'sent') AS sent,
			count(*) FILTER (WHERE "screeningStatus" IN ('sending', 'maybe sent')) AS uncertain
			FROM ${await shared.table()}`,
	);
	const figure = (name: string) => Number(row![name]);
	return { rows: figure('rows'), sent: figure('sent'), uncertain: figure('uncertain') };
}
