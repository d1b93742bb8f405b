import { spawnSync } from 'node:child_process';

/** The services that n8n's queue mode stands on. */
export interface QueueServices {
	postgres: URL;
	redis: URL;
}

/** Tries a connection to the host and port of its arguments; exit code 1 where nothing answers. */
const PROBE = `
const [host, port] = process.argv.slice(1);
const fail = () => process.exit(1);
const socket = require('node:net').connect(Number(port), host, () => process.exit(0));
socket.on('error', fail).setTimeout(3000, fail);
`;

/** `describe`, or `describe.skip` with a notice of what to start where queue mode cannot run. */
export function describeQueue(): typeof describe | typeof describe.skip {
	const missing = missingServices(queueServices());
	if (missing.length === 0) return describe;
	console.warn(
		`SKIPPED: the tests of n8n's queue mode. Nobody answers for ${missing.join(' and ')}. ` +
			'`docker compose up --detach` starts both.',
	);
	return describe.skip;
}

/** Where PostgreSQL and Redis are: this machine's standard ports, unless the environment says otherwise. */
export function queueServices(): QueueServices {
	const { RENTAL_SCREENING_POSTGRES: postgres, RENTAL_SCREENING_REDIS: redis } = process.env;
	return {
		postgres: new URL(postgres ?? 'postgres://postgres@127.0.0.1:5432/postgres'),
		redis: new URL(redis ?? 'redis://127.0.0.1:6379'),
	};
}

/**
 * The services that do not answer, each as a line for people; empty where queue mode can run.
 * Synchronous, since a test file must know while it is loaded what it skips.
 */
function missingServices({ postgres, redis }: QueueServices): string[] {
	const missing = [];
	if (!answers(postgres, 5432)) {
		missing.push(`PostgreSQL at ${postgres.host} (or set RENTAL_SCREENING_POSTGRES)`);
	}
	if (!answers(redis, 6379)) missing.push(`Redis at ${redis.host} (or set RENTAL_SCREENING_REDIS)`);
	return missing;
}

function answers({ hostname, port }: URL, standardPort: number): boolean {
	const args = ['--eval', PROBE, hostname, port || String(standardPort)];
	return spawnSync(process.execPath, args).status === 0;
}
