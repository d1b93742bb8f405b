import { credentialFor, runNode } from '../../support/engine.mts';
import { RUN_SCENARIOS, type SheetRun } from '../../support/run-scenarios.mts';
import { sendByColumns } from '../../support/applicants.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test.each(RUN_SCENARIOS)('%s', async (_, play) => {
	const sandbox = await newSandbox({ completeAfter: {} });
	const shared = credentialFor(sandbox);
	const run = async ({ rows, parameters = sendByColumns, settings = {}, account }: SheetRun) => {
		const outcome = await runNode({
			credential: account === undefined ? shared : credentialFor({ ...sandbox, ...account }),
			parameters,
			rows: [...rows],
			settings,
			look: "={{ $('Sheet').item.json.row }}",
		});
		const items = [...outcome.items, ...outcome.errorItems].map(({ json }) => json);
		const seen = [...outcome.looked, ...outcome.lookedAtErrors].map(Number);
		const has = (error: boolean) => (_item: unknown, index: number) =>
			(items[index]!['error'] !== undefined) === error;
		return {
			failure: outcome.error,
			good: items.filter(has(false)),
			bad: items.filter(has(true)),
			goodRows: seen.filter(has(false)),
			badRows: seen.filter(has(true)),
			saved: outcome.saved,
			logged: '',
		};
	};
	await play({ sandbox, run });
});
