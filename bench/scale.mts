import { formatDuration, step, type Progress, type Step } from '../dev/host/progress.mts';
import { eventually } from '../test/support/eventually.mts';
import type { RunningWorker } from '../test/support/queue/queue.mts';
import { inScaleArena, startOnce, waitUntilSettled, type ScaleArena } from './scale-arena.mts';
import { readPostgresMilliseconds, Watch } from './scale-watch.mts';

/** The cost of the first so many applicants is shown too. */
const FIRST = [1_000, 10_000];

/** The figures of one run. */
export type ScaleRun = Awaited<ReturnType<typeof measureScale>>;

/** Sends a table in queue mode while processes are killed and services restarted. */
export async function measureScale(applicants: number, progress: Progress) {
	return await inScaleArena(progress, async (arena) => {
		const text = `${applicants} applicants, with outages`;
		const measured = await step(progress, text, (current) => send(arena, applicants, current));
		return { ...measured, ...(await judge(arena)), ...(await startAgain(arena)) };
	});
}

async function send(arena: ScaleArena, applicants: number, current: Step) {
	const { queue, service } = arena;
	const { postgres } = queue.services;
	await arena.addApplicants(applicants);

	const before = service.accepted.size;
	const watch = new Watch(() => service.accepted.size - before);
	await watch.add('main', queue.main.pid);
	for (const [index, { pid }] of queue.workers.entries())
		await watch.add(`worker ${index + 1}`, pid);
	let database = -(await readPostgresMilliseconds(postgres.pid()));
	const outages = listOutages(arena, watch, async () => {
		database += await readPostgresMilliseconds(postgres.pid());
	});
	const begun: Array<{ name: string; seconds: number }> = [];
	let isSettled = false;
	const breaking = async () => {
		const causes: Array<Promise<void>> = [];
		for (const [index, [name, cause]] of outages.entries()) {
			const due = before + (applicants * (index + 1)) / (2 * outages.length);
			await eventually(() => isSettled || service.accepted.size >= due);
			if (isSettled) break;
			begun.push({ name, seconds: watch.seconds });
			causes.push(cause());
		}
		await Promise.all(causes);
	};
	let starts = 0;
	const settling = waitUntilSettled(arena, () => {
		starts += 1;
		current.update(`${service.accepted.size} accepted, ${formatDuration(watch.seconds * 1000)}`);
	}).finally(() => (isSettled = true));
	await Promise.all([settling, breaking()]);
	await watch.stop();
	database += await readPostgresMilliseconds(postgres.pid());
	const { samples } = watch;
	const last = samples.find(({ accepted }) => accepted === samples.at(-1)!.accepted)!;
	return {
		applicants,
		/** From the first start of the workflow to the last applicant that was accepted. */
		seconds: last.seconds,
		/** How often the workflow was started until every row was settled. */
		starts,
		/** Processor time per applicant: of the main process and the workers, and of PostgreSQL. */
		n8nMilliseconds: last.cpuMilliseconds / applicants,
		/** The same for the first 1,000, 10,000 … of them. */
		firstMilliseconds: FIRST.filter((count) => count < last.accepted).map((count) => {
			const { cpuMilliseconds } = samples.find(({ accepted }) => accepted >= count)!;
			return { count, milliseconds: cpuMilliseconds / count };
		}),
		databaseMilliseconds: database / applicants,
		/** The outages, and when each began. */
		outages: begun,
		memory: watch.memory(),
	};
}

/**
 * The outages in their order, spread evenly over the first half of the applicants. A process that is gone is
 * replaced, as a supervisor does.
 */
function listOutages(
	{ queue, service }: ScaleArena,
	watch: Watch,
	beforePostgresEnds: () => Promise<void>,
): Array<[string, () => Promise<void>]> {
	const [first, second] = queue.workers;
	const replace = async (end: (worker: RunningWorker) => Promise<void>, worker: RunningWorker) => {
		await end(worker);
		// The next outage may hit it while it starts.
		const { pid } = await queue.startWorker().catch(() => queue.startWorker());
		await watch.add(`worker ${queue.workers.length}`, pid);
	};
	return [
		['worker 1 killed', () => replace((worker) => worker.kill(), first!)],
		['worker 2 stopped', () => replace((worker) => worker.stop(), second!)],
		['Redis restarted', () => queue.services.redis.restart()],
		[
			'PostgreSQL restarted',
			async () => {
				await beforePostgresEnds();
				await queue.services.postgres.restart();
			},
		],
		[
			'main killed',
			async () => {
				await queue.restartMain();
				await watch.add('main, second', queue.main.pid);
			},
		],
		['answers cut for 10 s', () => service.fail('cut answers', 10_000)],
		['429 for 10 s', () => service.fail('too many requests', 10_000)],
		['service down for 60 s', () => service.goDown(60_000)],
	];
}

/** A start of the workflow when nothing is new and nothing is left to be sent: its time, and the rows it wrote. */
async function startAgain(arena: ScaleArena) {
	const { queue, table } = arena;
	const [before] = await queue.services.query(`SELECT max("updatedAt") AS time FROM ${table}`);
	const began = Date.now();
	await startOnce(arena);
	const restartSeconds = (Date.now() - began) / 1000;
	const [after] = await queue.services.query(
		`SELECT count(*) AS rewritten FROM ${table} WHERE "updatedAt" > $1`,
		[before!['time']],
	);
	return { restartSeconds, rewritten: Number(after!['rewritten']) };
}

/** Compares what the service gave out with what the table says. */
async function judge({ queue, table, service: { accepted } }: ScaleArena) {
	const recorded = await queue.services.query(`SELECT * FROM ${table}`);
	const rows = new Map(recorded.map((row) => [String(row['email']), row]));
	const isUncertain = (email: string) =>
		['in progress', 'maybe sent'].includes(String(rows.get(email)?.['screeningStatus']));
	const all = [...accepted];
	return {
		/** Applicants whom the service gave more than one userId. */
		sentTwice: all.filter(([, userIds]) => userIds.length > 1).length,
		/** userIds given out that the table does not have, of applicants whom it does not list as uncertain. */
		lost: all.flatMap(([email, userIds]) =>
			userIds.filter((userId) => rows.get(email)?.['userId'] !== userId && !isUncertain(email)),
		).length,
		/** Rows at 'in progress' or 'maybe sent', which a person looks up. */
		uncertain: [...rows.keys()].filter(isUncertain).length,
	};
}
