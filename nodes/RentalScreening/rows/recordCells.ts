import type { IDataObject } from 'n8n-workflow';

import type { RowColumns } from '../core/operation';
import { isBlank, normaliseColumnName, trimBlanks } from '../core/text';
import { statusColumns } from './sheet';

/** Columns of this node's and of n8n's nodes, which do not tell two records apart. */
const NO_RECORD_COLUMNS = [
	...['alreadySent', 'sentAt', 'error'],
	...['row_number', 'id', 'createdAt', 'updatedAt'],
];

/** The filled cells that tell a record from others, by normalised column name and sorted by it, as text. */
export function readRecordCells(
	columns: IDataObject,
	rowColumns?: RowColumns,
): Array<[name: string, text: string]> {
	const names = [
		...NO_RECORD_COLUMNS,
		...(rowColumns === undefined ? [] : statusColumns(rowColumns)),
	];
	const skipped = new Set(names.map(normaliseColumnName));
	return Object.entries(columns)
		.map(([name, cell]) => ({ name: normaliseColumnName(name), cell }))
		.filter(({ name, cell }) => !isBlank(cell) && !skipped.has(name))
		.map(({ name, cell }): [string, string] => [name, toText(cell)])
		.sort(([one], [other]) => (one < other ? -1 : 1));
}

function toText(cell: unknown): string {
	return typeof cell === 'object' ? JSON.stringify(cell) : trimBlanks(String(cell));
}
