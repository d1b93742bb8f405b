import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from './failure';

/**
 * Rule 6 of the request policy: output items that know which input item they came from; with `columns`
 * (Include Input Fields) they carry its columns in front. Where names collide the answer wins, but an
 * empty value of the answer leaves the column as it was.
 */
export function linkItems(
	items: readonly INodeExecutionData[],
	index: number,
	columns: IDataObject | undefined,
): INodeExecutionData[] {
	return items.map((item) => ({
		...item,
		json: columns === undefined ? item.json : inFront(columns, item.json),
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
		description: failure.mend,
		...(failure.status === undefined ? {} : { status: failure.status }),
		...(failure.uncertain ? { mayHaveBeenAccepted: true } : {}),
	};
	return { json: { ...columns, error }, pairedItem: { item: index } };
}

function inFront(columns: IDataObject, answer: IDataObject): IDataObject {
	const row: IDataObject = { ...columns };
	for (const [name, value] of Object.entries(answer)) {
		if (value !== null && value !== undefined) row[name] = value;
		else if (!(name in row)) row[name] = value;
	}
	return row;
}
