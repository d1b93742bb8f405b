// Plays scenarios in a process of its own, so that what engine and node keep goes with it:
// `worker.mts <seed> <runs>`, started by soak.mts, which gets the figures and, once, what was found.
import fc from 'fast-check';

import { violationsOf } from './model.mts';
import { play } from './play.mts';
import { figuresOf, type Report } from './report.mts';
import { scenario } from './scenario.mts';

/** A scenario that takes longer hangs. */
const LONGEST_MS = 60_000;

const [seed, numRuns] = process.argv.slice(2).map(Number);
const report = (message: Report) => process.send!(message);

let found: string[] = [];
const result = await fc.check(
	fc.asyncProperty(scenario, async (one) => {
		const history = await play(one);
		const violations = violationsOf(one, history);
		if (violations.length === 0) {
			if (found.length === 0) report({ figures: figuresOf(history) });
			return;
		}
		found = violations;
		throw new Error(violations.join('\n'));
	}),
	{ seed: seed!, numRuns: numRuns!, timeout: LONGEST_MS },
);
if (result.failed) {
	const [counterexample] = result.counterexample!;
	if (found.length === 0) found = [String(result.errorInstance)];
	report({ counterexample, found, shrinks: result.numShrinks });
}
process.disconnect();
