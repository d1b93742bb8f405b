import { setTimeout as delay } from 'node:timers/promises';
import { failureOf } from '../dev/host/execution.mts';
import { missingServices } from '../dev/host/queue/services.mts';
import { startQueue } from '../dev/host/queue/queue.mts';
import { startSandbox, type Sandbox } from '../dev/sandbox/index.mts';
import { shareSheet } from '../test/support/shared-sheet.mts';

export interface QueueBenchOptions {
	/** Applicants in the sheet; default 2,000. */
	rows?: number;
	/**
	 * Milliseconds that the service takes for a request. Default 200: with less the machine's own
	 * processors, shared with the service's stand-in and the database, are what is measured.
	 */
	latencyMs?: number;
	/** Batches that a worker sends at once. */
	concurrency?: number;
}

/** How fast so many workers sent the sheet. */
export interface QueueFigures {
	/** From the first request for a screening to the end of the last one. */
	seconds: number;
	perSecond: number;
	logins: number;
}

export interface QueueComparison {
	rows: number;
	latencyMs: number;
	batchSize: number;
	concurrency: number;
	oneWorker: QueueFigures;
	twoWorkers: QueueFigures;
	/** Throughput of two workers by that of one. */
	ratio: number;
}

/** Rows of a batch, as the workflow has it. */
const BATCH_SIZE = 25;
const RUN_TIMEOUT_MS = 30 * 60_000;

/**
 * Sends the same sheet with one worker and with two, each time in a fresh n8n in queue mode, and
 * compares. Throws where PostgreSQL or Redis is missing, or where an applicant was not sent.
 */
export async function compareWorkers(options: QueueBenchOptions = {}): Promise<QueueComparison> {
	const { rows = 2000, latencyMs = 200, concurrency = 2 } = options;
	const missing = missingServices();
	if (missing.length > 0) throw new Error(`Nobody answers for ${missing.join(' and ')}.`);
	const work = { rows, latencyMs, concurrency };
	const oneWorker = await measure(1, work);
	const twoWorkers = await measure(2, work);
	return {
		...work,
		batchSize: BATCH_SIZE,
		oneWorker,
		twoWorkers,
		ratio: twoWorkers.perSecond / oneWorker.perSecond,
	};
}

async function measure(
	workers: number,
	{ rows, latencyMs, concurrency }: Required<QueueBenchOptions>,
): Promise<QueueFigures> {
	const queue = await startQueue({ workers, concurrency });
	const sandbox = await startSandbox({ latencyMs });
	try {
		const shared = await shareSheet(queue, sandbox, rows);
		const failure = failureOf(await shared.run());
		if (failure) throw new Error(failure.message);
		const deadline = Date.now() + RUN_TIMEOUT_MS;
		while (sandbox.screenings.length < rows && Date.now() < deadline) await delay(100);
		return figuresOf(sandbox, rows);
	} finally {
		await queue.stop();
		await sandbox.close();
	}
}

function figuresOf(sandbox: Sandbox, rows: number): QueueFigures {
	const sends = sandbox.requestsOf('sendScreening');
	const sent = sends.filter(({ status }) => status === 200).length;
	if (sent !== rows) throw new Error(`${sent} of ${rows} applicants were sent.`);
	const begin = Math.min(...sends.map(({ startedAt }) => startedAt));
	const end = Math.max(...sends.map(({ endedAt }) => endedAt ?? Infinity));
	const seconds = (end - begin) / 1000;
	return { seconds, perSecond: rows / seconds, logins: sandbox.requestsOf('login').length };
}
