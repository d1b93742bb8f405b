import { invalid, valid, type FieldValue } from '../core/field';

const MS_PER_DAY = 86_400_000;

const NOT_A_DATE = invalid('must be a date, such as 2026-01-31');

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** A count of days, with or without the time, or a year, that became text; eight digits are a date such as 20260131. */
const SERIAL_AS_TEXT = /^(?!\d{8}$)(?:\d+(\.0+)?|\d\d,?\d{3}(\.\d+)?)$/;

/** Years that nobody means: how spreadsheets, databases and programs show an empty date. */
const EMPTY_YEAR = /(?<![\d+])(?:0001|1899|1900)(?!\d)|^(?:0001|1899|1900)\d{4}$/;

/**
 * What the service gets in a date field: the day of a point in time or of a spreadsheet's day count as
 * yyyy-MM-dd; any other text as given, since the service shows no format of dates. The value is trimmed and filled.
 */
export function toDateValue(value: unknown, timezone?: string): FieldValue<string> {
	if (typeof value === 'number') return countToDay(value);
	if (typeof value === 'object' && value !== null) {
		return objectToDay(value, timezone) ?? NOT_A_DATE;
	}
	// 0000-00-00 is how databases show none.
	if (typeof value !== 'string' || !/[1-9]/.test(value)) return NOT_A_DATE;
	if (SERIAL_AS_TEXT.test(value) || EMPTY_YEAR.test(value)) return NOT_A_DATE;
	if (!ISO_INSTANT.test(value)) return valid(value);
	return isDayOfCalendar(value.slice(0, 10)) ? instantToDay(new Date(value), timezone) : NOT_A_DATE;
}

/** Whether there is such a day: JavaScript reads the 31st of February as the 3rd of March. */
function isDayOfCalendar(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The day of a Date or of a Luxon DateTime; undefined for any other object. */
export function objectToDay(value: object, timezone?: string): FieldValue<string> | undefined {
	// By their shape: they may come from another realm or another copy of Luxon.
	if (Object.prototype.toString.call(value) === '[object Date]') {
		const date = value as Date;
		// Readers of databases make a day the midnight of this process.
		const isDay = new Date(date).setHours(0, 0, 0, 0) === date.getTime();
		return instantToDay(date, isDay ? undefined : timezone);
	}
	if (!('toJSDate' in value) || typeof value.toJSDate !== 'function') return undefined;
	return instantToDay(value.toJSDate() as Date, timezone);
}

/** Midnight UTC is a day as JSON holds it; any other instant is read in the time zone, by default that of this process. */
function instantToDay(instant: Date, timezone?: string): FieldValue<string> {
	if (Number.isNaN(instant.getTime())) return NOT_A_DATE;
	const isDay = instant.getTime() % MS_PER_DAY === 0;
	const day = isDay ? instant.toISOString().slice(0, 10) : getCalendar(timezone).format(instant);
	return /^\d{4}-/.test(day) && !EMPTY_YEAR.test(day) ? valid(day) : NOT_A_DATE;
}

/** The calendar used last: to make one takes a hundred times as long as to use it. */
let lastUsed: { timezone: string | undefined; calendar: Intl.DateTimeFormat } | undefined;

/** Writes days as yyyy-MM-dd; a time zone that is not known is that of this process. */
function getCalendar(timezone?: string): Intl.DateTimeFormat {
	if (lastUsed !== undefined && lastUsed.timezone === timezone) return lastUsed.calendar;
	lastUsed = { timezone, calendar: createCalendar(timezone) };
	return lastUsed.calendar;
}

function createCalendar(timezone?: string): Intl.DateTimeFormat {
	try {
		return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
	} catch {
		// n8n passes on what a workflow's settings hold, known or not.
		return new Intl.DateTimeFormat('sv-SE');
	}
}

/** The day that a spreadsheet means by a number, from 1910 to 2199, so that a year such as 2026 is no such number. The fraction is the time. */
function countToDay(count: number): FieldValue<string> {
	const days = Math.floor(count);
	if (!(days >= 3654 && days <= 109_574)) return NOT_A_DATE;
	// Day 0 is the last but one of 1899, as 1900 is counted as a leap year.
	return instantToDay(new Date(Date.UTC(1899, 11, 30) + days * MS_PER_DAY));
}
