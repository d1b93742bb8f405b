import type { ApiValue } from './field';

type Day = ApiValue<string>;

const MS_PER_DAY = 86_400_000;

const NO_DATE: Day = { problem: 'must be a date, such as 2026-01-31' };
const NO_SUCH_DATE: Day = { problem: 'must be a date that exists, such as 2026-01-31' };
const BARE_NUMBER: Day = { problem: 'must be a date, such as 2026-01-31, not a bare number' };

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** A count of days, or a year, that became text; eight digits are a date such as 20260131. */
const COUNT_AS_TEXT = /^(?!\d{8}$)\d+(\.0+)?$/;

/**
 * What the service gets in a date field: the day of a point in time or of a spreadsheet's day count as
 * yyyy-MM-dd; any other text as given, since the service shows no format of dates. The value is trimmed and filled.
 */
export function toDateValue(value: unknown, timezone?: string): Day {
	if (typeof value === 'number') return dayOfCount(value);
	if (typeof value === 'object' && value !== null) return dayOfObject(value, timezone) ?? NO_DATE;
	if (typeof value !== 'string' || !/\d/.test(value)) return NO_DATE;
	if (ISO_INSTANT.test(value)) return dayOfInstant(new Date(value), timezone);
	return COUNT_AS_TEXT.test(value) ? BARE_NUMBER : { value };
}

/** The day of a Date or of a Luxon DateTime; undefined for any other object. */
export function dayOfObject(value: object, timezone?: string): Day | undefined {
	if (isDate(value)) {
		// Readers of databases make a day the midnight of this process.
		const isDay = new Date(value).setHours(0, 0, 0, 0) === value.getTime();
		return isDay ? dayUtc(value, value.getTimezoneOffset()) : dayOfInstant(value, timezone);
	}
	return isDateTime(value) ? dayOfInstant(value.toJSDate(), timezone) : undefined;
}

/** Not instanceof: a Date may come from the sandbox that evaluates expressions. */
function isDate(value: object): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/** By its shape, as n8n and this package may hold different copies of Luxon. */
function isDateTime(value: object): value is { toJSDate(): Date } {
	return 'toJSDate' in value && typeof value.toJSDate === 'function';
}

/** Midnight UTC is how days travel through JSON; any other instant is in the workflow's time zone. */
function dayOfInstant(instant: Date, timezone?: string): Day {
	if (Number.isNaN(instant.getTime())) return NO_SUCH_DATE;
	if (instant.getTime() % MS_PER_DAY === 0) return dayUtc(instant);
	return fourDigitYear(calendarOf(timezone).format(instant));
}

function dayUtc(instant: Date, minutesWest = 0): Day {
	const shifted = new Date(instant.getTime() - minutesWest * 60_000);
	return fourDigitYear(shifted.toISOString().slice(0, 10));
}

function fourDigitYear(day: string): Day {
	return /^\d{4}-\d{2}-\d{2}$/.test(day) ? { value: day } : NO_SUCH_DATE;
}

/** The calendar used last: to make one takes a hundred times as long as to use it. */
let lastUsed: { timezone: string | undefined; calendar: Intl.DateTimeFormat } | undefined;

/** Writes days as yyyy-MM-dd; a time zone that is not known is that of this process. */
function calendarOf(timezone?: string): Intl.DateTimeFormat {
	if (lastUsed !== undefined && lastUsed.timezone === timezone) return lastUsed.calendar;
	let calendar = new Intl.DateTimeFormat('sv-SE');
	try {
		calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
	} catch {
		// n8n passes on what a workflow's settings hold, known or not.
	}
	lastUsed = { timezone, calendar };
	return calendar;
}

/** Day 0 of a spreadsheet's count, which takes 1900 for a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** From 1910 to 2199: a number outside, such as a bare year, is hardly meant as the count of a day. */
const EARLIEST = 3654;
const LATEST = 109_574;

/** The day that a spreadsheet means by a number; the fraction is the time of day. */
function dayOfCount(count: number): Day {
	const days = Math.floor(count);
	if (!(days >= EARLIEST && days <= LATEST)) return BARE_NUMBER;
	return dayUtc(new Date(DAY_ZERO + days * MS_PER_DAY));
}
