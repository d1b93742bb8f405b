import type { ApiValue } from './toApiValue';

const MS_PER_DAY = 86_400_000;
/** Day 0 of a spreadsheet's count, which takes 1900 for a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** From 1910 to 2199: what is outside, such as a bare year, is hardly meant as the count of a day. */
const EARLIEST = 3654;
const LATEST = 109_574;

const NO_DAY = { problem: 'must be a date, such as 2025-01-31, not a bare number' };

/**
 * The day that a spreadsheet means by a number, as yyyy-MM-dd: readers of XLSX files hand over the cell of
 * a date as the count of its days. Some are off by the hours of the machine's time zone, so it is rounded.
 */
export function dayNumberToDate(days: number): ApiValue<string> {
	const day = Math.round(days);
	if (!(day >= EARLIEST && day <= LATEST)) return NO_DAY;
	return { value: new Date(DAY_ZERO + day * MS_PER_DAY).toISOString().slice(0, 10) };
}
