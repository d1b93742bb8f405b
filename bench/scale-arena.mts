import { setTimeout as delay } from 'node:timers/promises';
import { step, type Progress } from '../dev/host/progress.mts';
import { APPLICANT_COLUMNS, APPLICANTS_FILE } from '../test/support/applicants-table.mts';
import { createDataTable } from '../test/support/data-table.mts';
import { publish, type Published } from '../test/support/published.mts';
import { startQueue, type RunningQueue } from '../test/support/queue/queue.mts';
import { readWorkflowFile } from '../test/support/workflow-file.mts';
import { startService, type BenchService } from './service.mts';

/** n8n in queue mode with a database, a queue and a service of its own, and the data-table workflow, published. */
export interface ScaleArena {
	queue: RunningQueue;
	service: BenchService;
	workflow: Published;
	/** The data table's name in the database. */
	table: string;
	/** Adds so many to the table. */
	addApplicants(count: number): Promise<void>;
}

export const WORKERS = 3;
export const LATENCY_MS = 100;

/** What docs/self-hosting.md recommends. */
const CONCURRENCY = 1;
const SETTINGS = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
	N8N_DATA_TABLES_MAX_SIZE_BYTES: '1000000000',
};
const INDEXES = ['screeningStatus', 'screeningMark'];
const TABLE = 'Applicants of the benchmark';
const ACCOUNT = { username: 'landlord', password: 'of-the-benchmark' };
/** Sent before anything is measured, so that every process has done each step many times. */
const WARM_UP = 2_000;
/** As many rows as n8n takes in one request. */
const INSERTED_AT_ONCE = 500;
/** A start whose worker was killed ends when the queue notices it; others go on meanwhile. */
const LONGEST_START_MS = 60_000;
const AFTER_A_FAULT_MS = 1_000;

/** Starts everything, does the work with it, and ends everything. */
export async function inScaleArena<T>(
	progress: Progress,
	work: (arena: ScaleArena) => Promise<T>,
): Promise<T> {
	const options = { workers: WORKERS, concurrency: CONCURRENCY, env: SETTINGS, progress };
	const queue = await startQueue(options);
	const service = await startService();
	service.begin(LATENCY_MS);
	try {
		const arena = { queue, service, ...(await publishWorkflow(queue, service)) };
		await step(progress, `Warming up with ${WARM_UP} applicants`, async (current) => {
			await arena.addApplicants(WARM_UP);
			await waitUntilSettled(arena, () => current.update(`${service.accepted.size} accepted`));
		});
		return await work(arena);
	} finally {
		await queue.stop();
		service.close();
	}
}

async function publishWorkflow(queue: RunningQueue, { baseUrl }: BenchService) {
	const { client } = queue.main;
	const account = { ...ACCOUNT, baseUrl };
	const credential = await client.createCredential('rentalScreeningApi', 'Account', account);
	const { id, insert } = await createDataTable(client, TABLE, APPLICANT_COLUMNS);
	const table = `"data_table_user_${id}"`;
	for (const column of INDEXES)
		await queue.services.query(`CREATE INDEX ON ${table} ("${column}")`);
	const file = readWorkflowFile(APPLICANTS_FILE, {
		Applicants: { tableName: TABLE },
		'Check rows': { propertyId: 'property' },
	});
	let written = 0;
	const addApplicants = async (count: number) => {
		const rows = Array.from({ length: count }, () => ({
			firstName: 'Nathan',
			lastName: `Smith ${written}`,
			email: `applicant${written++}@example.com`,
			phone: '+14165550100',
		}));
		while (rows.length > 0) await insert(...rows.splice(0, INSERTED_AT_ONCE));
	};
	return { workflow: await publish(client, file, [credential], 'none'), table, addApplicants };
}

/**
 * Starts the workflow on all workers at once, as schedules would, until each row has a status. Then an hour passes
 * in the marks, and it is started again, until no row is left at 'in progress' or to be sent again.
 */
export async function waitUntilSettled(arena: ScaleArena, afterStart: () => void): Promise<void> {
	const start = async () => {
		await startOnce(arena);
		afterStart();
	};
	const takeNew = async () => {
		while ((await countRows(arena, '')) > 0) await start();
	};
	await Promise.all(Array.from({ length: WORKERS }, takeNew));
	while ((await countRows(arena, 'in progress', 'not sent')) > 0) {
		await arena.queue.services.query(
			`UPDATE ${arena.table} SET "screeningMark" = $1 || substr("screeningMark", 25) WHERE "screeningStatus" = 'in progress'`,
			[new Date(Date.now() - 61 * 60_000).toISOString()],
		);
		await start();
		await takeNew();
	}
}

/** Runs the workflow once, until it has ended, its process has, or it takes too long. */
export async function startOnce({ workflow }: ScaleArena): Promise<void> {
	const began = Date.now();
	const late = delay(LONGEST_START_MS, undefined, { ref: false });
	await Promise.race([workflow.start(), late]);
	// Where nobody answers, the process is being started again.
	if (Date.now() - began < AFTER_A_FAULT_MS) await delay(AFTER_A_FAULT_MS);
}

/** How many rows have one of these statuses. While the database is away, it is asked again. */
async function countRows(arena: ScaleArena, ...statuses: string[]): Promise<number> {
	const text = `SELECT count(*) AS rows FROM ${arena.table} WHERE coalesce("screeningStatus", '') = ANY($1)`;
	for (;;) {
		const found = await arena.queue.services.query(text, [statuses]).catch(() => undefined);
		if (found) return Number(found[0]!['rows']);
		await delay(AFTER_A_FAULT_MS);
	}
}
