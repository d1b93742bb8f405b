import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { InstalledN8n } from '../host/install.mts';
import { findFreePort } from '../host/ports.mts';

/** A row as PostgreSQL gives it. */
type DatabaseRow = Record<string, unknown>;

/** The client of PostgreSQL that n8n brings for itself. */
interface Postgres {
	Pool: new (options: { host: string; port: number; user: string; max: number }) => {
		query(text: string, values?: unknown[]): Promise<{ rows: DatabaseRow[] }>;
		end(): Promise<void>;
		on(event: 'error', listener: () => void): void;
	};
}

const PROGRAMS = ['initdb', 'postgres', 'pg_isready', 'redis-server', 'redis-cli', 'setpriv'];

/** The programs that queue mode needs and this machine does not have on its PATH. */
export function listMissingPrograms(): string[] {
	const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
	return PROGRAMS.filter((program) => !isThere(program));
}

/**
 * Starts a PostgreSQL and a Redis, on which n8n's queue mode stands, with data folders of their own, on free
 * ports. Needs Linux with {@link PROGRAMS} on the PATH; started by root, PostgreSQL runs as the user `postgres`.
 */
export async function startServices(installed: InstalledN8n) {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-services-'));
	const asPostgres = await preparePostgres(folder);
	const [port, redisPort] = [await findFreePort(), await findFreePort()];
	// prettier-ignore
	const postgres = await startService([
		...asPostgres, 'postgres', '-D', join(folder, 'postgres'), '-p', String(port),
		'-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=',
	], ['pg_isready', '-h', '127.0.0.1', '-p', String(port)]);
	// prettier-ignore
	const redis = await startService([
		'redis-server', '--bind', '127.0.0.1', '--port', String(redisPort),
		'--dir', join(folder, 'redis'), '--appendonly', 'yes', '--save', '',
	], ['redis-cli', '-p', String(redisPort), 'ping']);
	const { Pool } = createRequire(join(installed.folder, 'package.json'))('pg') as Postgres;
	const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', max: 1 });
	// An idle connection was cut; the next query makes another one.
	pool.on('error', () => undefined);
	return {
		/** What tells n8n to work with them, in queue mode. */
		environment: {
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'postgres',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
		},
		/** Asks the database. */
		query: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows,
		postgres,
		redis,
		/** Ends both and removes their data. */
		async stop() {
			await pool.end();
			await Promise.all([postgres.stop(), redis.stop()]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Makes the data folders. Returns what a command of PostgreSQL, which refuses root, starts with. */
async function preparePostgres(folder: string): Promise<string[]> {
	await mkdir(join(folder, 'redis'));
	const asPostgres: string[] = [];
	if (process.getuid?.() === 0) {
		const findId = (kind: string) => Number(execFileSync('id', [kind, 'postgres']));
		await chown(folder, findId('-u'), findId('-g'));
		asPostgres.push('setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups');
	}
	const data = join(folder, 'postgres');
	const [command, ...args] = [...asPostgres, 'initdb', '-D', data, '-U', 'postgres', '-A', 'trust'];
	execFileSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'] });
	return asPostgres;
}

/** Starts a command and waits until `[probe, ...args]` succeeds. */
async function startService(command: string[], [probe, ...args]: string[]) {
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
