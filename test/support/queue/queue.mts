import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../../dev/host/install.mts';
import { startN8n, type RunningN8n, type StartOptions } from '../../../dev/host/n8n.mts';
import { plainProgress, step } from '../../../dev/host/progress.mts';
import { queueServices, type QueueServices } from './services.mts';
import { createStorage, type QueueStorage } from './storage.mts';
import { startWorker, type RunningWorker } from './worker.mts';

export interface QueueOptions extends Pick<StartOptions, 'packageFolder' | 'env' | 'progress'> {
	/** How many to start with; default two. */
	workers?: number;
	/** How many executions a worker works on at once; default two. */
	concurrency?: number;
	/** Default: those that {@link queueServices} names. */
	services?: QueueServices;
}

/** A real n8n in queue mode: a main process, workers, and a database and queue of their own. */
export interface RunningQueue {
	readonly main: RunningN8n;
	/** Kills the main process and starts it again at the same address. */
	restartMain(): Promise<void>;
	/** Every worker started so far, those that ended included. */
	workers: RunningWorker[];
	query: QueueStorage['query'];
	/** Starts one more. */
	startWorker(): Promise<RunningWorker>;
	/** Ends all processes and removes the database and the queue. */
	stop(): Promise<void>;
}

/**
 * Starts n8n in queue mode, one process after the other. Throws where one does not start, with the end of its log.
 */
export async function startQueue(options: QueueOptions = {}): Promise<RunningQueue> {
	const { progress = plainProgress(), packageFolder } = options;
	const { workers: count = 2, concurrency = 2 } = options;
	const installed = await installN8n(progress);
	const storage = await createStorage(installed, options.services ?? queueServices());
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-queue-'));
	const shared = {
		...storage.environment,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...options.env,
	};
	const workers: RunningWorker[] = [];
	let main: RunningN8n | undefined;
	const stop = async () => {
		await Promise.all(workers.map(async (worker) => await worker.stop()));
		await main?.stop();
		await storage.remove();
		await rm(userFolder, { recursive: true, force: true });
	};
	const startMain = async (port: number) =>
		await startN8n({
			userFolder,
			port,
			env: shared,
			progress,
			...(packageFolder === undefined ? {} : { packageFolder }),
		});
	const addWorker = async (webhookUrl: string) => {
		const env = { ...shared, N8N_WEBHOOK_URL: webhookUrl };
		const worker = await startWorker({ installed, packageFolder, concurrency, env });
		workers.push(worker);
		return worker;
	};
	try {
		main = await startMain(0);
		let running = main;
		const { baseUrl } = running;
		await step(progress, `Starting ${count} workers`, async () => {
			while (workers.length < count) await addWorker(baseUrl);
		});
		return {
			get main() {
				return running;
			},
			async restartMain() {
				await running.kill();
				main = running = await startMain(Number(new URL(baseUrl).port));
			},
			workers,
			query: storage.query,
			startWorker: async () => await addWorker(baseUrl),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
