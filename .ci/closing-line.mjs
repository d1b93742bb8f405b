// A reporter of jest: ends the output with 'N passed, N failed', which programs read that do not know jest.
// A suite that could not run at all counts as one failed test.
import { writeSync } from 'node:fs';
import process from 'node:process';

export default class ClosingLine {
	onRunComplete(_, { numPassedTests, numFailedTests, numPendingTests, ...others }) {
		const counts = [
			`${numPassedTests} passed`,
			`${numFailedTests + others.numRuntimeErrorTestSuites} failed`,
			...(numPendingTests > 0 ? [`${numPendingTests} skipped`] : []),
		];
		// jest may still have something to say.
		process.once('exit', () => writeSync(1, `${counts.join(', ')}\n`));
	}
}
