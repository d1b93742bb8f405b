import { DateTime } from 'luxon';

/**
 * A cell of a Google sheet in the locale en_US, the default: what it holds and how it is shown.
 *
 * Not modelled, and refused where it is typed: formulas that begin with `+` or `-`, other currencies than $,
 * times, fractions. Not modelled at all: other locales, what a formula results in (a person's formula comes
 * with its result), data validation, rich text, merged cells.
 */
export interface Cell {
	value: string | number | boolean;
	/** As typed, with the `=` in front; `value` is its result. */
	formula?: string;
	format: Format;
}

/** `text` is "Plain text" in the menu; a date's format is a pattern of luxon's. */
export type Format = 'automatic' | 'text' | 'percent' | 'dollars' | { date: string };

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/ValueInputOption */
export type InputOption = 'RAW' | 'USER_ENTERED';

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/ValueRenderOption */
export type RenderOption = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/DateTimeRenderOption */
export type DateOption = 'SERIAL_NUMBER' | 'FORMATTED_STRING';

/** Something that Google's sheet can hold and this one cannot. */
export class NotModelled extends Error {}

export const EMPTY: Cell = { value: '', format: 'automatic' };

/**
 * The day that serial number 0 stands for:
 * https://developers.google.com/workspace/sheets/api/guides/formats#about_date_time_values
 */
const DAY_0 = DateTime.utc(1899, 12, 30);

/** How people type dates in the US, as luxon reads them; the first that fits is also how it is shown. */
const DATES = [
	'M/d/yyyy',
	'M/d/yy',
	'M/d',
	'M-d-yyyy',
	'M-d',
	'yyyy-MM-dd',
	'yyyy-M-d',
	'yyyy/M/d',
	'd-MMM-yyyy',
	'd-MMM',
	'MMM d',
	'MMM d, yyyy',
	'MMM d yyyy',
	'MMMM d, yyyy',
];
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?(e[+-]?\d+)?$|^[+-]?\.\d+(e[+-]?\d+)?$/i;
const DOLLARS = /^([+-]?)\$((\d+|\d{1,3}(,\d{3})+)(\.\d+)?)$/;
/** A formula without `=`, a fraction, another currency, a time, a date with a time. */
const NOT_MODELLED =
	/^[+-]\S|^\d+ \d+\/\d+$|^[€£¥] ?\d|^\d\d?:\d\d(:\d\d)?( ?[ap]m)?$|^\d+[-/]\d+[-/]\d+ \d/i;
/** Numbers keep 15 digits, as in every spreadsheet of doubles. */
const DIGITS = 15;

/**
 * What a cell holds after a value was written into it by the API.
 * - null is skipped and '' empties the cell:
 *   https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values#ValueRange
 * - Booleans and numbers are stored as they are, also with USER_ENTERED, and RAW text is not parsed (ValueInputOption).
 */
export function written(before: Cell, value: unknown, option: InputOption, now: Date): Cell {
	const { format } = before;
	if (value === null) return before;
	if (typeof value === 'number' || typeof value === 'boolean') return { value, format };
	if (typeof value !== 'string')
		throw new TypeError(`A cell cannot hold ${JSON.stringify(value)}.`);
	return option === 'RAW' || value === '' ? { value, format } : typed(before, value, now);
}

/**
 * What a cell holds after a person typed that into it. USER_ENTERED follows the same rules (ValueInputOption).
 * - In a cell formatted as plain text, what is typed stays as it is:
 *   https://support.google.com/docs/answer/56470 ("Plain text")
 * - `=` begins a formula: https://support.google.com/docs/answer/46977
 * - `'` in front makes text of what follows and is no part of it:
 *   https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/other#ExtendedValue
 * - "Mar 1 2016" becomes a date, "$100.15" a number shown as currency, "10%" a percentage:
 *   https://developers.google.com/workspace/sheets/api/guides/values#writing
 */
export function typed(before: Cell, text: string, now: Date): Cell {
	const { format } = before;
	if (format === 'text' || text === '') return { value: text, format };
	if (text.startsWith("'")) return { value: text.slice(1), format };
	if (text.startsWith('=')) return { value: '#N/A', formula: text, format };
	const bare = text.trim();
	if (/^(true|false)$/i.test(bare)) return { value: bare.toLowerCase() === 'true', format };
	const shown = (own: Format) => (format === 'automatic' ? own : format);
	if (NUMBER.test(bare)) return { value: numberOf(bare), format };
	if (bare.endsWith('%') && NUMBER.test(bare.slice(0, -1))) {
		return { value: rounded(numberOf(bare.slice(0, -1)) / 100), format: shown('percent') };
	}
	const dollars = DOLLARS.exec(bare);
	if (dollars) {
		return { value: numberOf(`${dollars[1]}${dollars[2]}`), format: shown('dollars') };
	}
	const date = dateOf(bare, now);
	if (date) return { value: date.serial, format: shown({ date: date.pattern }) };
	if (NOT_MODELLED.test(bare)) {
		throw new NotModelled(`What Google makes of '${text}' is not modelled.`);
	}
	return { value: text, format };
}

/**
 * A cell as it is read. Dates are formatted where FORMATTED_STRING asks for it, whatever else is (DateTimeRenderOption);
 * an empty cell is ''.
 */
export function rendered(cell: Cell, option: RenderOption, dates: DateOption): Cell['value'] {
	const { value, formula, format } = cell;
	if (option === 'FORMULA' && formula !== undefined) return formula;
	const isDate = typeof format === 'object' && typeof value === 'number';
	const asText = option === 'FORMATTED_VALUE' || (isDate && dates === 'FORMATTED_STRING');
	return asText ? shownAs(value, format) : value;
}

function shownAs(value: Cell['value'], format: Format): string {
	if (typeof value === 'boolean') return String(value).toUpperCase();
	if (typeof value === 'string' || format === 'automatic' || format === 'text')
		return String(value);
	if (format === 'percent') return `${rounded(value * 100)}%`;
	if (format !== 'dollars') return DAY_0.plus({ days: value }).toFormat(format.date);
	const amount = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2 });
	return `${value < 0 ? '-' : ''}$${amount}`;
}

function dateOf(text: string, now: Date): { serial: number; pattern: string } | undefined {
	for (const pattern of DATES) {
		const date = DateTime.fromFormat(text, pattern, { zone: 'utc', locale: 'en-US' });
		if (!date.isValid) continue;
		// Without a year it is a day of this year.
		const year = pattern.includes('y') ? date.year : now.getUTCFullYear();
		return { serial: date.set({ year }).diff(DAY_0, 'days').days, pattern };
	}
	return undefined;
}

const numberOf = (text: string) => rounded(Number(text.replaceAll(',', '')));
const rounded = (value: number) => Number(value.toPrecision(DIGITS));
