import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT } from '../../../dev/host/package.mts';
import { queueServices } from '../../../dev/host/queue/services.mts';

interface Compose {
	services: Record<string, { image: string; ports: string[] }>;
}

const FILE = join(PROJECT, 'compose.yaml');

const compose = (...args: string[]) =>
	spawnSync('docker', ['compose', '--file', FILE, ...args], { encoding: 'utf8' });

const isThere = compose('version').status === 0;
if (!isThere) console.warn('SKIPPED: docker compose is not here to check compose.yaml.');

describe('compose.yaml', () => {
	const { services } = parse(readFileSync(FILE, 'utf8')) as Compose;

	it('offers both services where the tests look for them, to this machine only', () => {
		const { postgres, redis } = queueServices({});

		expect(services['postgres']?.ports).toEqual([`${postgres.host}:5432`]);
		expect(services['redis']?.ports).toEqual([`${redis.host}:6379`]);
	});

	(isThere ? it : it.skip)('is taken by docker compose', () => {
		const { status, stderr } = compose('config', '--quiet');

		expect(stderr).toBe('');
		expect(status).toBe(0);
	});
});
