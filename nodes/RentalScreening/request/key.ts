import type { IDataObject } from 'n8n-workflow';

import { hash } from '../core/hash';
import type { Item } from '../core/item';
import { statusColumns, type Operation, type Request, type RowColumns } from '../core/operation';
import { ADDED_COLUMNS } from '../core/sheetRow';
import { isEmpty, toComparableText } from '../core/text';

/**
 * What equal requests have in common: the operation and what is sent; where equal requests of different rows are different
 * records, the row's other columns too.
 */
export function toRequestKey(
	item: Item,
	{ pathValues, body }: Request,
	{ isPerRow, rows }: Operation,
): string {
	// A model that repeats its call has no rows that could differ.
	const isRow = isPerRow === true && rows !== undefined && !item.isToolCall;
	const cells = isRow ? readRecordCells(item.columns, rows) : undefined;
	return hash([item.operationName, pathValues, toComparable(body), cells]);
}

/** Who is asked, as one person is written in two rows: capitals and the formatting of a phone make no other request. */
function toComparable(body: IDataObject | undefined): unknown {
	return Object.entries(body ?? {}).map(([name, value]) => {
		if (typeof value !== 'string') return [name, value];
		if (name === 'phone') return [name, value.replace(/[^\d+]/g, '').replace(/^00/, '+')];
		return [name, OF_PERSON.includes(name) ? value.normalize().toLowerCase() : value];
	});
}

const OF_PERSON = ['email', 'firstName', 'lastName'];

/** Columns of this node, its workflows and n8n's nodes: they do not tell two records apart. */
const NO_RECORD_COLUMNS = ['alreadySent', 'sentAt', 'checkedAt', 'error', ...ADDED_COLUMNS];
const OF_WORKFLOWS = /^(?:screening|property|report|result|email|reminder)(?:Status|Note|Mark)$/;

/** The filled cells that tell a record from others, as text by column name, and sorted by it. */
function readRecordCells(
	columns: IDataObject,
	own: RowColumns,
): Array<[name: string, text: string]> {
	const skipped = new Set([...NO_RECORD_COLUMNS, ...statusColumns(own)]);
	return Object.entries(columns)
		.filter(([name, cell]) => !isEmpty(cell) && !skipped.has(name) && !OF_WORKFLOWS.test(name))
		.map(([name, cell]): [string, string] => [name, toComparableText(cell)])
		.sort(([one], [other]) => (one < other ? -1 : 1));
}
