import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { readRows, sheetContent } from '../demo/spreadsheets.mts';

/**
 * Stand-ins, for the engine, of the four n8n nodes that the demo's workflow uses. They know the
 * parameters which that workflow sets, and read and write files in `folder`.
 */
export function sheetNodes(folder: string): Record<string, INodeType> {
	return {
		'n8n-nodes-base.manualTrigger': nodeType({}, async (node) => node.getInputData()),
		'n8n-nodes-base.readWriteFile': nodeType(
			{ operation: '', fileSelector: '', fileName: '', dataPropertyName: 'data' },
			async (node) =>
				node.getNodeParameter('operation', 0) === 'read'
					? await readFrom(folder, node)
					: await writeTo(folder, node),
		),
		'n8n-nodes-base.extractFromFile': nodeType({}, rowsOf),
		'n8n-nodes-base.convertToFile': nodeType({ operation: '', options: {} }, fileOf),
	};
}

/** A node with parameters of these names and defaults. */
function nodeType(
	parameters: Record<string, string | object>,
	work: (node: IExecuteFunctions) => Promise<INodeExecutionData[]>,
): INodeType {
	const properties = Object.entries(parameters).map(([name, value]) => ({
		displayName: name,
		name,
		type: typeof value === 'string' ? 'string' : 'json',
		default: value,
	})) as INodeProperties[];
	return {
		description: {
			displayName: 'Stand-in',
			name: 'standIn',
			group: ['transform'],
			version: [1, 1.1],
			description: 'Stands in for a node of n8n',
			defaults: { name: 'Stand-in' },
			inputs: ['main'],
			outputs: ['main'],
			properties,
		},
		async execute(this: IExecuteFunctions) {
			return [await work(this)];
		},
	};
}

async function readFrom(folder: string, node: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const name = node.getNodeParameter('fileSelector', 0) as string;
	const data = await node.helpers.prepareBinaryData(await readFile(join(folder, name)), name);
	return [{ json: {}, binary: { data }, pairedItem: { item: 0 } }];
}

async function writeTo(folder: string, node: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = node.getInputData();
	for (const item of items.keys()) {
		const property = node.getNodeParameter('dataPropertyName', item) as string;
		const name = node.getNodeParameter('fileName', item) as string;
		await writeFile(join(folder, name), await node.helpers.getBinaryDataBuffer(item, property));
	}
	return items;
}

async function rowsOf({ helpers }: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const content = await helpers.getBinaryDataBuffer(0, 'data');
	const rows = readRows<IDataObject>(content.toString('utf8'));
	return rows.map((json) => ({ json, pairedItem: { item: 0 } }));
}

async function fileOf(node: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = node.getInputData();
	const { fileName, sheetName } = node.getNodeParameter('options', 0) as Record<string, string>;
	const format = node.getNodeParameter('operation', 0) as 'csv' | 'xlsx';
	const content = sheetContent(
		items.map(({ json }) => json),
		format,
		sheetName,
	);
	const data = await node.helpers.prepareBinaryData(content, fileName);
	return [{ json: {}, binary: { data }, pairedItem: items.map((_, item) => ({ item })) }];
}
