import type { IDataObject } from 'n8n-workflow';

import { quotedList } from '../core/field';
import type { Item } from '../core/item';
import { isBlank, normaliseColumnName, quotable } from '../core/text';
import { Failure } from '../core/failure';
import type { RowColumns } from '../core/operation';

export type Cell = IDataObject[string] | undefined;

export const OWN_COLUMNS = ['id', 'status', 'note', 'mark', 'at'] as const;

/** The node's own columns: all that Update Rows writes but the results themselves. */
export function statusColumns(columns: RowColumns): string[] {
	return OWN_COLUMNS.flatMap((name) => columns[name] ?? []);
}

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
		private readonly matchColumn: string | undefined,
	) {
		const spelled = new Set(items.flatMap(({ columns }) => Object.keys(columns)));
		for (const header of spelled) add(this.headers, normaliseColumnName(header), header);
		if (matchColumn === undefined) return;
		for (const item of items) add(this.rowsByKey, matchKey(item.columns[matchColumn]), item);
	}

	/** The rows of the same match value as this one, which is one of them. The next node finds the first. */
	rowsWithSameKey(item: Item): readonly Item[] {
		const { matchColumn } = this;
		if (matchColumn === undefined) return [item];
		return this.rowsByKey.get(matchKey(item.columns[matchColumn])) ?? [];
	}

	/** The columns whose names differ from this one in spelling only. */
	otherSpellings(name: string): string[] {
		return this.spellings(name).filter((header) => header !== name);
	}

	/** Which of these columns, which the next node writes, are missing or there in another spelling. */
	findColumnFault(own: readonly string[], results: readonly string[] = []): Failure | undefined {
		const { matchColumn } = this;
		const misspelled = own.filter((name) => this.otherSpellings(name).length > 0);
		if (misspelled.length > 0) {
			const found = quotedList(
				misspelled.flatMap((name) => this.otherSpellings(name)),
				'and',
			);
			return new Failure(
				'notSetUp',
				`The sheet has ${found}, but this node reads and writes ${quotedList(misspelled, 'and')}`,
				'Rename or delete the column, so that each is there once and spelled exactly like this.',
			);
		}
		if (matchColumn === undefined) return undefined;
		const names = new Set([matchColumn, ...own, ...results]);
		const missing = [...names].filter((name) => !this.has(name));
		if (missing.length === 0) return undefined;
		const others = missing.filter((name) => name !== matchColumn);
		const toAdd = `Add ${quotedList(others, 'and')} to the columns of your sheet or table.`;
		const hint = [missing.length > others.length && MATCH_HINT, others.length > 0 && toAdd];
		return new Failure(
			'notSetUp',
			`The sheet has no ${missing.length > 1 ? 'columns' : 'column'} ${quotedList(missing, 'and')}`,
			hint.filter(Boolean).join(' '),
		);
	}

	/**
	 * Why the next node would not find one of these rows by its match value, or others too unless they `mayShare` it.
	 * `written`: the columns that hold no match value, since this node writes them.
	 */
	findMatchFault(
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
			const isEmpty = isBlank(value) || typeof value === 'object';
			const others = this.rowsWithSameKey(item).filter((other) => other !== item);
			if (!isEmpty && others.every((other) => mayShare(item, other))) continue;
			const [message, hint] = isEmpty
				? [`'${matchColumn}' is empty in row ${item.rowNumber}`, MATCH_HINT]
				: [
						`More than one row has '${quotable(String(value))}' as its '${matchColumn}'`,
						UNIQUE_HINT,
					];
			return new Failure('notSetUp', message, hint);
		}
		return undefined;
	}

	/**
	 * What is returned of a row with these cells written into it. A whole row: an empty cell is `null`. Otherwise the match
	 * column, the number that a sheet has of the row, and the cells that have a value, or undefined where none is new.
	 */
	write(item: Item, cells: IDataObject): IDataObject | undefined {
		const { matchColumn } = this;
		const { columns } = item;
		const filled = Object.entries(cells).filter(([, value]) => (value ?? undefined) !== undefined);
		if (matchColumn === undefined) {
			const empty = Object.keys(cells).map((name) => [name, columns[name] ?? null] as const);
			return { ...columns, ...Object.fromEntries([...empty, ...filled]) };
		}
		// What the next node finds the row by stays as it is.
		const written = filled.filter(([name]) => name !== matchColumn && this.has(name));
		if (written.every(([name, value]) => isSame(columns[name], value))) return undefined;
		const { row_number: rowNumber } = columns;
		const row = rowNumber === undefined ? {} : { row_number: rowNumber };
		return { ...row, [matchColumn]: columns[matchColumn], ...Object.fromEntries(written) };
	}

	private spellings(name: string): string[] {
		return this.headers.get(normaliseColumnName(name)) ?? [];
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
function matchKey(value: Cell): unknown {
	const number = typeof value === 'object' ? 0 : Number(value ?? 0);
	return Number.isNaN(number) ? value : number;
}

/** Whether a cell holds a value already; a spreadsheet reads the empty text as nothing. */
export function isSame(cell: Cell, value: Cell): boolean {
	if (isBlank(cell) || isBlank(value)) return isBlank(cell) && isBlank(value);
	return typeof cell !== 'object' && String(cell) === String(value);
}
