import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import {
	connect,
	createChain,
	createFieldsNode,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
} from '../../support/n8n-workflows.mts';
import { RUN_SCENARIOS, type SheetRun } from '../../support/run-scenarios.mts';

const NODE = 'Node';
/** After each output of our node, a node that looks back at the row of each item. */
const LOOKING_BACK = ['After', 'After the error output'].map((name) =>
	createFieldsNode(name, { row: "={{ $('Sheet').item.json.row }}" }),
);

const host = useN8n({ completeAfter: {} });

test.each(Object.entries(RUN_SCENARIOS))('%s', async (_, play) => {
	const run = async ({ rows, parameters = sendByColumns, settings, account }: SheetRun) => {
		const credential = account ? await host.createCredential(account) : host.credential;
		const node = createScreeningNode(NODE, parameters, credential, settings);
		const sheet = createRowsNode('Sheet', rows);
		const workflow = createChain('Sheet to service', createManualTrigger(), sheet, node);
		LOOKING_BACK.forEach((after, output) => connect(workflow, NODE, after, output));
		const execution = await host.run(workflow);
		const seen = LOOKING_BACK.flatMap(({ name }) => listOutputs(execution, name));
		return {
			failure: findFailure(execution, NODE),
			items: [0, 1].flatMap((output) => listOutputs(execution, NODE, output)),
			itemRows: seen.map(({ row }) => Number(row)),
			// n8n's own word for the key of every execution.
			saved: execution.text.replaceAll('resumeToken', ''),
			logged: await host.n8n.log(),
		};
	};
	await play({ sandbox: host.sandbox, run, longMs: 5000 });
});
