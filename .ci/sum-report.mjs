// Prints the totals of a jest report (`--json --outputFile`) as one line. A suite that could not run
// at all counts as one failed test. Exit code 1 where there is no report.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const totals = read(file);
const failed = totals.numFailedTests + totals.numRuntimeErrorTestSuites;
const skipped = totals.numPendingTests + totals.numTodoTests;
console.log(
	`${totals.numPassedTests} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
);

function read(path) {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		process.exitCode = 1;
		return {
			numPassedTests: 0,
			numFailedTests: 0,
			numRuntimeErrorTestSuites: 0,
			numPendingTests: 0,
			numTodoTests: 0,
		};
	}
}
