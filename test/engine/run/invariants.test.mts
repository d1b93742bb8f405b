import fc from 'fast-check';

import { violationsIn } from '../../soak/model.mts';
import { scenario } from '../../soak/scenario.mts';

// The same, for many more scenarios: npm run soak.
test('random sheets, settings and faults: the run does and says what the contract promises', async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async (one) => {
			expect(await violationsIn(one)).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});
