import type { IDataObject } from 'n8n-workflow';

import type { WorkflowJson } from '../../dev/host/client.mts';
import { listOutputs, type Execution } from '../../dev/host/execution.mts';
import {
	createChain,
	connect,
	createFieldsNode,
	createManualTrigger,
	createRowsNode,
	type NodeSpec,
} from './n8n-workflows.mts';

const SHEET = 'Sheet';
const AFTER = 'After';
const AFTER_ERROR = 'After the error output';
const BACK_TO_THE_SHEET = { row: `={{ $('${SHEET}').item.json.row }}` };

/** Rows of a sheet → a node → after each of its outputs a node that looks back at the item's row. */
export function createSheetWorkflow(sheet: readonly IDataObject[], node: NodeSpec): WorkflowJson {
	const after = createFieldsNode(AFTER, BACK_TO_THE_SHEET);
	const workflow = createChain(
		'Sheet to service',
		createManualTrigger(),
		createRowsNode(SHEET, sheet),
		node,
		after,
	);
	if (node.onError === 'continueErrorOutput') {
		connect(workflow, node.name, createFieldsNode(AFTER_ERROR, BACK_TO_THE_SHEET), 1);
	}
	return workflow;
}

/** JSON of what the node of a `sheetWorkflow` put out, by either output, and the rows that the next nodes found. */
export function listSheetItems(execution: Pick<Execution, 'data'>, name: string) {
	const items = [0, 1].flatMap((output) => listOutputs(execution, name, output));
	const seen = [AFTER, AFTER_ERROR].flatMap((after) => listOutputs(execution, after));
	return { items, itemRows: seen.map(({ row }) => Number(row)) };
}
