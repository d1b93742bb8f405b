import { DateTime } from 'luxon';

export type CellValue = string | number | boolean;

/**
 * A cell of a Google sheet or an Excel worksheet in the locale en-US. Not modelled: what a formula results in (a
 * person's formula comes with its result), other formats than text and dates, times, fractions, other currencies.
 */
export interface Cell {
	value: CellValue;
	/** As typed, with the `=` in front; `value` is its result. */
	formula?: string;
	/** Formatted as text, so that what is typed stays as it is. */
	isText?: boolean;
	/** A date as it is shown; `value` is its serial number. */
	shown?: string;
}

const EMPTY: Cell = { value: '' };
/** The day of serial number 0: https://developers.google.com/workspace/sheets/api/guides/formats#about_date_time_values */
const DAY_0 = DateTime.utc(1899, 12, 30);
/** How people type dates in the US, as luxon reads them. */
const DATES = ['M/d/yyyy', 'yyyy-MM-dd', 'd-MMM', 'd-MMM-yyyy', 'MMM d', 'MMM d, yyyy'];
const NUMBER = /^[+-]?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?(e[+-]?\d+)?%?$/i;
/** Numbers keep 15 digits, as in every spreadsheet. */
const DIGITS = 15;

/**
 * What a cell holds after that text was typed into it; Excel treats what comes through its API alike.
 * - A cell formatted as text keeps what is typed: https://support.google.com/docs/answer/56470 ("Plain text"),
 *   https://support.microsoft.com/en-us/office/format-numbers-as-text-583160db-936b-4e52-bdff-6f1863518ba4
 * - `'` in front makes text of what follows and is no part of it (same pages).
 * - `=`, `+` and `-` begin a formula:
 *   https://learn.microsoft.com/en-us/javascript/api/excel/excel.range#excel-excel-range-values-member
 * - "2/1/2025" becomes a date, "$100.15" a number, "10%" a tenth:
 *   https://developers.google.com/workspace/sheets/api/guides/values#writing
 */
export function typed({ isText = false }: Cell, text: string): Cell {
	if (isText) return { value: text, isText };
	if (text.startsWith("'")) return { value: text.slice(1) };
	const bare = text.trim();
	if (NUMBER.test(bare)) {
		const number = Number(bare.replaceAll(/[$,%]/g, '')) / (bare.endsWith('%') ? 100 : 1);
		return { value: Number(number.toPrecision(DIGITS)) };
	}
	if (/^[=+-]/.test(bare)) return { value: '#NAME?', formula: `=${bare.replace(/^=/, '')}` };
	if (/^(true|false)$/i.test(bare)) return { value: bare.toLowerCase() === 'true' };
	for (const pattern of DATES) {
		const date = DateTime.fromFormat(bare, pattern, { zone: 'utc', locale: 'en-US' });
		if (date.isValid) return { value: date.diff(DAY_0, 'days').days, shown: bare };
	}
	return { value: text };
}

/** A sheet of a Google document or a worksheet of an Excel workbook: what a person and an API do with it. */
export class Sheet {
	/** By row, then by column. */
	readonly #rows: Cell[][] = [];

	constructor(
		readonly id: string,
		readonly title: string,
	) {}

	/** A person types into the cells from that one on, row by row. */
	type(a1: string, rows: ReadonlyArray<readonly string[]>): void {
		this.write(a1, rows, (text, before) => typed(before, String(text)));
	}

	/** A person types a formula, and it has this result. */
	typeFormula(a1: string, formula: string, value: CellValue): void {
		this.write(a1, [[value]], () => ({ value, formula }));
	}

	/** A person formats a range of cells as text, empty ones too. */
	formatAsText(a1: string): void {
		const { top, left, bottom, right } = parseRange(a1);
		const cells = Array.from({ length: bottom - top }, () => Array(right - left).fill(''));
		this.write(a1, cells, (_, { value }) => ({ value, isText: true }));
	}

	/** A person inserts an empty row above the row of that number. */
	insertRow(number: number): void {
		this.#rows.splice(number - 1, 0, []);
	}

	/** A person deletes the row of that number. */
	deleteRow(number: number): void {
		this.#rows.splice(number - 1, 1);
	}

	/** A person sorts all rows below the first by their first column, Z to A. */
	sortDescending(): void {
		const text = (row: Cell[]) => String(row[0]?.value ?? '');
		const rows = this.#rows.splice(1).sort((a, b) => text(b).localeCompare(text(a)));
		this.#rows.push(...rows);
	}

	/** Stores values from the first cell of a range on; null leaves a cell as it is. */
	write(
		a1: string,
		values: ReadonlyArray<ReadonlyArray<CellValue | null>>,
		store: (value: CellValue, before: Cell) => Cell,
	): void {
		const { top, left } = parseRange(a1);
		for (const [index, row] of values.entries()) {
			while (this.#rows.length <= top + index) this.#rows.push([]);
			const cells = this.#rows[top + index]!;
			for (const [column, value] of row.entries()) {
				if (value !== null) cells[left + column] = store(value, cells[left + column] ?? EMPTY);
			}
		}
	}

	/** The cells of a range as far as there are any; by default all down to the last row with one. */
	cells(a1 = ''): Cell[][] {
		const { top, left, bottom, right } = parseRange(a1);
		const width = Math.min(right, Math.max(0, ...this.#rows.map((row) => row.length))) - left;
		return this.#rows
			.slice(top, bottom)
			.map((row) =>
				Array.from({ length: Math.max(0, width) }, (_, column) => row[left + column] ?? EMPTY),
			);
	}

	/** The rows below the header down to the last filled one, by its texts: dates as text, empty cells as ''. */
	rows(): Array<Record<string, CellValue>> {
		const [header = [], ...rows] = this.cells();
		return withoutEnd(rows, (row) => row.every(({ value }) => value === '')).map((row) =>
			Object.fromEntries(
				row.map(({ value, shown }, column) => [String(header[column]!.value), shown ?? value]),
			),
		);
	}
}

/**
 * Rows and columns of a range from 0, without their ends: `A1:B2`, `A1`, `B:B`, `2:2` or '' for all.
 * https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 */
export function parseRange(a1: string) {
	const parts = /^([A-Z]*)(\d*)(?::([A-Z]*)(\d*))?$/.exec(a1);
	if (!parts) throw new Error(`Unable to parse range: ${a1}`);
	const [, from = '', first = '', to = from, last = first] = parts;
	return {
		top: first ? Number(first) - 1 : 0,
		left: from ? columnIndex(from) : 0,
		bottom: last ? Number(last) : Infinity,
		right: to ? columnIndex(to) + 1 : Infinity,
	};
}

/** The values without the empty ones at the end. */
export function withoutEnd<T>(values: T[], isEmpty: (value: T) => boolean): T[] {
	return values.slice(0, values.findLastIndex((value) => !isEmpty(value)) + 1);
}

/** 0 → A, 26 → AA */
export function toColumnName(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : toColumnName(Math.floor(index / 26) - 1) + letter;
}

function columnIndex(name: string): number {
	return [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
