import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { readText, ROOT } from '../support/repository.mts';

// The generator is an ES module, which jest cannot load: its command prints what it generates.
const generator = join(
	dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json')),
	'bin/cli.js',
);

test('the types of the contract are generated from its current text', () => {
	const contract = join(ROOT, 'openapi/rental-screening.yaml');
	const generated = execFileSync(
		process.execPath,
		[generator, contract, '--default-non-nullable=false'],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	expect(readText('openapi/rental-screening.d.ts').trim()).toBe(generated.trim());
});
