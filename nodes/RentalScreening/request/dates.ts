import { atFirstUse } from '../results/values';
import type { ApiValue } from './field';
import { trimBlanks, whyNeverSent } from './text';

const MS_PER_DAY = 86_400_000;
const MINUTES_PER_DAY = 1440;

export const NO_SUCH_DATE = 'must be a date that exists, such as 2026-01-31';
const NO_DATE = 'must be a date, such as 2026-01-31';

/**
 * A value as the service gets it in a date field. The service document shows no format of dates, so text
 * that holds a day that exists and a year is sent as given, without a time of day; any other is refused:
 * - a Date, a DateTime, the text of either after JSON, and the day count of a spreadsheet: yyyy-MM-dd;
 * - text in numbers ('2026-01-31', '1/31/2026', '31.01.26', '20260131'), or with the month as a word of any
 *   language ('31 Jan 2026', 'January 31, 2026', '5 janvier 2026'): as given.
 * `timezone`: of the workflow, for instants; by default that of this process. Never throws.
 */
export function toDateValue(value: unknown, timezone?: string): ApiValue<string> {
	if (value === undefined || value === null) return { empty: true };
	if (typeof value === 'number') return dayOfCount(value);
	if (typeof value === 'object') return dayOrProblem(calendarDay(value, timezone));
	if (typeof value !== 'string') return { problem: NO_DATE };
	const text = trimBlanks(value);
	if (text === '') return { empty: true };
	const problem = whyNeverSent(text);
	return problem === undefined ? dateOfText(text, timezone) : { problem };
}

function dayOrProblem(day: string | null | undefined): ApiValue<string> {
	if (day === undefined) return { problem: NO_DATE };
	return day === null ? { problem: NO_SUCH_DATE } : dateOfText(day);
}

/** What is used of a Luxon DateTime: known by its shape, as n8n and this package may hold different copies of Luxon. */
interface DateTimeLike {
	readonly isValid: unknown;
	toISODate(): unknown;
}

function isDateTimeLike(value: object): value is DateTimeLike {
	return 'toISODate' in value && typeof value.toISODate === 'function' && 'isValid' in value;
}

/** Not instanceof: a Date may come from another realm, such as the sandbox that evaluates expressions. */
function isDate(value: object): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/**
 * The calendar day of a Date or of a Luxon DateTime (in the DateTime's own zone), as yyyy-MM-dd.
 * null: a date that does not exist or does not fit yyyy-MM-dd. undefined: not a date. Never throws.
 */
export function calendarDay(value: object, timezone?: string): string | null | undefined {
	try {
		const day = dayOf(value, timezone);
		if (day === undefined) return undefined;
		return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
	} catch {
		return null; // An invalid DateTime throws where Luxon's `throwOnInvalid` is set.
	}
}

function dayOf(value: object, timezone?: string): unknown {
	if (isDate(value)) return Number.isNaN(value.getTime()) ? null : dayOfDate(value, timezone);
	if (isDateTimeLike(value)) return value.isValid === true ? value.toISODate() : null;
	return undefined;
}

/**
 * Readers of spreadsheets and databases make the Date of a day either at midnight UTC or at midnight of this
 * process, by library and version: it keeps the day of the cell. Any other Date is an instant, whose day is the
 * one in the workflow's time zone.
 */
function dayOfDate(date: Date, timezone?: string): string {
	if (date.getTime() % MS_PER_DAY === 0) return date.toISOString().replace('T00:00:00.000Z', '');
	const isMidnight = new Date(date).setHours(0, 0, 0, 0) === date.getTime();
	const [month, day, year] = calendarIn(isMidnight ? undefined : timezone)
		.format(date)
		.split('/');
	return `${year}-${month}-${day}`;
}

/** By time zone: to make one takes a hundred times as long as to use it. */
const calendars = new Map<string | undefined, Intl.DateTimeFormat>();

/** Writes the day of a Date as MM/DD/YYYY in that time zone, by default that of this process. */
function calendarIn(timeZone: string | undefined): Intl.DateTimeFormat {
	const known = calendars.get(timeZone);
	if (known !== undefined) return known;
	const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
	let made = new Intl.DateTimeFormat('en-US', parts);
	try {
		made = new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
	} catch {
		// n8n passes on what a workflow's settings hold, known or not.
	}
	calendars.set(timeZone, made);
	return made;
}

/** Day 0 of a spreadsheet's count, which takes 1900 for a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** From 1910 to 2199: a number outside, such as a bare year, is hardly meant as the count of a day. */
const EARLIEST = 3654;
const LATEST = 109_574;
/** The noise of floating-point arithmetic, in days. */
const NOISE = 1e-6;

/**
 * The day that a spreadsheet means by a number; the fraction is the time of day and is dropped.
 * Old readers shift a day by the time zone of the machine. West of Greenwich that makes it the evening
 * before (45687.79 for January 31 in Toronto), so a fraction that is exactly this machine's shift is
 * taken for the day after it. Such readers run in the same process as this node.
 */
function dayOfCount(count: number): ApiValue<string> {
	const started = Math.floor(count + NOISE);
	const day = isEveningBefore(count, started + 1) ? started + 1 : started;
	if (!(day >= EARLIEST && day <= LATEST)) return { problem: `${NO_DATE}, not a bare number` };
	return { value: dateOfCount(day).toISOString().slice(0, 10) };
}

function dateOfCount(day: number): Date {
	return new Date(DAY_ZERO + day * MS_PER_DAY);
}

function isEveningBefore(count: number, next: number): boolean {
	const utc = dateOfCount(next);
	const midnight = new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
	const minutesWest = midnight.getTimezoneOffset();
	// Readers are up to a minute off, as time zones were not whole minutes before 1900.
	return minutesWest > 0 && Math.abs((next - count) * MINUTES_PER_DAY - minutesWest) <= 1;
}

const LONGEST = 40;
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const TIME = /[\sT,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\.?)?$/i;
const EIGHT_DIGITS = /^\d{8}$/;
/** Numbers and words with blanks, dots, dashes, slashes and apostrophes between them. */
const ofADate = atFirstUse(() => /^[\d\p{L}\p{M}\p{Pd}\s.,/'’]+$/u);
/** The name of a month in any language, short forms included. */
const word = atFirstUse(() => /\p{L}{3,}/u);
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const englishMonth = atFirstUse(
	() =>
		/(?<!\p{L})(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)(?!\p{L})/iu,
);

function dateOfText(text: string, timezone?: string): ApiValue<string> {
	if (text.length > LONGEST) return { problem: NO_DATE };
	const iso = ISO.exec(text);
	if (iso !== null) return dayOfIso(text, iso, timezone);
	const day = text.replace(TIME, '');
	const readings = readingsOf(day);
	if (readings === undefined) return { problem: NO_DATE };
	return readings.length > 0 ? { value: day } : { problem: NO_SUCH_DATE };
}

/** A Date that went through JSON ends in Z and is an instant; any other zone has its own calendar. */
function dayOfIso(
	text: string,
	[, year, month, day, zone]: RegExpExecArray,
	timezone?: string,
): ApiValue<string> {
	if (!isDay(Number(year), Number(month), Number(day))) return { problem: NO_SUCH_DATE };
	if (zone?.toUpperCase() === 'Z') return dayOrProblem(calendarDay(new Date(text), timezone));
	return { value: `${year}-${month}-${day}` };
}

/**
 * The days (yyyy-MM-dd) that a text may mean, of those that exist; '' for one whose month is a word of another
 * language than English. Undefined where it does not read as a date: a year, first or last, with two numbers, or
 * with one and the month as a word.
 */
function readingsOf(text: string): string[] | undefined {
	if (EIGHT_DIGITS.test(text)) {
		return [
			...days(text.slice(0, 4), text.slice(4, 6), text.slice(6)),
			...dayOrMonthFirst(text.slice(0, 2), text.slice(2, 4), text.slice(4)),
		];
	}
	const numbers = ofADate().test(text) ? [...text.matchAll(/\d+/g)].map(String) : [];
	const isYearFirst = numbers[0]?.length === 4;
	const year = (isYearFirst ? numbers.shift() : numbers.pop()) ?? '';
	if (!/^(?:\d{2}|\d{4})$/.test(year) || numbers.some(({ length }) => length > 2)) return undefined;
	const [one = '', other = ''] = numbers;
	const [month] = englishMonth().exec(text) ?? [];
	if (numbers.length === 1 && word().test(text)) {
		return month === undefined
			? days(year, '1', one).map(() => '')
			: days(year, monthOf(month), one);
	}
	if (numbers.length !== 2 || month !== undefined) return undefined;
	return isYearFirst ? days(year, one, other) : dayOrMonthFirst(one, other, year);
}

/** The days that a value of a date field may mean; none where that is not known. */
export function daysMeant(value: unknown, timezone?: string): readonly string[] {
	const sent = toDateValue(value, timezone);
	const readings = 'value' in sent ? readingsOf(sent.value) : undefined;
	return readings?.filter((day) => day !== '') ?? [];
}

function dayOrMonthFirst(one: string, other: string, year: string): string[] {
	return [...days(year, one, other), ...days(year, other, one)];
}

function monthOf(name: string): string {
	return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

/** That day of that year as yyyy-MM-dd, if it exists; 26 is of 2026 or of 1926. */
function days(year: string, month: string, day: string): string[] {
	const years = year.length === 2 ? [`20${year}`, `19${year}`] : [year];
	return years
		.filter((full) => isDay(Number(full), Number(month), Number(day)))
		.map((full) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function isDay(year: number, month: number, day: number): boolean {
	if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return false;
	return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
