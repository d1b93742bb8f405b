import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../dev/host/ports.mts';
import type { QueueServices } from './services.mts';

/** A PostgreSQL and a Redis that nobody else uses, so that they can be restarted. */
export interface OwnServices extends QueueServices {
	postgresPid(): number;
	restartPostgres(): Promise<void>;
	restartRedis(): Promise<void>;
	/** Ends both and removes their data. */
	stop(): Promise<void>;
}

interface Service {
	pid(): number;
	stop(): Promise<void>;
	restart(): Promise<void>;
}

/**
 * Starts both with data folders of their own, on free ports. Needs Linux with PostgreSQL's programs, those of
 * Redis and `setpriv` on the PATH; started by root, PostgreSQL runs as the user `postgres`.
 */
export async function startOwnServices(): Promise<OwnServices> {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-services-'));
	const asPostgres = await preparePostgres(folder);
	const postgres = new URL(`postgres://postgres@127.0.0.1:${await freePort()}/postgres`);
	const redis = new URL(`redis://127.0.0.1:${await freePort()}`);
	// prettier-ignore
	const database = await startService([
		...asPostgres, 'postgres', '-D', join(folder, 'postgres'), '-p', postgres.port,
		'-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=',
	], ['pg_isready', '-h', '127.0.0.1', '-p', postgres.port]);
	// prettier-ignore
	const queue = await startService([
		'redis-server', '--bind', '127.0.0.1', '--port', redis.port, '--dir', join(folder, 'redis'),
		'--appendonly', 'yes', '--save', '',
	], ['redis-cli', '-p', redis.port, 'ping']);
	return {
		postgres,
		redis,
		postgresPid: database.pid,
		restartPostgres: database.restart,
		restartRedis: queue.restart,
		async stop() {
			await Promise.all([database.stop(), queue.stop()]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Makes the data folders. Returns what a command of PostgreSQL, which refuses root, starts with. */
async function preparePostgres(folder: string): Promise<string[]> {
	await mkdir(join(folder, 'redis'));
	const asPostgres: string[] = [];
	if (process.getuid?.() === 0) {
		const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']));
		await chown(folder, idOf('-u'), idOf('-g'));
		asPostgres.push('setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups');
	}
	const data = join(folder, 'postgres');
	const [command, ...args] = [...asPostgres, 'initdb', '-D', data, '-U', 'postgres', '-A', 'trust'];
	execFileSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'] });
	return asPostgres;
}

/** Starts a command and waits until `[probe, ...args]` succeeds. */
async function startService(command: string[], [probe, ...args]: string[]): Promise<Service> {
	let child: ChildProcess;
	let ended: Promise<unknown>;
	const start = async () => {
		// It ends with this process, however that ends.
		child = spawn('setpriv', ['--pdeathsig', 'INT', ...command], { stdio: 'ignore' });
		ended = new Promise((resolve) => child.once('exit', resolve));
		await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
		while (spawnSync(probe!, args).status !== 0) {
			if (child.exitCode !== null) throw new Error(`'${command.join(' ')}' ended at once.`);
			await delay(100);
		}
	};
	const stop = async () => {
		child.kill('SIGINT');
		await ended;
	};
	await start();
	return {
		pid: () => child.pid!,
		stop,
		async restart() {
			await stop();
			await start();
		},
	};
}
