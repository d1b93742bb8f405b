// The tests that run against each mutant, as one project: Stryker does not look into several. Engine tests run
// the sources here, not the compiled files, and take minutes for each mutant. MUTATION_TESTS: part of a path, or several
// with commas between them.
import process from 'node:process';
import coverage from '../coverage.config.mjs';

const {
	MUTATION_TESTS = 'pure/core,pure/request,pure/operations,pure/results,pure/rows,pure/run,pure/service',
} = process.env;
const [project] = coverage.projects;

export default {
	...project,
	// Stryker puts its own in place of this one.
	testEnvironment: 'node',
	roots: ['credentials', 'dev', 'nodes', 'test'].map((folder) => `<rootDir>/${folder}`),
	watchman: false,
	runner: '<rootDir>/test/mutation/runner.mjs',
	testMatch: MUTATION_TESTS.split(',').map((part) => `<rootDir>/test/${part}*/**/*.test.mts`),
	testTimeout: 60_000,
};
