import type { IDataObject } from 'n8n-workflow';

import type { components } from '../../../openapi/rental-screening';
import { truncate, humanize, joinLines } from '../core/text';

// Values of an answer of any shape, as spreadsheets and reports show them.

/** The objects of the service, by the names of its contract. */
export type Schemas = components['schemas'];

/** Text without blanks at its ends, numbers and booleans as text; null for anything else and for blank text. */
export function toPlainText(value: unknown): string | null {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') return null;
	return value.trim() || null;
}

/** The text of a value on one line, without repeated blanks; '' without any. */
export function toOneLine(value: unknown): string {
	return toPlainText(value)?.replace(/\s+/g, ' ') ?? '';
}

/** A finite number, or plain decimal text as a number; null for anything else. */
function toNumberOrNull(value: unknown): number | null {
	const number =
		typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The average of the numbers among the values, to two decimals; NaN without a number. */
export function computeAverage(values: readonly unknown[]): number {
	const numbers = values.map(toNumberOrNull).filter((number) => number !== null);
	const sum = numbers.reduce((total, number) => total + number, 0);
	return Math.round((sum / numbers.length) * 100) / 100;
}

/** A part of a whole in percent, to one decimal; null if a number is missing or the whole is not above 0. */
export function toPercent(part: unknown, whole: unknown): number | null {
	const [share, total] = [toNumberOrNull(part), toNumberOrNull(whole)];
	if (share === null || total === null || total <= 0) return null;
	return Math.round((share / total) * 1000) / 10;
}

/** The formats of columns, each with its conversion of a value to a cell. */
const TO_CELL = {
	/** Unchanged, since later nodes send it back to the service. */
	id: toPlainText,
	text: toTextCell,
	/** A constant of the service. */
	term: toTextCell,
	date: toTextCell,
	number: toNumberOrNull,
	/** A number of money: a report shows two decimals. */
	amount: toNumberOrNull,
	/** The currency of the amount in the same table: a report puts it behind that amount. */
	currency: toTextCell,
	boolean: (value) => value === true,
} satisfies Record<string, (value: unknown) => string | number | boolean | null>;

export type Format = keyof typeof TO_CELL;

function toTextCell(value: unknown): string | null {
	const text = toPlainText(value);
	return text === null ? null : escapeCell(text);
}

/** A column of an output: its name, the format of its values, and where they come from. */
export interface ResultColumn<Source> {
	readonly name: string;
	readonly format: Format;
	readonly read: (source: Source) => unknown;
}

/** Columns for fields of a part of the source, under the names of the fields. */
export function defineColumns<Source, Part>(
	getPart: (source: Source) => Part,
	formats: { readonly [Field in keyof Part & string]?: Format },
): Array<ResultColumn<Source>> {
	return Object.entries(formats).map(([name, format]) => ({
		name,
		format: format as Format,
		read: (source) => getPart(source)[name as keyof Part],
	}));
}

/** A flat row with all columns in their order. A cell without a value of the column's type is null. */
export function readRow<Source>(
	columns: ReadonlyArray<ResultColumn<Source>>,
	source: Source,
): IDataObject {
	const row: IDataObject = {};
	for (const { name, format, read } of columns) row[name] = TO_CELL[format](read(source));
	return row;
}

/** A value as a report shows it, on one line; null without a value of that format. */
export function formatForReport(format: Format, value: unknown): string | null {
	if (format === 'number' || format === 'amount') {
		const number = toNumberOrNull(value);
		return number === null ? null : truncate(formatNumber(number, format), 30);
	}
	const line = toVisibleLine(value, 320);
	if (line === null) return null;
	if (format === 'date') return line.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1');
	if (format === 'term') return humanize(line.replace(/^CHECK_TYPE_/, ''));
	return line;
}

/** With commas between thousands. `toLocaleString` with options would make a formatter for each number. */
function formatNumber(number: number, format: 'number' | 'amount'): string {
	if (format === 'number') return Number(number.toFixed(2)).toLocaleString('en-US');
	return number.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

/** The visible text of a value on one line of at most `max` characters; null without any. */
export function toVisibleLine(value: unknown, max: number): string | null {
	return truncate(joinLines(toPlainText(value) ?? ''), max) || null;
}

/** Excel's limit: n8n's Convert to File refuses a sheet with a longer text. */
const MAX_CELL_LENGTH = 32_767;

/** Text for a cell: one line of limited length, without NUL, with a prefix if a spreadsheet would run it as a formula. */
export function escapeCell(text: string): string {
	// A line break of two characters becomes one: more than twice as many do not fit. A longer text exhausts the stack.
	const start = text.slice(0, 2 * MAX_CELL_LENGTH + 2);
	const line = start.replace(/\r\n|[\0\n-\r\u0085\u2028\u2029]/g, ' ');
	// Blanks, invisible characters and apostrophes may stand before a formula; `+14165550100` is a number.
	const isFormula = /^[\s\p{C}']*[=+\-@＝＋－＠]/u.test(line) && !/^[+-]\d+(\.\d+)?$/.test(line);
	return truncate(isFormula ? `Text: ${line}` : line, MAX_CELL_LENGTH);
}

/** A flat answer of the service with its texts escaped for cells; its IDs stay unchanged. */
export function escapeCells(answer: IDataObject): IDataObject {
	const cells = Object.entries(answer).map(([name, value]) => [
		name,
		typeof value === 'string' && !isId(name) ? escapeCell(value) : value,
	]);
	return Object.fromEntries(cells) as IDataObject;
}

/** Whether a field of the service is an ID, which stays unchanged: later nodes send it back. */
export function isId(name: string): boolean {
	return /^(id|userId|propertyId|flowId)$/.test(name);
}
