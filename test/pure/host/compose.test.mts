import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT } from '../../../dev/host/package.mts';
import { queueServices } from '../../support/queue/services.mts';

interface Compose {
	services: Record<string, { ports: string[] }>;
}

describe('compose.yaml', () => {
	test('offers both services where the tests look for them, to this machine only', () => {
		const text = readFileSync(join(PROJECT, 'compose.yaml'), 'utf8');
		const { services } = parse(text) as Compose;
		const { postgres, redis } = queueServices({});

		expect(services['postgres']?.ports).toEqual([`${postgres.host}:5432`]);
		expect(services['redis']?.ports).toEqual([`${redis.host}:6379`]);
	});
});
