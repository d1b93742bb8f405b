import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../core/item';
import { statusColumns, type RowColumns } from '../core/operation';
import { ADDED_COLUMNS, normalizeColumnName } from '../core/sheetRow';
import { isBlank, trimBlanks } from '../core/text';

/**
 * The input as a sheet: how the next node finds a row, and what is written into it. Where there is a `matchColumn`, only
 * this one and what is written are returned of a row; else the whole row.
 */
export class Sheet {
	/** The columns as they are spelled, by their normalized name. */
	private readonly headers = new Map<string, string[]>();

	/** The rows of each match value. */
	private readonly rowsByKey = new Map<unknown, Item[]>();

	constructor(
		items: readonly Item[],
		readonly matchColumn: string | undefined,
	) {
		const spelled = new Set(items.flatMap(({ columns }) => Object.keys(columns)));
		for (const header of spelled) add(this.headers, normalizeColumnName(header), header);
		if (matchColumn === undefined) return;
		for (const item of items) add(this.rowsByKey, toKey(item.columns[matchColumn]), item);
	}

	/** The rows of the same match value as this one, which is one of them. The next node finds the first. */
	rowsWithSameKey(item: Item): readonly Item[] {
		const { matchColumn } = this;
		if (matchColumn === undefined) return [item];
		return this.rowsByKey.get(toKey(item.columns[matchColumn])) ?? [];
	}

	/** The columns whose names differ from this one in spelling only. */
	findOtherSpellings(name: string): string[] {
		return this.findSpellings(name).filter((header) => header !== name);
	}

	hasColumn(name: string): boolean {
		return this.findSpellings(name).includes(name);
	}

	/**
	 * What is returned of a row with these cells written into it. A whole row: an empty cell is `null`. Otherwise the match
	 * column, the number that a sheet has of the row, and the cells that have a value, or undefined where none is new.
	 */
	toUpdatedRow({ columns }: Item, cells: IDataObject): IDataObject | undefined {
		const { matchColumn } = this;
		const filled = Object.entries(cells).filter(
			([, value]) => value !== undefined && value !== null,
		);
		if (matchColumn === undefined) {
			const before = Object.keys(cells).map((name) => [name, columns[name] ?? null] as const);
			return { ...columns, ...Object.fromEntries([...before, ...filled]) };
		}
		// What the next node finds the row by stays as it is.
		const written = filled.filter(([name]) => name !== matchColumn && this.hasColumn(name));
		if (written.every(([name, value]) => isSame(columns[name], value))) return undefined;
		const { row_number } = columns;
		const number = typeof row_number === 'number' ? { row_number } : {};
		return { ...number, [matchColumn]: columns[matchColumn], ...Object.fromEntries(written) };
	}

	private findSpellings(name: string): string[] {
		return this.headers.get(normalizeColumnName(name)) ?? [];
	}
}

function add<Value>(lists: Map<unknown, Value[]>, key: unknown, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** Values that a spreadsheet node takes for each other have one key: Excel's compares numbers, an empty cell as 0. */
function toKey(value: unknown): unknown {
	const number = typeof value === 'object' ? 0 : Number(value ?? 0);
	return Number.isNaN(number) ? value : number;
}

/** Whether a cell holds a value already; a spreadsheet reads the empty text as nothing. */
export function isSame(cell: unknown, value: unknown): boolean {
	if (isBlank(cell) || isBlank(value)) return isBlank(cell) && isBlank(value);
	return typeof cell !== 'object' && String(cell) === String(value);
}

/** Columns of this node, its workflows and n8n's nodes, which do not tell two records apart. */
const NO_RECORD_COLUMNS = ['alreadySent', 'sentAt', 'checkedAt', 'error', ...ADDED_COLUMNS];

/** The filled cells that tell a record from others, as text by normalized column name, and sorted by it. */
export function readRecordCells(
	columns: IDataObject,
	own?: RowColumns,
): Array<[name: string, text: string]> {
	const names = [...NO_RECORD_COLUMNS, ...(own === undefined ? [] : statusColumns(own))];
	const skipped = new Set(names.map(normalizeColumnName));
	const toText = (cell: unknown) =>
		typeof cell === 'object' ? JSON.stringify(cell) : trimBlanks(String(cell));
	return Object.entries(columns)
		.map(([name, cell]) => ({ name: normalizeColumnName(name), cell }))
		.filter(({ name, cell }) => !isBlank(cell) && !skipped.has(name))
		.map(({ name, cell }): [string, string] => [name, toText(cell)])
		.sort(([one], [other]) => (one < other ? -1 : 1));
}
