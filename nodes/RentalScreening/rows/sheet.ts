import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { formatList } from '../core/field';
import type { Item } from '../core/item';
import { statusColumns, type RowColumns } from '../core/operation';
import { ADDED_COLUMNS, isBlank, normalizeColumnName, quotable, trimBlanks } from '../core/text';

/** How to fix a 'Column to Match On' that is not there, or empty. */
const MATCH_HINT =
	"As 'Column to Match On', enter 'row_number' for 'Google Sheets', 'id' for a data table, or a column whose values are unique; clear it to write a file. Or turn 'Update Rows' off.";

const UNIQUE_HINT = "Make its values unique, or choose another 'Column to Match On'.";

/**
 * The input as a sheet: how the next node finds a row, and what is written into it. Where there is a `matchColumn`, only
 * this one and what is written are returned of a row; else the whole row.
 */
export class Sheet {
	/** The columns as they are spelled, by their normalised name. */
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
		return this.spellings(name).filter((header) => header !== name);
	}

	/** Which of these columns, which the next node writes, are missing or there in another spelling. */
	findColumnFailure(own: readonly string[], results: readonly string[] = []): Failure | undefined {
		const { matchColumn } = this;
		const misspelled = own.filter((name) => this.findOtherSpellings(name).length > 0);
		if (misspelled.length > 0) {
			const found = misspelled.flatMap((name) => this.findOtherSpellings(name));
			return new Failure(
				'notSetUp',
				`The sheet has ${formatList(found, 'and')}, but this node reads and writes ${formatList(misspelled, 'and')}`,
				'Rename or delete the column, so that each is there once and spelled exactly like this.',
			);
		}
		if (matchColumn === undefined) return undefined;
		const names = new Set([matchColumn, ...own, ...results]);
		const missing = [...names].filter((name) => !this.has(name));
		if (missing.length === 0) return undefined;
		const toAdd = missing.filter((name) => name !== matchColumn);
		const hints = [
			...(missing.includes(matchColumn) ? [MATCH_HINT] : []),
			...(toAdd.length > 0
				? [`Add ${formatList(toAdd, 'and')} to the columns of your sheet or table.`]
				: []),
		];
		const message = `The sheet has no ${missing.length > 1 ? 'columns' : 'column'} ${formatList(missing, 'and')}`;
		return new Failure('notSetUp', message, hints.join(' '));
	}

	/**
	 * Why the next node would not find one of these rows by its match value, or others too unless they `mayShare` it.
	 * `written`: the columns that hold no match value, since this node writes them.
	 */
	findMatchFailure(
		items: readonly Item[],
		written: readonly string[],
		mayShare: (item: Item, other: Item) => boolean,
	): Failure | undefined {
		const { matchColumn } = this;
		if (matchColumn === undefined) return undefined;
		if (written.includes(matchColumn)) {
			const message = `This node writes '${matchColumn}', so rows cannot be found by it`;
			return new Failure('notSetUp', message, MATCH_HINT);
		}
		for (const item of items) {
			const value = item.columns[matchColumn];
			if (isBlank(value) || typeof value === 'object') {
				const message = `'${matchColumn}' is empty in row ${item.rowNumber}`;
				return new Failure('notSetUp', message, MATCH_HINT);
			}
			const others = this.rowsWithSameKey(item).filter((other) => other !== item);
			if (!others.every((other) => mayShare(item, other))) {
				const message = `More than one row has '${quotable(String(value))}' as its '${matchColumn}'`;
				return new Failure('notSetUp', message, UNIQUE_HINT);
			}
		}
		return undefined;
	}

	/**
	 * What is returned of a row with these cells written into it. A whole row: an empty cell is `null`. Otherwise the match
	 * column, the number that a sheet has of the row, and the cells that have a value, or undefined where none is new.
	 */
	toUpdatedRow({ columns }: Item, cells: IDataObject): IDataObject | undefined {
		const { matchColumn } = this;
		const filled = Object.entries(cells).filter(([, value]) => (value ?? undefined) !== undefined);
		if (matchColumn === undefined) {
			const empty = Object.keys(cells).map((name) => [name, columns[name] ?? null] as const);
			return { ...columns, ...Object.fromEntries([...empty, ...filled]) };
		}
		// What the next node finds the row by stays as it is.
		const written = filled.filter(([name]) => name !== matchColumn && this.has(name));
		if (written.every(([name, value]) => isSame(columns[name], value))) return undefined;
		const { row_number } = columns;
		const number = typeof row_number === 'number' ? { row_number } : {};
		return { ...number, [matchColumn]: columns[matchColumn], ...Object.fromEntries(written) };
	}

	private spellings(name: string): string[] {
		return this.headers.get(normalizeColumnName(name)) ?? [];
	}

	private has(name: string): boolean {
		return this.spellings(name).includes(name);
	}
}

function add<Value>(lists: Map<unknown, Value[]>, key: unknown, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** Values that a spreadsheet node takes for each other have one key: Excel's compares them as numbers too. */
function toKey(value: unknown): unknown {
	const number = typeof value === 'object' ? 0 : Number(value ?? 0);
	return Number.isNaN(number) ? value : number;
}

/** Whether a cell holds a value already; a spreadsheet reads the empty text as nothing. */
export function isSame(cell: unknown, value: unknown): boolean {
	if (isBlank(cell) || isBlank(value)) return isBlank(cell) && isBlank(value);
	return typeof cell !== 'object' && String(cell) === String(value);
}

/** Columns of this node's and of n8n's nodes, which do not tell two records apart. */
const NO_RECORD_COLUMNS = ['alreadySent', 'sentAt', 'error', ...ADDED_COLUMNS];

/** The filled cells that tell a record from others, as text by normalised column name, and sorted by it. */
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
