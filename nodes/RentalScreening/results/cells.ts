import type { IDataObject } from 'n8n-workflow';

import { atFirstUse, booleanOf, clipped, numberOf, textOf } from './values';

export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;

/** The formats of columns, with the cell for a value of each. The report shows values by their format. */
const TO_CELL = {
	// Later steps send it back, so it stays as the service gave it.
	identifier: textOf,
	text: textCell,
	/** Somebody's own words. */
	prose: textCell,
	/** A constant of the service. */
	term: textCell,
	date: textCell,
	month: textCell,
	/** The currency of the amount in front of it. */
	currency: textCell,
	number: numberOf,
	amount: numberOf,
	/** An amount that the report draws as well. */
	bar: numberOf,
	percent: numberOf,
	boolean: booleanOf,
} satisfies Record<string, (value: unknown) => Cell>;

export type Format = keyof typeof TO_CELL;

function textCell(value: unknown): string | null {
	const text = textOf(value);
	return text === null ? null : safeCell(text);
}

/** A column of an output, as rows store it and as the report shows it. */
export interface Column<Source> {
	readonly name: string;
	readonly format: Format;
	/** Where its value comes from. */
	readonly read: (source: Source) => unknown;
	/** What the report calls it; absent where that is its name in words. */
	readonly label: string | undefined;
}

/** A table of columns. */
export type Columns<Source> = ReadonlyArray<Column<Source>>;

/** Whether the values of a column are figures. */
export function isFigure({ format }: Pick<Column<never>, 'format'>): boolean {
	return TO_CELL[format] === numberOf;
}

/**
 * One flat row with every column of the table, in its order: a value of the column's type or null.
 * `before` holds the columns in front.
 */
export function readRow<Source>(columns: Columns<Source>, source: Source, before: Row = {}): Row {
	const row: Row = { ...before };
	for (const { name, format, read } of columns) row[name] = TO_CELL[format](read(source));
	return row;
}

// All that a program may read as the end of a row: n8n's CSV does not quote a lone carriage return.
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

// The characters that start a formula, in the forms that some locales accept too, also behind blanks
// and invisible characters that a program may drop, or behind apostrophes, which a spreadsheet drops
// from what is typed; and the tab that begins a new cell.
const formulaStart = atFirstUse(
	() =>
		/^(?:\t|[\p{C}\p{Z}'\u2018\u2019\uFF07]*[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF1D\uFF0B\uFF0D\uFF20])/u,
);

// `+14165550100` and `-12.5` can only be read as the number that they are. A phone number with
// dashes is not among them: `+1-416-555-0100` is a subtraction to a spreadsheet.
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?$/;

// What begins with a word and a colon is text to every spreadsheet, also where it is read as if typed.
const TEXT = 'Text: ';

/** Excel's limit. Because of one longer text n8n's Convert to File refuses the whole sheet. */
const LONGEST_CELL = 32_767;

/**
 * Text for a spreadsheet cell: on one line, no longer than a cell may be, and with 'Text: ' in front where a
 * spreadsheet would run it as a formula.
 */
export function safeCell(text: string): string {
	const line = text.replace(LINE_BREAK, ' ');
	const cell = formulaStart().test(line) && !SIGNED_NUMBER.test(line) ? `${TEXT}${line}` : line;
	return clipped(cell, LONGEST_CELL);
}

const IDENTIFIER = /^id$|Id$/;

/** A flat answer of the service with each of its texts as a safe cell; its IDs as they are. */
export function safeTexts(answer: IDataObject): IDataObject {
	const texts = Object.entries(answer).map(([name, value]) => [
		name,
		typeof value === 'string' && !IDENTIFIER.test(name) ? safeCell(value) : value,
	]);
	return Object.fromEntries(texts) as IDataObject;
}
