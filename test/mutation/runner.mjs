// Runs the tests against one mutant after another. Stryker has jest run every test file for each; here the files that
// failed last come first, then the quick ones, and the first failure is the last: a mutant needs no second one.
import TestRunner from 'jest-runner';

/** What is known of each test file, by its path. A worker of Stryker's keeps it from mutant to mutant. */
const knownFiles = new Map();
const unknown = { names: [], failedAt: 0, ms: 0 };

/** Whether a test of that file is asked for: Stryker asks by name for those that reach the mutant. */
function isAskedFor({ path }, names) {
	const known = knownFiles.get(path);
	return known === undefined || known.names.some((name) => names.test(name));
}

function compare(one, other) {
	const [a, b] = [one, other].map(({ path }) => knownFiles.get(path) ?? unknown);
	return b.failedAt - a.failedAt || a.ms - b.ms;
}

export default class MutantRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const names = new RegExp(this._globalConfig.testNamePattern ?? '', 'i');
		let hasFailed = false;
		this.on('test-file-success', ([{ path }, { numFailingTests, perfStats, testResults }]) => {
			hasFailed ||= numFailingTests > 0;
			knownFiles.set(path, {
				names: testResults.map(({ fullName }) => fullName),
				failedAt: numFailingTests > 0 ? Date.now() : (knownFiles.get(path)?.failedAt ?? 0),
				ms: perfStats.runtime,
			});
		});
		for (const test of tests.filter((test) => isAskedFor(test, names)).sort(compare)) {
			if (!hasFailed) await super.runTests([test], watcher, options);
		}
	}
}
