import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { applicants, sendByColumns } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import {
	chain,
	connect,
	fields,
	manualTrigger,
	rows,
	screeningNode,
} from '../../support/n8n-workflows.mts';

describe.each(testedVersions())('Update Rows in Loop Over Items, in n8n %s', (version) => {
	const host = useN8n({ version });

	test('each batch is a run of its own, and all rows come out in order', async () => {
		const sheet = [...applicants(4), ...applicants(1)];
		const workflow = chain(
			'Loop',
			manualTrigger(),
			rows('Sheet', sheet),
			{
				name: 'Loop Over Items',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 2, options: {} },
			},
			fields('Done', { row: '={{ $json.row }}', status: '={{ $json.screeningStatus }}' }),
		);
		const send = screeningNode('Send', { ...sendByColumns, updateRows: true }, host.credential);
		connect(workflow, 'Loop Over Items', send, 1);
		workflow.connections['Send'] = {
			main: [[{ node: 'Loop Over Items', type: 'main', index: 0 }]],
		};

		const execution = await host.run(workflow);

		expect(failureOf(execution)).toBeUndefined();
		expect(outputJson(execution, 'Done')).toEqual(
			sheet.map(({ row }) => ({ row: String(row), status: 'sent' })),
		);
		expect(host.sandbox.screenings).toHaveLength(4);
	});
});
