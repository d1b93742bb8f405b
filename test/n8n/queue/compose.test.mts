import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../../../dev/host/package.mts';

const FILE = join(PROJECT, 'compose.yaml');

const compose = (...args: string[]) =>
	spawnSync('docker', ['compose', '--file', FILE, ...args], { encoding: 'utf8' });

const isThere = compose('version').status === 0;
if (!isThere) console.warn('SKIPPED: docker compose is not here to check compose.yaml.');

(isThere ? it : it.skip)('docker compose takes compose.yaml', () => {
	const { status, stderr } = compose('config', '--quiet');

	expect(stderr).toBe('');
	expect(status).toBe(0);
});
