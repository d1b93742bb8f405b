import type { IDataObject } from 'n8n-workflow';

import { quotedList } from '../request/field';
import type { ItemInput } from '../request/item';
import { isBlank, isNoId, normaliseColumnName, quotable } from '../request/text';
import { safeCell } from '../results/cells';
import { Failure } from '../run/failure';
import type { RowColumns } from '../run/operation';

export type Cell = IDataObject[string] | undefined;

const OWN = ['id', 'status', 'note', 'mark', 'at'] as const;

/** What is written into the node's own columns; what is undefined stays as it is. */
export type OwnCells = { readonly [Name in (typeof OWN)[number]]?: Cell };

/** The columns that notes name, as the sheet spells them. */
export interface Headers {
	readonly id: string;
	readonly status: string;
}

/** The node's own columns: all that Update Rows writes but the results themselves. */
export function ownColumnsOf(columns: RowColumns): string[] {
	return OWN.flatMap((name) => columns[name] ?? []);
}

/**
 * The columns of the input, and how a row is returned: with all of them or, where there is a `matchColumn`, with this
 * one and what is written. Columns are compared as in Map Automatically; one of exactly the name comes first.
 */
export class Sheet {
	/** The columns as they are spelled. */
	private readonly headers = new Set<string>();

	/** The spellings of each column, by its normalised name. */
	private readonly spellings = new Map<string, string[]>();

	/** The first row of each match value, and whether there are others. */
	private readonly matches = new Map<unknown, { first: ItemInput; isShared: boolean }>();

	constructor(
		items: readonly ItemInput[],
		private readonly columns: RowColumns,
		private readonly matchColumn?: string,
	) {
		for (const item of items) {
			for (const header of Object.keys(item.columns)) this.headers.add(header);
		}
		for (const header of this.headers) {
			const name = normaliseColumnName(header);
			this.spellings.set(name, [...(this.spellings.get(name) ?? []), header]);
		}
		if (matchColumn === undefined) return;
		for (const first of items) {
			const key = matchKey(first.columns[matchColumn]);
			const known = this.matches.get(key);
			if (known === undefined) this.matches.set(key, { first, isShared: false });
			else known.isShared = true;
		}
	}

	/** The column that is written as `name`, as the sheet spells it; `name` where the sheet lacks it. */
	headerOf(name: string): string {
		return this.headersOf(name)[0] ?? name;
	}

	/** All columns of that name, as the sheet spells them; the one of exactly the name first. */
	headersOf(name: string): string[] {
		const headers = this.spellings.get(normaliseColumnName(name)) ?? [];
		return this.headers.has(name) ? [name, ...headers.filter((one) => one !== name)] : headers;
	}

	/** The first column of that name that is filled in the row, if any is. */
	filledHeaderOf({ columns }: ItemInput, name: string): string | undefined {
		return this.headersOf(name).find((header) => !isBlank(columns[header]));
	}

	/** What the row holds in it. */
	cell(item: ItemInput, name: string): Cell {
		const header = this.filledHeaderOf(item, name);
		return header === undefined ? undefined : item.columns[header];
	}

	/** The column that holds the row's ID; undefined where it has none. */
	idHeaderOf({ columns }: ItemInput): string | undefined {
		const { id } = this.columns;
		return id && this.headersOf(id).find((header) => !isNoId(columns[header]));
	}

	/** The columns that a note names: those that are filled in the row, or would be. */
	headersIn(item: ItemInput): Headers {
		const { id = '', status } = this.columns;
		return {
			id: this.idHeaderOf(item) ?? this.headerOf(id),
			status: this.filledHeaderOf(item, status) ?? this.headerOf(status),
		};
	}

	/**
	 * Why rows cannot be updated in place, if columns are missing. The node's own and the match
	 * column must be spelled exactly, since the next node writes by their names; `results` need not.
	 */
	missingColumns(results: readonly string[]): Failure | undefined {
		const { matchColumn, columns, headers } = this;
		if (matchColumn === undefined) return undefined;
		const missing = [
			...[matchColumn, ...ownColumnsOf(columns)].filter((name) => !headers.has(name)),
			...results.filter((name) => this.lacks(name)),
		];
		if (missing.length === 0) return undefined;
		const choose = missing.includes(matchColumn)
			? "Choose a column of the sheet as 'Column to Match On', such as 'row_number' of 'Google Sheets'. "
			: '';
		const hint = `${choose}Add what is missing to the header row of the sheet, or rename a column, so that it is spelled exactly like this.`;
		const names = [...new Set(missing)];
		const columnsText = `${names.length > 1 ? 'columns' : 'column'} ${quotedList(names, 'and')}`;
		return new Failure('notSetUp', `Nothing was sent. The sheet has no ${columnsText}`, hint);
	}

	/**
	 * Why this row cannot be updated in place, if the next node would not find it by its match value, or would find others
	 * too; `isFirst` tells those that `mayShare` it.
	 */
	matchFault(item: ItemInput, mayShare: boolean): Failure | undefined {
		const { matchColumn } = this;
		if (matchColumn === undefined) return undefined;
		const value = item.columns[matchColumn];
		const isEmpty = isBlank(value) || typeof value === 'object';
		if (!isEmpty && (mayShare || !this.isShared(item))) return undefined;
		const happened = isEmpty
			? `'${matchColumn}' is empty in row ${item.index + 1} of the input`
			: `More than one row has '${quotable(String(value))}' as its '${matchColumn}'`;
		const hint = "Give each row a value of its own there, or choose another 'Column to Match On'.";
		return new Failure('notSetUp', `Nothing was sent. ${happened}`, hint);
	}

	/** Whether the next node cannot tell this row from another one. */
	isShared(item: ItemInput): boolean {
		return this.matchOf(item)?.isShared === true;
	}

	/** Whether no row before has its match value: it is the one that the next node finds by it. */
	isFirst(item: ItemInput): boolean {
		const match = this.matchOf(item);
		return match === undefined || match.first === item;
	}

	/** The row of which nothing is written: as it came, or none where only written columns are returned. */
	unchanged({ columns }: ItemInput): IDataObject | undefined {
		return this.matchColumn === undefined ? columns : undefined;
	}

	/** Whether these are not in the row yet. */
	isNew(item: ItemInput, cells: OwnCells): boolean {
		return this.named(cells).some(
			([name, value]) => value !== undefined && !isSame(item.columns[this.headerOf(name)], value),
		);
	}

	/**
	 * The row with what is written into it. With all columns each of them is there, `null` where it is empty. With
	 * written columns only: no cell that would be emptied, but for the node's own, and undefined where nothing is new.
	 */
	write(
		item: ItemInput,
		own: OwnCells,
		results: ReadonlyArray<[string, Cell]> = [],
	): IDataObject | undefined {
		const { matchColumn } = this;
		const cells = [...this.named(own), ...results];
		if (matchColumn === undefined) {
			const row: IDataObject = { ...item.columns };
			for (const [name, value] of cells) {
				const header = this.headerOf(name);
				row[header] = value ?? row[header] ?? null;
			}
			return row;
		}
		if (!this.isNew(item, own)) return undefined;
		const row: IDataObject = { [matchColumn]: item.columns[matchColumn] };
		for (const [name, value] of cells) {
			const isWritten = value !== undefined && value !== null && !this.lacks(name);
			if (isWritten) row[this.headerOf(name)] = value;
		}
		return row;
	}

	private lacks(name: string): boolean {
		return !this.spellings.has(normaliseColumnName(name));
	}

	private named(cells: OwnCells): Array<[string, Cell]> {
		return OWN.flatMap((name): Array<[string, Cell]> => {
			const column = this.columns[name];
			return column === undefined ? [] : [[column, cells[name]]];
		});
	}

	private matchOf({ columns }: ItemInput) {
		const { matchColumn } = this;
		return matchColumn === undefined ? undefined : this.matches.get(matchKey(columns[matchColumn]));
	}
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

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
export function noteOf({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`;
	return safeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
