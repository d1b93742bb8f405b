import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from './failure';
import { inRow, withItem } from './messages';

/** The columns of the input item that its output items carry in front (Include Input Fields). */
export interface CarriedColumns {
	readonly columns: IDataObject;
	/** Where names collide the answer wins; in these an empty value of it leaves the column as it was. */
	readonly aboutPerson: readonly string[];
}

/** Rule 6: output items that know which input item they came from. */
export function linkItems(
	items: readonly INodeExecutionData[],
	index: number,
	carried?: CarriedColumns | undefined,
): INodeExecutionData[] {
	return items.map((item) => ({
		...item,
		json: carried === undefined ? item.json : inFront(carried, item.json),
		pairedItem: { item: index },
	}));
}

/**
 * The error item of an input item that did not succeed. n8n sends it to the error output because `error` is
 * its only key, and adds the input row there itself. `row` names the item in the message.
 */
export function linkFailure(
	{ message, hint, status, uncertain }: Failure,
	index: number,
	row: string,
	columns: IDataObject | undefined,
): INodeExecutionData {
	const error: IDataObject = {
		message: withItem(inRow(row, message), index),
		description: hint,
		...(status === undefined ? {} : { status }),
		...(uncertain ? { mayHaveBeenAccepted: true } : {}),
	};
	return { json: { ...columns, error }, pairedItem: { item: index } };
}

function inFront({ columns, aboutPerson }: CarriedColumns, answer: IDataObject): IDataObject {
	const row: IDataObject = { ...columns, ...answer };
	// An earlier run's error would make this one look failed, to people and to n8n.
	if (!('error' in answer)) delete row.error;
	const known = aboutPerson.filter((name) => Object.hasOwn(columns, name));
	for (const name of known) row[name] ??= columns[name];
	return row;
}
