// Prints the totals of jest's reports (`--json --outputFile`) as one line. A suite that could not run at all
// counts as one failed test. Exit code 1 where a report is missing.
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
let skipped = 0;
for (const file of process.argv.slice(2)) {
	const totals = read(file);
	passed += totals.numPassedTests;
	failed += totals.numFailedTests + totals.numRuntimeErrorTestSuites;
	skipped += totals.numPendingTests + totals.numTodoTests;
}
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);

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
