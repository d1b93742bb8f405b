import type { INodeParameters } from 'n8n-workflow';

import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { refusal } from '../../support/network/google/google.mts';
import { useGoogle } from '../../support/network/google/host.mts';
import type { Sheet } from '../../support/network/google/sheet.mts';
import { chain, manualTrigger, type NodeSpec } from '../../support/n8n-workflows.mts';

/** The real node against the stand-in: that it does to a sheet what it is known to do. */
describe("n8n's Google Sheets node", () => {
	const rig = useGoogle();

	const sheetsNode = (name: string, sheet: Sheet, parameters: INodeParameters): NodeSpec => ({
		name,
		type: 'n8n-nodes-base.googleSheets',
		typeVersion: 4.7,
		parameters: {
			authentication: 'serviceAccount',
			documentId: { __rl: true, mode: 'id', value: rig.google.documentId },
			sheetName: { __rl: true, mode: 'name', value: sheet.title },
			...parameters,
		},
		credentials: { googleApi: { id: rig.account.id, name: rig.account.name } },
	});
	const reading = (sheet: Sheet) => sheetsNode('Get', sheet, { operation: 'read', options: {} });
	const writing = (sheet: Sheet, options: INodeParameters) =>
		sheetsNode('Update', sheet, {
			operation: 'update',
			columns: {
				mappingMode: 'autoMapInputData',
				value: {},
				matchingColumns: ['row_number'],
				schema: [],
			},
			options,
		});

	const SHEET = [
		['Name', 'Phone', 'Zip', 'Unit', 'Move in', 'Share', 'Rent', 'Done', 'Note', ''],
		['Amara', '+14165550101', "'02139", "'00123", '2/1/2025', '10%', '$950', 'TRUE', "'=1+1", 'x'],
	];

	function messySheet(title: string, columnCount?: number): Sheet {
		const sheet = rig.google.addTab(title, columnCount);
		sheet.format('B:B', 'text');
		sheet.type('A1', SHEET);
		return sheet;
	}

	test('reads rows with their numbers, dates as text and figures as numbers', async () => {
		const sheet = messySheet('Read it');
		const execution = await rig.host.run(chain('Read', manualTrigger(), reading(sheet)));
		expect(failureOf(execution)).toBeUndefined();
		expect(outputJson(execution, 'Get')).toEqual([
			{
				row_number: 2,
				Name: 'Amara',
				Phone: '+14165550101',
				Zip: '02139',
				Unit: '00123',
				'Move in': '2/1/2025',
				Share: 0.1,
				Rent: 950,
				Done: true,
				Note: '=1+1',
				col_10: 'x',
			},
		]);
	});

	test('changes cells that are written back as if typed, and none where text is stored as text', async () => {
		const typedBack = messySheet('As if typed');
		const before = typedBack.cells()[1]!;
		await rig.host.run(chain('A', manualTrigger(), reading(typedBack), writing(typedBack, {})));
		const changed = typedBack
			.cells()[1]!
			.flatMap((cell, column) =>
				JSON.stringify(cell) === JSON.stringify(before[column]) ? [] : [SHEET[0]![column]],
			);
		expect(changed).toEqual(['Zip', 'Unit', 'Note']);
		expect(typedBack.cells()[1]![8]).toMatchObject({ formula: '=1+1' });

		const raw = messySheet('As text');
		const kept = raw.cells()[1]!;
		await rig.host.run(
			chain('B', manualTrigger(), reading(raw), writing(raw, { cellFormat: 'RAW' })),
		);
		expect(raw.cells()[1]!.slice(0, 4)).toEqual(kept.slice(0, 4));
		// But a date becomes text.
		expect(raw.cells()[1]![4]).toMatchObject({ value: '2/1/2025' });
	});

	test('reports what Google refuses', async () => {
		const narrow = messySheet('Narrow', 10);
		const update = chain(
			'C',
			manualTrigger(),
			reading(narrow),
			{
				name: 'More',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: {
					mode: 'raw',
					jsonOutput: '={{ { row_number: 2, More: 1, Most: 2 } }}',
					options: {},
				},
			},
			writing(narrow, {}),
		);
		expect(failureOf(await rig.host.run(update))).toMatchObject({
			description: expect.stringContaining('tried writing to column [K]') as unknown,
		});

		for (const status of [429, 503]) {
			rig.google.meanwhile = ({ operation }) =>
				operation === 'read' ? refusal(status, 'Not now.') : undefined;
			const failure = failureOf(await rig.host.run(chain('D', manualTrigger(), reading(narrow))));
			expect(failure).toBeDefined();
		}
		expect(rig.google.requests.at(-1)).toMatchObject({ operation: 'read' });
	});
});
