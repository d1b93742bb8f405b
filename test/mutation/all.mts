import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// All tests as one file: Jest loads n8n's packages anew for each file, which would take half a minute a mutant.
const { MUTATION_TESTS = 'pure/(core|operations|request|results|rows|run|service)' } = process.env;
const folder = join(import.meta.dirname, '..');
const isChosen = new RegExp(`^${MUTATION_TESTS}.*\\.test\\.mts$`);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
	isChosen.test(name),
);
/** A test that replaces a module gets modules of its own, behind the others. */
const replaces = (name: string) => readFileSync(join(folder, name), 'utf8').includes('jest.mock(');

for (const name of [...names.filter((one) => !replaces(one)), ...names.filter(replaces)]) {
	const load = () => void jest.requireActual(join(folder, name));
	describe(name, () => (replaces(name) ? void jest.isolateModules(load) : load()));
}
