// The tests that run against each mutant, as one project: Stryker does not look into several. Engine tests run
// the sources here, not the compiled files. MUTATION_TESTS: part of a path, or several with commas between them.
import process from 'node:process';
import coverage from '../coverage.config.mjs';

const { MUTATION_TESTS = 'pure/*/' } = process.env;
const [project] = coverage.projects;

export default {
	...project,
	// Stryker puts its own in place of this one.
	testEnvironment: 'node',
	bail: 1,
	testMatch: MUTATION_TESTS.split(',').map((part) => `<rootDir>/test/${part}*/**/*.test.mts`),
	testTimeout: 60_000,
};
