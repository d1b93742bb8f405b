import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { createApplicants, sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import {
	createChain,
	connect,
	createFieldsNode,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
} from '../../support/n8n-workflows.mts';

describe('Update Rows in Loop Over Items', () => {
	const host = useN8n();

	/** A workflow that sends `sheet` two rows at a time. */
	function loopOver(
		sheet: IDataObject[],
		parameters: INodeParameters,
		result: Record<string, string>,
	) {
		const workflow = createChain(
			'Loop',
			createManualTrigger(),
			createRowsNode('Sheet', sheet),
			{
				name: 'Loop Over Items',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 2, options: {} },
			},
			createFieldsNode('Done', result),
		);
		const whole = { ...parameters, updateRows: 'due', matchColumn: '' };
		const send = createScreeningNode('Send', whole, host.credential);
		connect(workflow, 'Loop Over Items', send, 1);
		workflow.connections['Send'] = {
			main: [[{ node: 'Loop Over Items', type: 'main', index: 0 }]],
		};
		return workflow;
	}

	test('each batch is a run of its own, and all rows come out in order', async () => {
		const sheet = [...createApplicants(4), ...createApplicants(1)];
		const result = { row: '={{ $json.row }}', status: '={{ $json.screeningStatus }}' };
		const execution = await host.run(loopOver(sheet, sendByColumns, result));
		expect(findFailure(execution)).toBeUndefined();
		expect(listOutputs(execution, 'Done')).toEqual(
			sheet.map(({ row }) => ({ row: String(row), status: 'sent' })),
		);
		expect(host.sandbox.screenings).toHaveLength(4);
	});
});
