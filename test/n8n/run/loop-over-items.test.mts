import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { applicants, sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import {
	chain,
	connect,
	fields,
	manualTrigger,
	rows,
	screeningNode,
} from '../../support/n8n-workflows.mts';

describe('Update Rows in Loop Over Items', () => {
	const host = useN8n();

	/** A workflow that sends `sheet` two rows at a time. */
	function loopOver(
		sheet: IDataObject[],
		parameters: INodeParameters,
		result: Record<string, string>,
	) {
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
			fields('Done', result),
		);
		const send = screeningNode('Send', { ...parameters, updateRows: true }, host.credential);
		connect(workflow, 'Loop Over Items', send, 1);
		workflow.connections['Send'] = {
			main: [[{ node: 'Loop Over Items', type: 'main', index: 0 }]],
		};
		return workflow;
	}

	test('each batch is a run of its own, and all rows come out in order', async () => {
		const sheet = [...applicants(4), ...applicants(1)];
		const result = { row: '={{ $json.row }}', status: '={{ $json.screeningStatus }}' };
		const execution = await host.run(loopOver(sheet, sendByColumns, result));
		expect(failureOf(execution)).toBeUndefined();
		expect(outputJson(execution, 'Done')).toEqual(
			sheet.map(({ row }) => ({ row: String(row), status: 'sent' })),
		);
		expect(host.sandbox.screenings).toHaveLength(4);
	});

	test('with Only Written Columns each row comes out once, with its match value and what is written', async () => {
		const empty = { userId: '', screeningStatus: '', screeningNote: '', sentAt: '' };
		const sheet: IDataObject[] = applicants(5).map((row) => ({ ...row, ...empty }));
		const parameters = { ...sendByColumns, returnColumns: 'written', matchColumn: 'row' };
		const columns = '={{ Object.keys($json).sort().join() }}';
		const result = { row: '={{ $json.row }}', status: '={{ $json.screeningStatus }}', columns };
		const execution = await host.run(loopOver(sheet, parameters, result));
		expect(failureOf(execution)).toBeUndefined();
		expect(outputJson(execution, 'Done')).toEqual(
			sheet.map(({ row }) => ({
				row: String(row),
				status: 'sent',
				columns: 'row,screeningNote,screeningStatus,sentAt,userId',
			})),
		);
	});

	test('equal rent reports are counted over all batches of an execution, and known to the next', async () => {
		const report = { firstName: 'Nathan', lastName: 'Smith', rentAmount: '1950' };
		const sheet = [report, report, report, { ...report, Month: 'February' }, report];
		const parameters = {
			resource: 'rentReport',
			operation: 'submit',
			mappingMode: 'autoMapInputData',
		};
		const result = { id: '={{ $json.reportId }}', note: '={{ $json.reportNote }}' };
		const workflow = loopOver(sheet, parameters, result);
		const [first, second] = [await host.run(workflow), await host.run(workflow)];
		expect(host.sandbox.requestsOf('submitRentReport')).toHaveLength(5);
		const [sent, known] = [first, second].map((one) => outputJson(one, 'Done'));
		expect(new Set(sent!.map(({ id }) => id)).size).toBe(5);
		expect(known!.map(({ id }) => id)).toEqual(sent!.map(({ id }) => id));
		for (const { note } of known!) expect(note).toContain('It was not sent again');
	});
});
