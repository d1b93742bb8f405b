import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** Puts out the rows, as a spreadsheet node would. */
export function sheetNodeWith(rows: IDataObject[]): INodeType {
	return {
		description: {
			displayName: 'Sheet',
			name: 'sheet',
			group: ['input'],
			version: 1,
			description: 'Rows for a test',
			defaults: { name: 'Sheet' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return [structuredClone(rows).map((json) => ({ json, pairedItem: { item: 0 } }))];
		},
	};
}

/** Evaluates its parameter `value` for each item: what a node further on in the workflow would see. */
export const lookNode: INodeType = {
	description: {
		displayName: 'Look',
		name: 'look',
		group: ['transform'],
		version: 1,
		description: 'Evaluates an expression for a test',
		defaults: { name: 'Look' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [
			this.getInputData().map((_, item) => ({
				json: { value: this.getNodeParameter('value', item) as string },
				pairedItem: { item },
			})),
		];
	},
};
