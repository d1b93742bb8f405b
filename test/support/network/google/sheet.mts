import { EMPTY, rendered, typed, written } from './cells.mts';
import type { Cell, DateOption, Format, InputOption, RenderOption } from './cells.mts';

/** Rows and columns from 0; an end is not included and Infinity where the range is open. */
interface Range {
	top: number;
	bottom: number;
	left: number;
	right: number;
}

/** A request that Google answers with 400. */
export class InvalidRequest extends Error {}

/** A sheet (tab) of a Google document: what the API and what a person does with it. */
export class Sheet {
	/** By row, then by column; what is absent is empty. */
	readonly #cells: Cell[][] = [];

	/** The grid is Google's default for a new sheet. It grows only where a person or a request adds to it. */
	constructor(
		readonly title: string,
		readonly sheetId: number,
		readonly grid = { rowCount: 1000, columnCount: 26 },
		private readonly now = () => new Date(),
	) {}

	/**
	 * Values as `spreadsheets.values.get` returns them: empty rows and columns at the end are left out, no
	 * values at all where nothing is left.
	 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values#ValueRange
	 */
	read(
		a1: string,
		option: RenderOption,
		dates: DateOption,
	): Array<Array<Cell['value']>> | undefined {
		const { top, bottom, left, right } = this.#range(a1);
		const rows = this.#cells
			.slice(top, bottom)
			.map((row) =>
				Array.from(row.slice(left, right), (cell = EMPTY) => rendered(cell, option, dates)),
			)
			.map(withoutEmptyEnd((value) => value === ''));
		const kept = withoutEmptyEnd<Array<Cell['value']>>((row) => row.length === 0)(rows);
		return kept.length > 0 ? kept : undefined;
	}

	/**
	 * Checks one range of values and returns what writes it, so that several are written all or not at all:
	 * https://developers.google.com/workspace/sheets/api/limits (requests are applied atomically).
	 * Throws for what lies outside the range or the grid; a single cell is where the values begin.
	 */
	prepareWrite(a1: string, values: readonly unknown[][], option: InputOption): () => void {
		const range = this.#range(a1);
		const { top, left } = range;
		const isCell = range.bottom === top + 1 && range.right === left + 1;
		const bottom = isCell ? Infinity : range.bottom;
		const right = isCell ? Infinity : range.right;
		const width = Math.max(0, ...values.map((row) => row.length));
		const { rowCount, columnCount } = this.grid;
		const within = `Requested writing within range ['${this.title}'!${a1}], but tried writing to`;
		if (left + width > Math.min(right, columnCount)) {
			throw new InvalidRequest(`${within} column [${columnName(Math.min(right, columnCount))}]`);
		}
		if (top + values.length > Math.min(bottom, rowCount)) {
			throw new InvalidRequest(`${within} row [${Math.min(bottom, rowCount) + 1}]`);
		}
		return () => {
			for (const [rowIndex, row] of values.entries()) {
				for (const [columnIndex, value] of row.entries()) {
					this.#set(top + rowIndex, left + columnIndex, (before) =>
						written(before, value, option, this.now()),
					);
				}
			}
		};
	}

	/** A person types into cells from that one on, row by row. */
	type(a1: string, rows: ReadonlyArray<readonly string[]>): void {
		const { top, left } = this.#range(a1);
		for (const [rowIndex, row] of rows.entries()) {
			for (const [columnIndex, text] of row.entries()) {
				this.#set(top + rowIndex, left + columnIndex, (before) => typed(before, text, this.now()));
			}
		}
	}

	/** A person types a formula, and it has this result. */
	typeFormula(a1: string, formula: string, value: Cell['value']): void {
		const { top, left } = this.#range(a1);
		this.#set(top, left, ({ format }) => ({ value, formula, format }));
	}

	/** A person formats cells, empty ones too. An open range is formatted down to row 100. */
	format(a1: string, format: Format): void {
		const { top, left, bottom, right } = this.#range(a1);
		for (let row = top; row < Math.min(bottom, 100); row += 1) {
			for (let column = left; column < Math.min(right, this.grid.columnCount); column += 1) {
				this.#set(row, column, (before) => ({ ...before, format }));
			}
		}
	}

	/** A person inserts an empty row above the row of that number. */
	insertRow(number: number): void {
		this.#cells.splice(number - 1, 0, []);
		this.grid.rowCount += 1;
	}

	/** A person deletes the row of that number. */
	deleteRow(number: number): void {
		this.#cells.splice(number - 1, 1);
		this.grid.rowCount -= 1;
	}

	/** A person sorts all rows below the first by a column, Z to A. */
	sortDescending(column: string): void {
		const index = columnIndexOf(column);
		const shown = (row: Cell[]) => String(row[index]?.value ?? '');
		const rows = this.#cells.splice(1).sort((a, b) => shown(b).localeCompare(shown(a)));
		this.#cells.push(...rows);
	}

	/** All rows down to the last one with a cell, each with all columns of the grid. */
	cells(): Cell[][] {
		return Array.from(this.#cells, (row = []) =>
			Array.from({ length: this.grid.columnCount }, (_, column) => ({ ...(row[column] ?? EMPTY) })),
		);
	}

	#set(row: number, column: number, change: (before: Cell) => Cell): void {
		while (this.#cells.length <= row) this.#cells.push([]);
		const cells = this.#cells[row]!;
		cells[column] = change(cells[column] ?? EMPTY);
	}

	/** https://developers.google.com/workspace/sheets/api/guides/concepts#cell, without the sheet's name */
	#range(a1: string): Range {
		const all = { top: 0, left: 0, bottom: Infinity, right: Infinity };
		if (a1 === '') return all;
		const parts = /^([A-Z]*)(\d*)(?::([A-Z]*)(\d*))?$/.exec(a1);
		if (!parts) throw new InvalidRequest(`Unable to parse range: ${this.title}!${a1}`);
		const [, fromColumn = '', fromRow = '', toColumn, toRow] = parts;
		const top = fromRow ? Number(fromRow) - 1 : 0;
		const left = fromColumn ? columnIndexOf(fromColumn) : 0;
		const isCell = toColumn === undefined;
		const bottom = isCell ? top + 1 : toRow ? Number(toRow) : Infinity;
		const right = isCell ? left + 1 : toColumn ? columnIndexOf(toColumn) + 1 : Infinity;
		const { rowCount, columnCount } = this.grid;
		if (top >= rowCount || left >= columnCount) {
			throw new InvalidRequest(
				`Range ('${this.title}'!${a1}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
			);
		}
		return { top, left, bottom, right };
	}
}

/** A title and a range: `'My sheet'!A1:B2`, `Sheet1!A1`, `'My sheet'`. n8n's node leaves out the quotes with a range. */
export function splitRange(range: string): { title: string; a1: string } {
	const at = range.lastIndexOf('!');
	const name = at === -1 ? range : range.slice(0, at);
	const quoted = /^'(.*)'$/s.exec(name)?.[1];
	return {
		title: quoted?.replaceAll("''", "'") ?? name,
		a1: at === -1 ? '' : range.slice(at + 1).toUpperCase(),
	};
}

/** 0 → A, 26 → AA */
export function columnName(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function columnIndexOf(name: string): number {
	return [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function withoutEmptyEnd<T>(isEmpty: (value: T) => boolean): (values: T[]) => T[] {
	return (values) => values.slice(0, values.findLastIndex((value) => !isEmpty(value)) + 1);
}
