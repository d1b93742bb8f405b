import type { IDataObject } from 'n8n-workflow';

import type { WorkflowJson } from '../../dev/host/client.mts';
import { outputJson, type Execution } from '../../dev/host/execution.mts';
import { chain, connect, fields, manualTrigger, rows, type NodeSpec } from './n8n-workflows.mts';

const SHEET = 'Sheet';
const AFTER = 'After';
const AFTER_ERROR = 'After the error output';
const BACK_TO_THE_SHEET = { row: `={{ $('${SHEET}').item.json.row }}` };

/** Rows of a sheet → a node → after each of its outputs a node that looks back at the item's row. */
export function sheetWorkflow(sheet: readonly IDataObject[], node: NodeSpec): WorkflowJson {
	const after = fields(AFTER, BACK_TO_THE_SHEET);
	const workflow = chain('Sheet to service', manualTrigger(), rows(SHEET, sheet), node, after);
	if (node.onError === 'continueErrorOutput') {
		connect(workflow, node.name, fields(AFTER_ERROR, BACK_TO_THE_SHEET), 1);
	}
	return workflow;
}

/** JSON of what the node of a `sheetWorkflow` put out, by either output, and the rows that the next nodes found. */
export function sheetItems(execution: Pick<Execution, 'data'>, name: string) {
	const items = [0, 1].flatMap((output) => outputJson(execution, name, output));
	const seen = [AFTER, AFTER_ERROR].flatMap((after) => outputJson(execution, after));
	return { items, itemRows: seen.map(({ row }) => Number(row)) };
}
