import { createContext, runInContext } from 'node:vm';
import { DateTime } from 'luxon';

import { invalid, valid } from '../../../nodes/RentalScreening/core/field.ts';
import { toDateValue } from '../../../nodes/RentalScreening/request/dates.ts';

/** A point in time as text, as a Date and as a DateTime. */
const inEachForm = (instant: string) => [
	instant,
	new Date(instant),
	DateTime.fromISO(instant, { zone: 'utc' }),
];
const midnight = DateTime.fromISO('2026-01-31T00:00:00', { zone: 'America/Toronto' });
const ofOtherRealm: unknown = runInContext('new Date(Date.UTC(2026, 0, 31))', createContext({}));
const ofOtherLuxon = { toISO: () => '2026-01-31T00:00:00.000Z' };

test.each<[string, timezone: string | undefined, values: unknown[]]>([
	['the first moment of a day', 'Europe/Berlin', inEachForm('2026-01-30T23:00:00Z')],
	['the last moment of a day', 'Europe/Berlin', inEachForm('2026-01-31T22:59:59.999Z')],
	['an evening in UTC', 'America/Toronto', inEachForm('2026-02-01T03:30Z')],
	['an evening with its offset', 'America/Toronto', inEachForm('2026-01-31T23:30:00-05:00')],
	['midnight in UTC, as everywhere,', 'America/Toronto', inEachForm('2026-01-31T00:00:00.000Z')],
	[
		'midnight with its offset, as everywhere,',
		'Europe/Berlin',
		[midnight, midnight.toISO(), '2026-01-31T00:00+05:30'],
	],
	['a time of this process', 'DEFAULT', [new Date(2026, 0, 31, 23, 59)]],
	['a date of another realm or Luxon', undefined, [ofOtherRealm, ofOtherLuxon]],
])('%s is sent as its day in the time zone %s', (_, timezone, values) => {
	for (const value of values) expect(toDateValue(value, timezone)).toEqual(valid('2026-01-31'));
});

test.each([
	[45688.3, '2025-01-31'],
	['46205.5833', '2026-07-02'],
	['46023', '2026-01-01'],
	[3654, '1910-01-01'],
	[109574, '2199-12-31'],
])('the count %s is the day %s', (count, day) => {
	expect(toDateValue(count)).toEqual(valid(day));
});

test.each([
	['numbers that are no counts', [2026, 0, -1, 3653, 109575, 20260131, NaN, Infinity, '2026', '0']],
	['texts without a digit', ['next friday', 'Month-to-Month']],
	['other values', [{}, [], /x/, new Map(), { toISO: '2025-01-31' }, true, false]],
	['invalid dates', [new Date(NaN), DateTime.invalid('made up'), '2026-13-30T10:00:00.000Z']],
])('%s are no dates', (_, values) => {
	const results = values.map((value) => toDateValue(value, 'Europe/Berlin'));
	expect(results).toEqual(values.map(() => invalid('must be a date, such as 2026-01-31')));
});

test.each([
	...['2026-01-31', '31/01/2026', '1/31/26', 'Jan 31, 2026', '2026年1月5日', '20260131', 'Aug 1st'],
	...['2026-01-31T23:59', '2026-01-31 08:15:00', '31.01.2026', 'at 2026-01-31T23:59Z'],
])("the text '%s' is sent as given", (text) => {
	expect(toDateValue(text, 'America/Toronto')).toEqual(valid(text));
});
