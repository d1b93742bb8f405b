import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from './failure';

/** The columns of the input item that its output items carry in front (Include Input Fields). */
export interface CarriedColumns {
	readonly columns: IDataObject;
	/** Where names collide the answer wins; in these an empty value of it leaves the column as it was. */
	readonly aboutPerson: readonly string[];
}

/** Rule 6 of the request policy: output items that know which input item they came from. */
export function linkItems(
	items: readonly INodeExecutionData[],
	index: number,
	carried: CarriedColumns | undefined,
): INodeExecutionData[] {
	return items.map((item) => ({
		...item,
		json: carried === undefined ? item.json : inFront(carried, item.json),
		pairedItem: { item: index },
	}));
}

/**
 * The output item of an input item that did not succeed. n8n tells by the single key `error` that it
 * belongs to the error output, and adds the input row there itself.
 */
export function linkFailure(
	failure: Failure,
	index: number,
	columns: IDataObject | undefined,
): INodeExecutionData {
	const error: IDataObject = {
		message: `[Item ${index}] ${failure.message}`,
		description: failure.hint,
		...(failure.status === undefined ? {} : { status: failure.status }),
		...(failure.uncertain ? { mayHaveBeenAccepted: true } : {}),
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
