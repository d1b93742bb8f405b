import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const contract = fileURLToPath(new URL('../../openapi/rental-screening.yaml', import.meta.url));
const types = fileURLToPath(new URL('../../openapi/rental-screening.d.ts', import.meta.url));

// The generator is an ES module, which jest cannot load: its command prints what it generates.
const generator = join(
	dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json')),
	'bin/cli.js',
);

test('the types of the contract are generated from its current text', () => {
	const generated = execFileSync(
		process.execPath,
		[generator, contract, '--default-non-nullable=false'],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);

	expect(readFileSync(types, 'utf8').trim()).toBe(generated.trim());
});
