import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InstalledN8n } from '../../../dev/host/install.mts';
import type { QueueServices } from './services.mts';

/** A row as PostgreSQL gives it. */
export type DatabaseRow = Record<string, unknown>;

/** A database and a part of Redis that nobody else uses. */
export interface QueueStorage {
	/** What tells n8n to work with them, in queue mode. */
	environment: Record<string, string>;
	/** Asks the database. */
	query(text: string, values?: unknown[]): Promise<DatabaseRow[]>;
	/** Removes both. */
	remove(): Promise<void>;
}

interface PostgresPool {
	query(text: string, values?: unknown[]): Promise<{ rows: DatabaseRow[] }>;
	end(): Promise<void>;
	on(event: 'error', listener: () => void): void;
}

interface RedisClient {
	keys(pattern: string): Promise<string[]>;
	del(...keys: string[]): Promise<number>;
	quit(): Promise<unknown>;
}

/** The clients that n8n brings for itself. */
interface Drivers {
	pg: { Pool: new (options: { connectionString: string; max: number }) => PostgresPool };
	ioredis: new (url: string) => RedisClient;
}

/** Creates a fresh database and chooses a prefix of its own in Redis. Throws where either refuses. */
export async function createStorage(
	installed: InstalledN8n,
	services: QueueServices,
): Promise<QueueStorage> {
	const drivers = driversOf(installed);
	const name = `rental_screening_${randomBytes(6).toString('hex')}`;
	const admin = connect(drivers, services.postgres);
	await admin.query(`CREATE DATABASE ${name}`);
	const own = new URL(services.postgres);
	own.pathname = name;
	const database = connect(drivers, own);
	return {
		environment: environmentOf(own, services.redis, name),
		query: async (text, values) => (await database.query(text, values)).rows,
		async remove() {
			await database.end();
			await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
			await admin.end();
			await forgetKeys(drivers, services.redis, name);
		},
	};
}

function driversOf({ folder }: InstalledN8n): Drivers {
	const load = createRequire(join(folder, 'package.json'));
	return { pg: load('pg') as Drivers['pg'], ioredis: load('ioredis') as Drivers['ioredis'] };
}

/** Connects at the first query, and again after PostgreSQL was restarted. */
function connect({ pg }: Drivers, address: URL): PostgresPool {
	const pool = new pg.Pool({ connectionString: address.href, max: 1 });
	// An idle connection was cut; the next query makes another one.
	pool.on('error', () => undefined);
	return pool;
}

function environmentOf(postgres: URL, redis: URL, name: string): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.hostname,
		DB_POSTGRESDB_PORT: postgres.port || '5432',
		DB_POSTGRESDB_DATABASE: name,
		DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
		QUEUE_BULL_REDIS_HOST: redis.hostname,
		QUEUE_BULL_REDIS_PORT: redis.port || '6379',
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
		QUEUE_BULL_PREFIX: name,
		N8N_REDIS_KEY_PREFIX: name,
	};
}

async function forgetKeys({ ioredis: Redis }: Drivers, address: URL, prefix: string) {
	const redis = new Redis(address.href);
	const keys = await redis.keys(`*${prefix}*`);
	if (keys.length > 0) await redis.del(...keys);
	await redis.quit();
}
