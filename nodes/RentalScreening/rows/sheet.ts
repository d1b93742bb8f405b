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

/**
 * The input as a sheet: how its cells are read and written, and how the next node finds a row. Columns are compared as
 * in Map Automatically. Where there is a `matchColumn`, only this one and what is written are returned of a row.
 */
export class Sheet {
	/** The columns as they are spelled, by their normalised name. */
	private readonly headers = new Map<string, string[]>();

	/** The rows of each match value. */
	private readonly matches = new Map<unknown, Item[]>();

	constructor(
		items: readonly Item[],
		private readonly matchColumn: string | undefined,
	) {
		const spelled = new Set(items.flatMap(({ columns }) => Object.keys(columns)));
		for (const header of spelled) add(this.headers, normaliseColumnName(header), header);
		if (matchColumn === undefined) return;
		for (const item of items) add(this.matches, matchKey(item.columns[matchColumn]), item);
	}

	/** What a row holds in a column, in the first of its spellings that is not empty. */
	cell({ columns }: Item, name: string, isEmpty = isBlank): Cell {
		return this.headersOf(name)
			.map((header) => columns[header])
			.find((cell) => !isEmpty(cell));
	}

	/** The rows of the same match value as this one, which is one of them. The next node finds the first. */
	sharing(item: Item): readonly Item[] {
		const { matchColumn } = this;
		if (matchColumn === undefined) return [item];
		return this.matches.get(matchKey(item.columns[matchColumn])) ?? [];
	}

	/** Which columns are missing. `own`, like the match column, must be spelled exactly: the next node writes by them. */
	missingColumns(own: readonly string[], results: readonly string[]): Failure | undefined {
		const { matchColumn } = this;
		if (matchColumn === undefined) return undefined;
		const missing = [
			...[matchColumn, ...own].filter((name) => this.headerOf(name) !== name),
			...results.filter((name) => this.headerOf(name) === undefined),
		];
		if (missing.length === 0) return undefined;
		const names = [...new Set(missing)];
		return new Failure(
			'notSetUp',
			`Nothing was sent. The sheet has no ${names.length > 1 ? 'columns' : 'column'} ${quotedList(names, 'and')}`,
			"Add what is missing to the header row of the sheet, or rename a column, so that it is spelled exactly like this. 'Column to Match On' is a column of the sheet too, such as 'row_number' of 'Google Sheets'.",
		);
	}

	/** Why the next node would not find one of these rows by its match value, or others too unless they `mayShare` it. */
	matchFault(items: readonly Item[], mayShare: boolean): Failure | undefined {
		const { matchColumn } = this;
		if (matchColumn === undefined) return undefined;
		for (const item of items) {
			const value = item.columns[matchColumn];
			const isEmpty = isBlank(value) || typeof value === 'object';
			if (!isEmpty && (mayShare || this.sharing(item).length === 1)) continue;
			const happened = isEmpty
				? `'${matchColumn}' is empty in row ${item.index + 1} of the input`
				: `More than one row has '${quotable(String(value))}' as its '${matchColumn}'`;
			const hint =
				"Give each row a value of its own there, or choose another 'Column to Match On'.";
			return new Failure('notSetUp', `Nothing was sent. ${happened}`, hint);
		}
		return undefined;
	}

	/** Whether any of these is not in the row yet; what is undefined stays as it is. */
	isNew({ columns }: Item, cells: IDataObject): boolean {
		return Object.entries(cells).some(
			([name, value]) =>
				value !== undefined && !isSame(columns[this.headerOf(name) ?? name], value),
		);
	}

	/**
	 * What is returned of a row with these cells written into it. All columns: an empty one is `null`. Only written ones:
	 * those that have a value, or undefined where none is new.
	 */
	write(item: Item, cells: IDataObject): IDataObject | undefined {
		const { matchColumn } = this;
		if (matchColumn === undefined) {
			const row = { ...item.columns };
			for (const [name, value] of Object.entries(cells)) {
				const header = this.headerOf(name) ?? name;
				row[header] = value ?? row[header] ?? null;
			}
			return row;
		}
		if (!this.isNew(item, cells)) return undefined;
		const row = { [matchColumn]: item.columns[matchColumn] };
		for (const [name, value] of Object.entries(cells)) {
			const header = this.headerOf(name);
			// What the next node finds the row by stays as it is.
			if (header === undefined || header === matchColumn) continue;
			if (value !== undefined && value !== null) row[header] = value;
		}
		return row;
	}

	/** The spellings of a column; the one of exactly its name first. */
	private headersOf(name: string): string[] {
		const headers = this.headers.get(normaliseColumnName(name)) ?? [];
		return headers.includes(name) ? [name, ...headers] : headers;
	}

	/** The column that is written as `name`; undefined where the sheet has none. */
	private headerOf(name: string): string | undefined {
		return this.headersOf(name)[0];
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
function isSame(cell: Cell, value: Cell): boolean {
	if (isBlank(cell) || isBlank(value)) return isBlank(cell) && isBlank(value);
	return typeof cell !== 'object' && String(cell) === String(value);
}
