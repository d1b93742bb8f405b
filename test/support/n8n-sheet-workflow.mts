import type { IDataObject } from 'n8n-workflow';

import type { WorkflowJson } from '../../dev/host/client.mts';
import { outputItems, outputJson, type Execution } from '../../dev/host/execution.mts';
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

/** What came out of the node of a `sheetWorkflow`, whichever output it took. */
export interface SheetOutcome {
	/** JSON of the items without and with an `error`. */
	good: IDataObject[];
	bad: IDataObject[];
	/** The rows that the next nodes found by `$('Sheet').item`, in order. */
	goodRows: number[];
	badRows: number[];
}

/** Reads the outcome of the node named `name`; throws nothing: what did not run has put out nothing. */
export function sheetOutcome(execution: Pick<Execution, 'data'>, name: string): SheetOutcome {
	const items = [0, 1].flatMap((output) => outputItems(execution, name, output));
	const seen = [AFTER, AFTER_ERROR].flatMap((after) => outputJson(execution, after));
	const found = items.map(({ json }, index) => ({ json, row: Number(seen[index]?.['row']) }));
	const good = found.filter(({ json }) => json['error'] === undefined);
	const bad = found.filter(({ json }) => json['error'] !== undefined);
	return {
		good: good.map(({ json }) => json),
		bad: bad.map(({ json }) => json),
		goodRows: good.map(({ row }) => row),
		badRows: bad.map(({ row }) => row),
	};
}
