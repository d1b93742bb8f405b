/**
 * A cell of an Excel worksheet: what it holds, the formula behind it, and whether it is formatted as text.
 *
 * Not modelled: other number formats than General and Text (how a value is shown does not matter here, since
 * the API reads values), dates with a time, fractions, currencies, locales other than en-US, what a formula
 * results in (a person's formula comes with its result).
 */
export interface Cell {
	value: CellValue;
	/** As typed, with the `=` in front; `value` is its result. */
	formula?: string;
	isText?: boolean;
}

export type CellValue = string | number | boolean;

/** A request that Graph answers with 400. */
export class InvalidRequest extends Error {}

const EMPTY: Cell = { value: '' };
const MS_PER_DAY = 86_400_000;
/** The day of serial number 0: https://learn.microsoft.com/en-us/office/troubleshoot/excel/1900-and-1904-date-system */
const DAY_0 = Date.UTC(1899, 11, 30);
const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?(?:e[+-]?\d+)?%?$|^[+-]?\.\d+%?$/i;
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}\/\d{4}|\d{1,2}-[A-Z][a-z]{2}(?:-\d{4})?)$/;
/** Excel keeps 15 digits: https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3 */
const DIGITS = 15;

/**
 * What a cell holds after that text was typed into it; values that come through the API follow the same rules.
 * - A cell formatted as Text keeps what is typed:
 *   https://support.microsoft.com/en-us/office/format-numbers-as-text-583160db-936b-4e52-bdff-6f1863518ba4
 * - What begins with `+`, `-` or `=` is a formula:
 *   https://learn.microsoft.com/en-us/javascript/api/excel/excel.range#excel-excel-range-values-member
 * - `'` in front makes text of what follows (same page as Text).
 */
export function typed({ isText = false }: Cell, text: string, year: number): Cell {
	const format = isText ? { isText } : {};
	if (isText || text === '') return { value: text, ...format };
	if (text.startsWith("'")) return { value: text.slice(1) };
	const bare = text.trim();
	if (NUMBER.test(bare)) {
		const number = Number(bare.replace(/[,%]/g, ''));
		return { value: Number((bare.endsWith('%') ? number / 100 : number).toPrecision(DIGITS)) };
	}
	if (/^[=+-]/.test(text)) return { value: '#NAME?', formula: `=${text.replace(/^=/, '')}` };
	if (/^(true|false)$/i.test(bare)) return { value: bare.toLowerCase() === 'true' };
	if (DATE.test(bare)) {
		const time = Date.parse(`${/\d{4}/.test(bare) ? bare : `${bare}-${year}`} UTC`);
		if (!Number.isNaN(time)) return { value: (time - DAY_0) / MS_PER_DAY };
	}
	return { value: text };
}

/** A worksheet: what Graph and what a person does with it. */
export class Worksheet {
	/** By row, then by column. */
	readonly #cells: Cell[][] = [];

	constructor(
		readonly id: string,
		readonly name: string,
	) {}

	/** A person types rows into the cells from A1 on, or from that row on. */
	type(rows: ReadonlyArray<readonly string[]>, firstRow = 1): void {
		for (const [index, row] of rows.entries()) {
			for (const [column, text] of row.entries()) {
				this.#set(firstRow - 1 + index, column, (before) => typed(before, text, 2026));
			}
		}
	}

	/** A person types a formula, and it has this result. */
	typeFormula(row: number, column: number, formula: string, value: CellValue): void {
		this.#set(row, column, () => ({ value, formula }));
	}

	/** A person formats a number of columns as Text, down to a row; formatted cells count as used. */
	formatAsText(columns: number, rows: number): void {
		for (let row = 0; row < rows; row += 1) {
			for (let column = 0; column < columns; column += 1) {
				this.#set(row, column, (before) => ({ ...before, isText: true }));
			}
		}
	}

	/** A person deletes the row of that number. */
	deleteRow(number: number): void {
		this.#cells.splice(number - 1, 1);
	}

	/** A person sorts all rows below the header by their first column, Z to A. */
	sortDescending(): void {
		const rows = this.#cells.splice(1);
		rows.sort((a, b) => String(b[0]?.value).localeCompare(String(a[0]?.value)));
		this.#cells.push(...rows);
	}

	/** https://learn.microsoft.com/en-us/graph/api/worksheet-usedrange: cells with a value or a format. */
	usedRange(): { address: string; values: CellValue[][] } {
		const width = Math.max(1, ...this.#cells.map((row) => row.length));
		const height = Math.max(1, this.#cells.length);
		const values = Array.from({ length: height }, (_, row) =>
			Array.from({ length: width }, (_unused, column) => this.#at(row, column).value),
		);
		const end = width * height === 1 ? '' : `:${columnName(width - 1)}${height}`;
		return { address: `${this.name}!A1${end}`, values };
	}

	/**
	 * https://learn.microsoft.com/en-us/graph/api/range-update. null leaves a cell as it is and '' empties it
	 * (https://learn.microsoft.com/en-us/graph/api/resources/excel#null-input); dimensions have to fit.
	 */
	write(address: string, values: ReadonlyArray<ReadonlyArray<CellValue | null>>): void {
		const { top, left, height, width } = rangeOf(address);
		if (values.length !== height || values.some((row) => row.length !== width)) {
			throw new InvalidRequest(
				"The number of rows or columns in the input array doesn't match the size or dimensions of the range.",
			);
		}
		for (const [row, cells] of values.entries()) {
			for (const [column, value] of cells.entries()) {
				if (value === null) continue;
				this.#set(top + row, left + column, (before) =>
					typeof value === 'string' || before.isText
						? typed(before, String(value), 2026)
						: { value },
				);
			}
		}
	}

	/** A range as it is now, which is also the answer to a write. */
	read(address: string): { address: string; values: CellValue[][] } {
		const { top, left, height, width } = rangeOf(address);
		const values = Array.from({ length: height }, (_, row) =>
			Array.from({ length: width }, (_unused, column) => this.#at(top + row, left + column).value),
		);
		return { address: `${this.name}!${address}`, values };
	}

	/** A person inserts an empty row above the row of that number. */
	insertRow(number: number): void {
		this.#cells.splice(number - 1, 0, []);
	}

	/** All rows down to the last one with a cell. */
	cells(): Cell[][] {
		const { values } = this.usedRange();
		return values.map((row, rowIndex) =>
			row.map((_, column) => ({ ...this.#at(rowIndex, column) })),
		);
	}

	/** The rows below the header as objects by its texts. */
	rows(): Array<Record<string, CellValue>> {
		const [header = [], ...rows] = this.usedRange().values;
		return rows.map((row) =>
			Object.fromEntries(row.map((value, column) => [String(header[column]), value])),
		);
	}

	#at(row: number, column: number): Cell {
		return this.#cells[row]?.[column] ?? EMPTY;
	}

	#set(row: number, column: number, change: (before: Cell) => Cell): void {
		while (this.#cells.length <= row) this.#cells.push([]);
		const cells = this.#cells[row]!;
		while (cells.length < column) cells.push(EMPTY);
		cells[column] = change(cells[column] ?? EMPTY);
	}
}

/** Rows and columns from 0. */
function rangeOf(address: string) {
	const parts = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(address);
	if (!parts)
		throw new InvalidRequest('The argument is invalid or missing or has an incorrect format.');
	const [, from = '', first = '', to = from, last = first] = parts;
	const [top, left] = [Number(first) - 1, columnIndex(from)];
	return { top, left, height: Number(last) - top, width: columnIndex(to) - left + 1 };
}

function columnName(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function columnIndex(name: string): number {
	return [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
