import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemInput } from '../../request/item';
import {
	shapeResults,
	type ResultsOutput,
	type ScreeningData,
	type ShapedResult,
} from '../../results';
import { toApiValue } from '../../request/values';

/** The binary property of a report that holds the same HTML as a file, to attach or store. */
const REPORT_PROPERTY = 'report';

/** What an answer of `GET /v1/screening/data/{userId}` becomes under the item's 'Output' and 'Include SSN'. */
export async function toOutputItems(
	answer: IDataObject,
	item: ItemInput,
	helpers: IExecuteSingleFunctions['helpers'],
): Promise<INodeExecutionData[]> {
	const shaped = shapeResults(answer as ScreeningData, {
		output: item.parameter('output') as ResultsOutput,
		userId: userIdOf(item),
		includeSsn: item.option<unknown>('includeSsn', false) === true,
	});
	return await Promise.all(shaped.map(async (result) => await toItem(result, helpers)));
}

async function toItem(
	{ json, file }: ShapedResult,
	helpers: IExecuteSingleFunctions['helpers'],
): Promise<INodeExecutionData> {
	if (file === undefined) return { json };
	const content = Buffer.from(file.content, 'utf8');
	const binary = await helpers.prepareBinaryData(content, file.fileName, file.mimeType);
	return { json, binary: { [REPORT_PROPERTY]: binary } };
}

/** The id that the results were asked for with: it was checked before the request. */
function userIdOf(item: ItemInput): string {
	const userId = toApiValue(item.parameter('userId'), 'string');
	return 'value' in userId ? String(userId.value) : '';
}
