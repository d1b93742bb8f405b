import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { createApplicants, sendDueRows } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import {
	connect,
	createChain,
	createFieldsNode,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
	type NodeSpec,
} from '../../support/n8n-workflows.mts';

const host = useN8n();

test('each batch of Loop Over Items is a run of its own, and all rows come out in order', async () => {
	const sheet = [...createApplicants(4), ...createApplicants(1)];
	const loop: NodeSpec = {
		name: 'Loop Over Items',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 2, options: {} },
	};
	const done = { row: '={{ $json.row }}', status: '={{ $json.screeningStatus }}' };
	const workflow = createChain(
		'Loop',
		createManualTrigger(),
		createRowsNode('Sheet', sheet),
		loop,
		createFieldsNode('Done', done),
	);
	const send = createScreeningNode('Send', sendDueRows, host.credential);
	connect(workflow, loop.name, send, 1);
	connect(workflow, send.name, loop);

	const execution = await host.run(workflow);

	expect(findFailure(execution)).toBeUndefined();
	expect(listOutputs(execution, 'Done')).toEqual(
		sheet.map(({ row }) => ({ row: String(row), status: 'sent' })),
	);
	expect(host.sandbox.screenings).toHaveLength(4);
});
