import { findFailure } from '../../../dev/host/execution.mts';
import { sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { listSheetItems, createSheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { createScreeningNode } from '../../support/n8n-workflows.mts';
import { RUN_SCENARIOS, type SheetRun } from '../../support/run-scenarios.mts';

describe('in a real n8n', () => {
	const host = useN8n({ completeAfter: {} });

	test.each(Object.entries(RUN_SCENARIOS))('%s', async (_, play) => {
		const run = async ({ rows, parameters = sendByColumns, settings, account }: SheetRun) => {
			const credential = account ? await host.createCredential(account) : host.credential;
			const node = createScreeningNode('Node', parameters, credential, settings);
			const execution = await host.run(createSheetWorkflow(rows, node));
			return {
				failure: findFailure(execution, 'Node'),
				...listSheetItems(execution, 'Node'),
				// n8n's own word for the key of every execution.
				saved: execution.text.replaceAll('resumeToken', ''),
				logged: await host.n8n.log(),
			};
		};
		await play({ sandbox: host.sandbox, run, longMs: 5000 });
	});
});
