import fc from 'fast-check';

import { findViolations } from '../../soak/model.mts';
import { scenario } from '../../soak/scenario.mts';
import { useFastTime } from '../../support/fast-time.mts';

useFastTime();

// The same, for many more scenarios: npx tsx test/soak/soak.mts.
test('a run of a random sheet, settings and faults does and says what the contract promises', async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async (one) => {
			expect(await findViolations(one)).toEqual([]);
		}),
		{ numRuns: 20 },
	);
});
