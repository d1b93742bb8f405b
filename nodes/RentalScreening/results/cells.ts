import type { IDataObject } from 'n8n-workflow';

import type { components } from '../../../openapi/rental-screening';
import { truncate, humanize, onOneLine } from '../core/text';

// Values of an answer of any shape, as a spreadsheet and a report show them.

export type Schemas = components['schemas'];

/** Trimmed text; numbers and booleans as text; null for anything else and for blank text. */
export function toPlainText(value: unknown): string | null {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') return null;
	return value.trim() || null;
}

/** The text with each run of blanks and line breaks as one blank; '' where there is none. */
export function toOneLine(value: unknown): string {
	return toPlainText(value)?.replace(/\s+/g, ' ') ?? '';
}

/** A finite number, also from plain decimal text; null for anything else. */
function toNumberOrNull(value: unknown): number | null {
	const number =
		typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The mean of the numbers among the values, to two decimals; NaN where there is none. */
export function average(values: readonly unknown[]): number {
	const numbers = values.map(toNumberOrNull).filter((number) => number !== null);
	const sum = numbers.reduce((total, number) => total + number, 0);
	return Math.round((sum / numbers.length) * 100) / 100;
}

/** A part of a whole in percent, to one decimal; null without either, or without any whole. */
export function toPercent(part: unknown, whole: unknown): number | null {
	const [of, all] = [toNumberOrNull(part), toNumberOrNull(whole)];
	return of === null || all === null || all <= 0 ? null : Math.round((of / all) * 1000) / 10;
}

type Cell = string | number | boolean | null;
type Row = Record<string, Cell>;

/** The formats of columns, with the cell for a value of each. */
const TO_CELL = {
	/** Later steps send it back, so it stays as the service gave it. */
	id: toPlainText,
	text: toTextCell,
	/** A constant of the service. */
	term: toTextCell,
	date: toTextCell,
	number: toNumberOrNull,
	boolean: (value) => value === true,
} satisfies Record<string, (value: unknown) => Cell>;

export type Format = keyof typeof TO_CELL;

function toTextCell(value: unknown): string | null {
	const text = toPlainText(value);
	return text === null ? null : escapeCell(text);
}

/** A column of an output: its name, the format of its values, and where they come from. */
export interface Column<Source> {
	readonly name: string;
	readonly format: Format;
	readonly read: (source: Source) => unknown;
}

/** Columns that are fields of a part of a source, under their names. */
export function defineColumns<Source, Part>(
	part: (source: Source) => Part,
	formats: { readonly [Field in keyof Part & string]?: Format },
): Array<Column<Source>> {
	return Object.entries(formats).map(([name, format]) => ({
		name,
		format: format as Format,
		read: (source) => part(source)[name as keyof Part],
	}));
}

/** One flat row with each of the columns, in their order: a value of the column's type or null. */
export function readRow<Source>(columns: ReadonlyArray<Column<Source>>, source: Source): Row {
	const row: Row = {};
	for (const { name, format, read } of columns) row[name] = TO_CELL[format](read(source));
	return row;
}

/** A value as a report shows it, on one line; null where there is none of that format. */
export function formatForReport(format: Format, value: unknown): string | null {
	if (format === 'number') {
		const number = toNumberOrNull(value);
		// With no options, so that the formatter is made once.
		return number === null ? null : truncate(Number(number.toFixed(2)).toLocaleString('en-US'), 30);
	}
	const line = toVisibleLine(value, 320);
	if (format === 'date') return line?.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1') ?? null;
	return format === 'term' && line !== null ? humanize(line.replace(/^CHECK_TYPE_/, '')) : line;
}

/** The visible text of a value on one line of at most `most` characters; null where there is none. */
export function toVisibleLine(value: unknown, most: number): string | null {
	return truncate(onOneLine(toPlainText(value) ?? ''), most) || null;
}

/** Excel's limit. Because of one longer text n8n's Convert to File refuses the whole sheet. */
const MAX_CELL_LENGTH = 32_767;

/** Text for a spreadsheet cell: on one line, not too long, and visibly text where it would run as a formula. */
export function escapeCell(text: string): string {
	const line = text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, ' ');
	// A formula may begin behind blanks, what is invisible, and apostrophes; `+14165550100` is a number.
	const isFormula = /^[\s\p{C}']*[=+\-@]/u.test(line) && !/^[+-]\d+(\.\d+)?$/.test(line);
	return truncate(isFormula ? `Text: ${line}` : line, MAX_CELL_LENGTH);
}

/** A flat answer of the service with each of its texts as a safe cell; its IDs as they are. */
export function escapeCells(answer: IDataObject): IDataObject {
	const cells = Object.entries(answer).map(([name, value]) => [
		name,
		typeof value === 'string' && !isId(name) ? escapeCell(value) : value,
	]);
	return Object.fromEntries(cells) as IDataObject;
}

/** Whether a field of the service is an ID: later steps send it back, so it stays as it came. */
export function isId(name: string): boolean {
	return /^(id|userId|propertyId|flowId)$/.test(name);
}
