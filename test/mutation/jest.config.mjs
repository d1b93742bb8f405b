// The tests that run against each mutant, as one project: Stryker does not look into several. Engine tests run
// the sources here, not the compiled files. MUTATION_TESTS: how the paths of the tests begin.
import coverage from '../coverage.config.mjs';

const [project] = coverage.projects;

export default {
	...project,
	// Stryker puts its own in place of this one.
	testEnvironment: 'node',
	bail: 1,
	testMatch: ['<rootDir>/test/mutation/all.mts'],
	testTimeout: 60_000,
};
