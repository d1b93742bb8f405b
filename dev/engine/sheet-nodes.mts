import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils, write } from '@e965/xlsx';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

/**
 * Stand-ins, for the engine, of the four n8n nodes that the demo's workflow uses. They know the
 * parameters which that workflow sets, and read and write files in `folder`.
 */
export function sheetNodes(folder: string): Record<string, INodeType> {
	return {
		'n8n-nodes-base.manualTrigger': nodeType([], ({ items }) => items),
		'n8n-nodes-base.readWriteFile': nodeType(
			['operation', 'fileSelector', 'fileName', 'dataPropertyName'],
			async (node) =>
				node.text('operation') === 'read'
					? await readFrom(folder, node)
					: await writeTo(folder, node),
		),
		'n8n-nodes-base.extractFromFile': nodeType([], rowsOf),
		'n8n-nodes-base.convertToFile': nodeType(['operation', 'options'], fileOf),
	};
}

/** One run of a stand-in. */
interface NodeRun {
	items: INodeExecutionData[];
	helpers: IExecuteFunctions['helpers'];
	/** A parameter for an item, the first by default; empty where the workflow does not set it. */
	text(name: string, item?: number): string;
	options(): IDataObject;
}

function nodeType(
	parameters: string[],
	work: (node: NodeRun) => INodeExecutionData[] | Promise<INodeExecutionData[]>,
): INodeType {
	const properties: INodeProperties[] = parameters.map((name) => ({
		displayName: name,
		name,
		...(name === 'options'
			? { type: 'json', default: {} }
			: { type: 'string', default: name === 'dataPropertyName' ? 'data' : '' }),
	}));
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
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const node: NodeRun = {
				items: this.getInputData(),
				helpers: this.helpers,
				text: (name, item = 0) => this.getNodeParameter(name, item) as string,
				options: () => this.getNodeParameter('options', 0) as IDataObject,
			};
			return [await work(node)];
		},
	};
}

async function readFrom(folder: string, { helpers, text }: NodeRun): Promise<INodeExecutionData[]> {
	const name = text('fileSelector');
	const data = await helpers.prepareBinaryData(await readFile(join(folder, name)), name);
	return [{ json: {}, binary: { data }, pairedItem: { item: 0 } }];
}

async function writeTo(folder: string, { items, helpers, text }: NodeRun) {
	for (const item of items.keys()) {
		const content = await helpers.getBinaryDataBuffer(item, text('dataPropertyName', item));
		await writeFile(join(folder, text('fileName', item)), content);
	}
	return items;
}

async function rowsOf({ helpers }: NodeRun): Promise<INodeExecutionData[]> {
	const content = await helpers.getBinaryDataBuffer(0, 'data');
	const { SheetNames, Sheets } = read(content.toString('utf8'), { type: 'string', raw: true });
	const rows = utils.sheet_to_json<IDataObject>(Sheets[SheetNames[0]!]!, { defval: '' });
	return rows.map((json) => ({ json, pairedItem: { item: 0 } }));
}

async function fileOf({ items, helpers, text, options }: NodeRun): Promise<INodeExecutionData[]> {
	const { fileName = 'data', sheetName = 'Sheet' } = options() as Record<string, string>;
	const workbook = utils.book_new();
	utils.book_append_sheet(workbook, utils.json_to_sheet(items.map(({ json }) => json)), sheetName);
	const bookType = text('operation') as 'csv' | 'xlsx';
	const content = write(workbook, { type: 'buffer', bookType }) as Buffer;
	const data = await helpers.prepareBinaryData(content, fileName);
	return [{ json: {}, binary: { data }, pairedItem: items.map((_, item) => ({ item })) }];
}
