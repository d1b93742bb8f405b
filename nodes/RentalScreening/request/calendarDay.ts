const MS_PER_DAY = 86_400_000;

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

function twoDigits(count: number): string {
	return String(count).padStart(2, '0');
}

/**
 * The day that a Date was made for. A Date is an instant and knows no zone; what reads spreadsheets
 * makes the Date of a day either at midnight UTC or at midnight local time, by library and version.
 * Midnight UTC to the millisecond is therefore taken as the day in UTC, anything else as the day on the
 * local calendar: both kinds keep the day that stands in the cell, east and west of Greenwich.
 */
function dayOfDate(date: Date): string {
	if (date.getTime() % MS_PER_DAY === 0) return date.toISOString().replace('T00:00:00.000Z', '');
	const year = String(date.getFullYear()).padStart(4, '0');
	return `${year}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function dayOf(value: object): unknown {
	if (isDate(value)) return Number.isNaN(value.getTime()) ? null : dayOfDate(value);
	if (isDateTimeLike(value)) return value.isValid === true ? value.toISODate() : null;
	return undefined;
}

/**
 * The calendar day of a Date or of a Luxon DateTime (in the DateTime's own zone), as yyyy-MM-dd.
 * null: a date that does not exist or does not fit yyyy-MM-dd. undefined: not a date at all. Never throws.
 */
export function calendarDay(value: object): string | null | undefined {
	try {
		const day = dayOf(value);
		if (day === undefined) return undefined;
		return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
	} catch {
		return null; // An invalid DateTime throws where Luxon's `throwOnInvalid` is set.
	}
}
