import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../core/item';
import { isOfSheet, normalizeColumnName } from '../core/sheetRow';
import { toCellText, trimBlanks } from '../core/text';

/**
 * The input as a sheet: how the next node finds a row, and what is written into it. With a `matchColumn`, a row is
 * returned as this column and what is written; without, whole.
 */
export class Sheet {
	private readonly headers: ReadonlySet<string>;

	/** Whether the rows come from Google Sheets or a data table. */
	readonly isOfSheet: boolean;

	/** The rows of each match value. */
	private readonly rowsByKey = new Map<string, Item[]>();

	constructor(
		items: readonly Item[],
		readonly matchColumn: string | undefined,
	) {
		this.headers = new Set(items.flatMap(({ columns }) => Object.keys(columns)));
		this.isOfSheet = isOfSheet(items.map(({ columns }) => columns));
		if (matchColumn === undefined) return;
		for (const item of items) {
			const key = toKey(item.columns[matchColumn], !this.isOfSheet);
			const rows = this.rowsByKey.get(key);
			if (rows === undefined) this.rowsByKey.set(key, [item]);
			else rows.push(item);
		}
	}

	hasColumn(name: string): boolean {
		return this.headers.has(name);
	}

	/** A column that differs from this one in spelling only. */
	findOtherSpelling(name: string): string | undefined {
		const wanted = normalizeColumnName(name);
		return [...this.headers].find(
			(header) => header !== name && normalizeColumnName(header) === wanted,
		);
	}

	/** The rows with the match value of this one, itself included. The next node finds the first. */
	rowsWithSameKey(item: Item): readonly Item[] {
		const { matchColumn } = this;
		if (matchColumn === undefined) return [item];
		return this.rowsByKey.get(toKey(item.columns[matchColumn], !this.isOfSheet)) ?? [item];
	}

	/**
	 * What is returned of a row with these cells written into it. A whole row has all of them, an empty one as `null`.
	 * Otherwise the match column and the cells that have a value, or undefined where none is new.
	 */
	toUpdatedRow({ columns }: Item, cells: IDataObject): IDataObject | undefined {
		const { matchColumn } = this;
		const filled = Object.entries(cells).filter(([, value]) => (value ?? null) !== null);
		if (matchColumn === undefined) {
			const before = Object.keys(cells).map((name) => [name, columns[name] ?? null] as const);
			return { ...columns, ...Object.fromEntries([...before, ...filled]) };
		}
		// What the next node finds the row by stays as it is.
		const written = filled.filter(([name]) => name !== matchColumn);
		if (written.every(([name, value]) => isSame(columns[name], value))) return undefined;
		return { [matchColumn]: columns[matchColumn], ...Object.fromEntries(written) };
	}
}

/** A match value as text; as Excel's node compares, numbers are equal however they are written, and empty is 0. */
function toKey(value: unknown, isForExcel: boolean): string {
	const text = trimBlanks(toCellText(value ?? ''));
	const number = Number(text);
	return isForExcel && !Number.isNaN(number) ? String(number) : text;
}

/** Whether a cell holds a value already; a spreadsheet reads the empty text as nothing. */
function isSame(cell: unknown, value: unknown): boolean {
	return typeof cell !== 'object' && String(cell ?? '') === String(value);
}
