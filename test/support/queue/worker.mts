import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { n8nEnvironment } from '../../../dev/host/environment.mts';
import type { InstalledN8n } from '../../../dev/host/install.mts';
import { placePackage } from '../../../dev/host/package.mts';
import { freePort } from '../../../dev/host/ports.mts';
import { startServer, untilReady } from '../../../dev/host/server-process.mts';

export interface WorkerOptions {
	installed: InstalledN8n;
	/** As for the main process: `null` for none, default the packed build. */
	packageFolder?: string | null | undefined;
	/** How many executions it works on at once. */
	concurrency: number;
	/** What it shares with the main process, and what it has of its own. */
	env: Record<string, string>;
}

/** A worker of an n8n in queue mode, with a folder of its own as on another machine. */
export interface RunningWorker {
	pid: number;
	/** All that it wrote to its log so far. */
	log(): Promise<string>;
	/** Ends it at once, as a power cut would. */
	kill(): Promise<void>;
	/** Asks it to end. Also removes what it left on disk. */
	stop(): Promise<void>;
}

/** Starts a worker and waits until it takes work. Throws with the end of its log. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
	const { installed } = options;
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-worker-'));
	const workingFolder = join(userFolder, 'files');
	await mkdir(workingFolder);
	await placePackage(options.packageFolder, userFolder);
	const port = await freePort();
	const logFile = join(userFolder, 'worker.log');
	const server = await startServer({
		node: installed.node,
		args: [installed.script, 'worker'],
		localOnly: true,
		cwd: workingFolder,
		env: n8nEnvironment({
			userFolder,
			port,
			brokerPort: await freePort(),
			filesFolders: [workingFolder],
			env: {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				N8N_CONCURRENCY_PRODUCTION_LIMIT: String(options.concurrency),
				...options.env,
			},
		}),
		logFile,
	});
	const stop = async () => {
		await server.stop();
		await rm(userFolder, { recursive: true, force: true });
	};
	const baseUrl = `http://127.0.0.1:${port}`;
	await untilReady(server, { name: 'A worker', baseUrl, path: '/healthz/readiness', stop });
	return {
		pid: server.pid,
		log: async () => await readFile(logFile, 'utf8'),
		kill: async () => await server.kill(),
		stop,
	};
}
