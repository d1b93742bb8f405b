import { setTimeout as delay } from 'node:timers/promises';
import { formatDuration, step } from '../dev/host/progress.mts';
import { createDataTable, insertRows, readColumns } from '../dev/host/data-tables.mts';
import { eventually } from '../dev/host/eventually.mts';
import { publish } from '../dev/host/published.mts';
import { startQueue, type RunningQueue } from '../dev/queue/queue.mts';
import { readWorkflowFile } from '../dev/host/workflow-file.mts';
import { toGoalSheet, withDigits, type Sheet } from './report.mts';
import { Watch } from './scale-watch.mts';
import { startService, type BenchService } from './service.mts';

/** The workflow that is measured; it makes its data table. */
const APPLICANTS_FILE = 'screen-applicants-in-a-data-table';
const WORKERS = 3;
const LATENCY_MS = 100;
/** What the docs recommend for several processes. */
const SETTINGS = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
	N8N_DATA_TABLES_MAX_SIZE_BYTES: '1000000000',
};
/** Sent before anything is measured, so that every process has done each step many times. */
const WARM_UP = 2_000;
/** As many rows as n8n takes in one request. */
const INSERTED_AT_ONCE = 500;
/** A start whose worker was killed ends when the queue notices it; others go on meanwhile. */
const LONGEST_START_MS = 60_000;
const AFTER_A_FAULT_MS = 1_000;

/** Sends so many applicants with the data-table workflow in queue mode while processes are killed and services restarted. */
export async function* measureScale(applicants: number): AsyncGenerator<Sheet> {
	const queue = await startQueue({ workers: WORKERS, concurrency: 1, env: SETTINGS });
	const service = await startService();
	service.begin(LATENCY_MS);
	try {
		const table = await createTable(queue, service);
		await table.add(WARM_UP);
		await step(`Warming up with ${WARM_UP} applicants`, () => settle(table));
		await table.add(applicants);
		const before = service.accepted.size;
		const watch = new Watch(() => service.accepted.size - before);
		await watch.add('main', queue.main.pid);
		for (const [index, { pid }] of queue.workers.entries())
			await watch.add(`worker ${index + 1}`, pid);
		const outages = listOutages(queue, service, watch);
		const begun: string[] = [];
		let isSettled = false;
		const interrupt = async () => {
			const ends: Array<Promise<unknown>> = [];
			for (const [index, [name, begin]] of outages.entries()) {
				// Spread evenly over the first half of the applicants.
				const due = before + (applicants * (index + 1)) / (2 * outages.length);
				await eventually(() => isSettled || service.accepted.size >= due);
				if (isSettled) break;
				begun.push(`${name} (${formatDuration(watch.seconds * 1000)})`);
				ends.push(begin());
			}
			await Promise.all(ends);
		};
		await step(`${applicants} applicants, with outages`, async (update) => {
			const settling = settle(table, () => update(`${service.accepted.size} accepted`));
			await Promise.all([settling.finally(() => (isSettled = true)), interrupt()]);
		});
		await watch.stop();
		const { samples } = watch;
		const computeCost = (count: number) => {
			const { cpuMilliseconds } = samples.find(({ accepted }) => accepted >= count)!;
			return `${withDigits(cpuMilliseconds / count, 1)} ms`;
		};
		const accepted = samples.at(-1)!.accepted;
		const { seconds } = samples.find((sample) => sample.accepted === accepted)!;
		const { sentTwice, lost, uncertain } = await judge(table, service);
		yield {
			title: `Queue mode: main process, ${WORKERS} workers, ${LATENCY_MS} ms. Meanwhile: ${begun.join(', ')}`,
			head: ['Applicants', withDigits(applicants, 0)],
			rows: [
				['Time', formatDuration(seconds * 1000)],
				['Applicants per second', withDigits(applicants / seconds, 1)],
				['CPU of n8n per applicant', computeCost(accepted)],
				['CPU of n8n per applicant, the first tenth', computeCost(Math.ceil(accepted / 10))],
				['Applicants listed as uncertain', String(uncertain)],
			],
		};
		yield toGoalSheet('Goals: scale', [
			['Applicants sent twice', 0, sentTwice],
			['userIds neither recorded nor uncertain', 0, lost],
			['Memory: last to middle third, where it grows most', 1.25, watch.growth],
		]);
	} finally {
		await queue.stop();
		service.close();
	}
}

type Table = Awaited<ReturnType<typeof createTable>>;

/** Publishes the workflow with a data table of its own. */
async function createTable({ main: { client }, services }: RunningQueue, service: BenchService) {
	const account = { baseUrl: service.baseUrl, username: 'landlord', password: 'of-the-benchmark' };
	const credential = await client.createCredential('rentalScreeningApi', 'Account', account);
	const tableName = 'Applicants of the benchmark';
	const columns = readColumns(readWorkflowFile(APPLICANTS_FILE));
	const id = await createDataTable(client, tableName, columns);
	const table = `"data_table_user_${id}"`;
	for (const column of ['screeningStatus', 'screeningMark'])
		await services.query(`CREATE INDEX ON ${table} ("${column}")`);
	const property = { 'Check rows': { propertyId: 'property' } };
	const file = readWorkflowFile(APPLICANTS_FILE, { Applicants: { tableName }, ...property });
	const { start } = await publish(client, file, [credential], 'none');
	let written = 0;
	return {
		async add(count: number) {
			const rows = Array.from({ length: count }, () => ({
				firstName: 'Nathan',
				lastName: `Smith ${written}`,
				email: `applicant${written++}@example.com`,
				phone: '+14165550100',
			}));
			while (rows.length > 0) await insertRows(client, id, rows.splice(0, INSERTED_AT_ONCE));
		},
		/** Runs the workflow once, until it has ended, its process has, or it takes too long. */
		async start() {
			const began = Date.now();
			await Promise.race([start(), delay(LONGEST_START_MS, undefined, { ref: false })]);
			// Where nobody answers, the process is being started again.
			if (Date.now() - began < AFTER_A_FAULT_MS) await delay(AFTER_A_FAULT_MS);
		},
		/** Asks the database, again while it is away. `$table` is the table. */
		async query(text: string, values: unknown[] = []) {
			for (;;) {
				const ask = services.query(text.replace('$table', table), values);
				const rows = await ask.catch(() => undefined);
				if (rows) return rows;
				await delay(AFTER_A_FAULT_MS);
			}
		},
	};
}

/**
 * Starts the workflow on all workers at once, as schedules would, until each row has a status. Then an hour passes
 * in the marks, and it is started again, until no row is left at 'in progress' or to be sent again.
 */
async function settle(table: Table, afterStart = () => {}): Promise<void> {
	const countRows = async (...statuses: string[]) => {
		const which = `coalesce("screeningStatus", '') = ANY($1)`;
		const [found] = await table.query(`SELECT count(*) FROM $table WHERE ${which}`, [statuses]);
		return Number(found!['count']);
	};
	const start = async () => {
		await table.start();
		afterStart();
	};
	const takeNew = async () => {
		while ((await countRows('')) > 0) await start();
	};
	await Promise.all(Array.from({ length: WORKERS }, takeNew));
	while ((await countRows('in progress', 'not sent')) > 0) {
		await table.query(
			`UPDATE $table SET "screeningMark" = $1 || substr("screeningMark", 25) WHERE "screeningStatus" = 'in progress'`,
			[new Date(Date.now() - 61 * 60_000).toISOString()],
		);
		await start();
		await takeNew();
	}
}

/** The outages in their order. A process that is gone is replaced, as a supervisor does. */
function listOutages(
	queue: RunningQueue,
	service: BenchService,
	watch: Watch,
): Array<[name: string, begin: () => Promise<unknown>]> {
	const [first, second] = queue.workers;
	const replace = async () => {
		// The next outage may hit it while it starts.
		const { pid } = await queue.startWorker().catch(() => queue.startWorker());
		await watch.add(`worker ${queue.workers.length}`, pid);
	};
	return [
		['worker 1 killed', () => first!.kill().then(replace)],
		['worker 2 stopped', () => second!.stop().then(replace)],
		['Redis restarted', () => queue.services.redis.restart()],
		['PostgreSQL restarted', () => queue.services.postgres.restart()],
		[
			'main killed',
			() => queue.restartMain().then(() => watch.add('main, second', queue.main.pid)),
		],
		['answers cut for 10 s', () => service.fail('cut answers', 10_000)],
		['429 for 10 s', () => service.fail('too many requests', 10_000)],
		['service down for 60 s', () => service.goDown(60_000)],
	];
}

/** Compares what the service gave out with what the table says: a person looks up what is uncertain. */
async function judge(table: Table, { accepted }: BenchService) {
	const recorded = await table.query('SELECT * FROM $table');
	const rows = new Map(recorded.map((row) => [String(row['email']), row]));
	const isUncertain = (email: string) =>
		['in progress', 'maybe sent'].includes(String(rows.get(email)?.['screeningStatus']));
	const all = [...accepted];
	return {
		sentTwice: all.filter(([, userIds]) => userIds.length > 1).length,
		lost: all.flatMap(([email, userIds]) =>
			userIds.filter((userId) => rows.get(email)?.['userId'] !== userId && !isUncertain(email)),
		).length,
		uncertain: [...rows.keys()].filter(isUncertain).length,
	};
}
