import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEnvironment } from '../host/environment.mts';
import { installN8n } from '../host/install.mts';
import { launchN8n, startN8n, type StartedN8n } from '../host/n8n.mts';
import { startServices } from './services.mts';

interface QueueOptions {
	/** How many to start with. */
	workers: number;
	/** How many executions a worker works on at once. */
	concurrency: number;
	env?: Record<string, string>;
}

/** A worker, with a folder of its own as on another machine. */
export type RunningWorker = Pick<StartedN8n, 'pid' | 'kill' | 'stop'>;

/** A real n8n in queue mode: a main process, workers, and a database and queue of their own. */
export type RunningQueue = Awaited<ReturnType<typeof startQueue>>;

/**
 * Starts n8n in queue mode, one process after the other. Throws where one does not start, with the end of its log.
 */
export async function startQueue(options: QueueOptions) {
	const { concurrency, env } = options;
	const installed = await installN8n();
	const services = await startServices(installed);
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-queue-'));
	const N8N_ENCRYPTION_KEY = randomBytes(24).toString('hex');
	const shared = { ...services.environment, N8N_ENCRYPTION_KEY, ...env };
	const workers: RunningWorker[] = [];
	let main: StartedN8n | undefined;
	const stop = async () => {
		await Promise.all(workers.map(async (worker) => await worker.stop()));
		await main?.stop();
		await services.stop();
		await rm(userFolder, { recursive: true, force: true });
	};
	const startMain = async (port = 0) => {
		main = await startN8n({ userFolder, port, env: shared });
	};
	const startWorker = async () => {
		const worker = await launchN8n('A worker', {}, (place) => ({
			node: installed.node,
			args: [installed.script, 'worker'],
			isWorker: true,
			env: makeEnvironment(place, {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(place.port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				N8N_CONCURRENCY_PRODUCTION_LIMIT: String(concurrency),
				N8N_WEBHOOK_URL: main!.baseUrl,
				...shared,
			}),
		}));
		workers.push(worker);
		return worker;
	};
	try {
		await startMain();
		while (workers.length < options.workers) await startWorker();
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		get main() {
			return main!;
		},
		/** Kills the main process and starts it again at the same address. */
		async restartMain() {
			await main!.kill();
			await startMain(Number(new URL(main!.baseUrl).port));
		},
		/** Every worker started so far, those that ended included. */
		workers,
		services,
		/** Starts one more. */
		startWorker,
		/** Ends all processes and removes the database and the queue. */
		stop,
	};
}
