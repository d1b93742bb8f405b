import fc from 'fast-check';

import { findViolations } from '../../soak/model.mts';
import { scenario } from '../../soak/scenario.mts';
import { sendByColumns } from '../../support/applicants.mts';
import { createCredential, runNode } from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { RUN_SCENARIOS, type SheetRun } from '../../support/run-scenarios.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// What holds for any run: the scenarios that a whole n8n plays too, and random ones.

const newSandbox = useSandbox();

test.each(Object.entries(RUN_SCENARIOS))('%s', async (_, play) => {
	const sandbox = await newSandbox({ completeAfter: {} });
	const shared = createCredential(sandbox);
	const run = async ({ rows, parameters = sendByColumns, settings = {}, account }: SheetRun) => {
		const outcome = await runNode({
			credential: account === undefined ? shared : createCredential({ ...sandbox, ...account }),
			...{ parameters, rows: [...rows], settings },
			look: "={{ $('Sheet').item.json.row }}",
		});
		return {
			failure: outcome.error,
			items: [...outcome.items, ...outcome.errorItems].map(({ json }) => json),
			itemRows: [...outcome.looked, ...outcome.lookedAtErrors].map(Number),
			...{ saved: outcome.saved, logged: '' },
		};
	};
	await play({ sandbox, run, longMs: 1000 });
});

describe('random', () => {
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
});
