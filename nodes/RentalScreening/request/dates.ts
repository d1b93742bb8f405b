import { invalid, valid, type FieldValue } from '../core/field';

const MS_PER_DAY = 86_400_000;

const NOT_A_DATE = invalid('must be a date, such as 2026-01-31');

const INSTANT = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2})$/i;
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?$/;

/** A number that became text; eight digits are a date such as 20260131. */
const NUMBER_AS_TEXT = /^\d{1,7}(?:\.\d+)?$/;

/**
 * What the service gets in a date field: the day of a point in time or of a spreadsheet's count of days as yyyy-MM-dd;
 * any other text as given, since the service shows no format of dates. The value is trimmed and filled.
 */
export function toDateValue(value: unknown, timezone?: string): FieldValue<string> {
	const text = typeof value === 'object' && value !== null ? toInstant(value) : value;
	if (typeof text === 'number') return countToDay(text);
	if (typeof text !== 'string' || !/\d/.test(text)) return NOT_A_DATE;
	if (NUMBER_AS_TEXT.test(text)) return countToDay(Number(text));
	const [, time] = INSTANT.exec(text) ?? [];
	if (time === undefined) return valid(text);
	// Midnight with its own offset is that day, wherever that is.
	if (MIDNIGHT.test(time)) return valid(text.slice(0, 10));
	const instant = new Date(text);
	if (Number.isNaN(instant.getTime())) return NOT_A_DATE;
	return valid(getCalendar(timezone).format(instant));
}

/** A Date or a Luxon DateTime as ISO text, by its shape: it may come from another realm or another copy of Luxon. */
function toInstant(value: object): unknown {
	if ('toISO' in value && typeof value.toISO === 'function') return value.toISO() as unknown;
	if (Object.prototype.toString.call(value) !== '[object Date]') return undefined;
	return (value as Date).toJSON();
}

/** The calendar used last: to make one takes a hundred times as long as to use it. */
let lastUsed: { timezone: string | undefined; calendar: Intl.DateTimeFormat } | undefined;

/** Writes days as yyyy-MM-dd. */
function getCalendar(timezone?: string): Intl.DateTimeFormat {
	if (lastUsed !== undefined && lastUsed.timezone === timezone) return lastUsed.calendar;
	let calendar = new Intl.DateTimeFormat('sv-SE');
	try {
		calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
	} catch {
		// n8n passes on what a workflow's settings hold; an unknown zone is that of this process.
	}
	lastUsed = { timezone, calendar };
	return calendar;
}

/** The day that a spreadsheet means by a number, from 1910 to 2199: a year such as 2026 is no such number. */
function countToDay(count: number): FieldValue<string> {
	const days = Math.floor(count);
	if (!(days >= 3654 && days <= 109_574)) return NOT_A_DATE;
	// Day 0 is the last but one of 1899, as 1900 is counted as a leap year.
	const day = new Date(Date.UTC(1899, 11, 30) + days * MS_PER_DAY);
	return valid(day.toISOString().slice(0, 10));
}
