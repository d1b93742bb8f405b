import { execFileSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { calendarDay, toDateValue } from '../../../nodes/RentalScreening/request/dates.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const subject = './nodes/RentalScreening/request/dates.ts';

const DAYS: Array<{ day: string; parts: [year: number, month: number, date: number] }> = [
	{ day: '1985-07-15', parts: [1985, 6, 15] },
	{ day: '2025-01-01', parts: [2025, 0, 1] },
	{ day: '2024-02-29', parts: [2024, 1, 29] },
];

/**
 * What a process of that time zone reads from each day: from its Dates of midnight UTC, local midnight and
 * local noon, from these Dates after JSON, and from its day counts, shifted as old readers do; from both
 * midnights also where the workflow is in another zone.
 */
function daysIn(zone: string): string[][] {
	const script = `
		const { toDateValue } = require(${JSON.stringify(subject)});
		const shiftOf = (date) => -date.getTimezoneOffset() / 1440;
		const days = ${JSON.stringify(DAYS)}.map(({ parts }) => {
			const [utc, local] = [new Date(Date.UTC(...parts)), new Date(...parts)];
			const dates = [utc, local, new Date(...parts, 12)];
			const count = utc.getTime() / 86400000 + 25569;
			const counts = [count, count + 10 / 86400, count + shiftOf(local), count - 1e-9];
			const values = [...dates, ...dates.map((date) => date.toJSON()), ...counts];
			const elsewhere = ['Asia/Tokyo', 'America/Los_Angeles'].flatMap((zone) =>
				[utc, local, local.toJSON()].map((date) => toDateValue(date, zone)),
			);
			return [...values.map((value) => toDateValue(value)), ...elsewhere];
		});
		console.log(JSON.stringify(days.map((all) => all.map(({ value }) => value))));
	`;
	const args = ['--require', 'tsx/cjs', '--eval', script];
	const env = { ...process.env, TZ: zone };
	return JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }));
}

test.each(['UTC', 'America/Toronto', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Auckland'])(
	'a day keeps its place in the calendar in %s',
	(zone) => {
		const read = daysIn(zone);
		expect(read).toEqual(DAYS.map(({ day }, at) => read[at]!.map(() => day)));
		expect(read[0]).toHaveLength(16);
	},
	60_000,
);

test.each(DAYS)('%# is the day on the calendar of this machine, in any zone', ({ day, parts }) => {
	const midnight = new Date(...parts);
	for (const time of [midnight, new Date(...parts, 12), new Date(...parts, 23, 59)])
		expect(calendarDay(time)).toBe(day);
	const count = Date.UTC(...parts) / 86_400_000 + 25_569;
	const shift = -midnight.getTimezoneOffset() / 1440;
	for (const shifted of [count, count + shift, count + shift + 0.5 / 1440])
		expect(toDateValue(shifted)).toEqual({ value: day });
});

test('a time zone that is not known is that of this process', () => {
	expect(toDateValue(new Date(2026, 0, 31, 23, 59), 'DEFAULT')).toEqual({ value: '2026-01-31' });
});

test('a Date of another realm is one', () => {
	const foreign: object = runInContext('new Date(Date.UTC(2025, 0, 31))', createContext({}));
	expect(foreign instanceof Date).toBe(false);
	expect(calendarDay(foreign)).toBe('2025-01-31');
});

test('an object that only looks like a date is a date that does not exist', () => {
	expect(calendarDay({ [Symbol.toStringTag]: 'Date' })).toBeNull();
	expect(calendarDay({ isValid: true, toISODate: () => '2025-01-01/2025-02-01' })).toBeNull();
	expect(calendarDay({ isValid: true, toISODate: () => 20250101 })).toBeNull();
	expect(calendarDay({ isValid: false, toISODate: () => '2025-01-01' })).toBeNull();
});

test.each([[{}], [[]], [/x/], [new Map()], [{ isValid: true }]])('%p is not a date', (value) => {
	expect(calendarDay(value)).toBeUndefined();
});

describe('the day count of a spreadsheet', () => {
	test.each([
		[45688, '2025-01-31'],
		[45688.3, '2025-01-31'],
		[45687.9999999999, '2025-01-31'],
		[33025, '1990-06-01'],
		[3654, '1910-01-01'],
		[109574, '2199-12-31'],
	])('%d is the day %s', (count, day) => expect(toDateValue(count)).toEqual({ value: day }));

	test.each([1990, 2026, 0, -1, 109575, 20260131, NaN, Infinity, -Infinity])(
		'%d is none',
		(number) => {
			expect(toDateValue(number)).toEqual({
				problem: 'must be a date, such as 2026-01-31, not a bare number',
			});
		},
	);

	test('with a time of day is still the same day', () => {
		const script = `
			const { toDateValue } = require(${JSON.stringify(subject)});
			const values = [];
			for (let minute = 0; minute < 1440; minute++) values.push(toDateValue(45292 + minute / 1440).value);
			console.log(JSON.stringify([...new Set(values)]));
		`;
		const read = execFileSync(process.execPath, ['--require', 'tsx/cjs', '--eval', script], {
			cwd: root,
			env: { ...process.env, TZ: 'UTC' },
			encoding: 'utf8',
		});
		expect(JSON.parse(read)).toEqual(['2024-01-01']);
	});
});

describe('text', () => {
	test.each([
		'2026-01-31',
		'2026/1/31',
		'2026.01.31',
		'31/01/2026',
		'1/31/2026',
		'03/02/2026',
		'03.02.2026',
		'1/31/26',
		'31-01-2026',
		'Jan 31, 2026',
		'January 31 2026',
		'Sept. 1st, 2026',
		'31 January 2026',
		'31-Jan-26',
		'1st of May 2026',
		'20260131',
		'01312026',
		'31012026',
		'29/02/2024',
		'29/02/24',
		'1-2/2026',
		'5 janvier 2026',
		'1er mars 2026',
		'05-janv-26',
		'lundi 5 janv. 2026',
		'30 de enero de 2026',
		'Montag, 5. Januar 2026',
		"1 de l'any 2026",
		'2026. máj. 5.',
		'5 января 2026 г.',
		'2026年1月5日',
		'2026년 1월 5일',
		'5 tháng 1, 2026',
		'1900-01-01',
		'31.12.2199',
		'20000101',
	])('%j is sent as given', (text) => {
		expect(toDateValue(` ${text}\u00a0`)).toEqual({ value: text });
	});

	test.each([
		['2026-01-31T00:00:00.000Z', '2026-01-31'],
		['2026-01-31T00:00:00.000-05:00', '2026-01-31'],
		['2026-01-31T23:30:00+13:00', '2026-01-31'],
		['2026-01-31T23:59', '2026-01-31'],
		['2026-01-31 08:15:00', '2026-01-31'],
		['1/31/2026 0:00', '1/31/2026'],
		['31.01.2026 12:30:15', '31.01.2026'],
		['Jan 31, 2026, 12:00 AM', 'Jan 31, 2026'],
		['5 janvier 2026 10:30', '5 janvier 2026'],
	])('%j is sent without the time, as %j', (text, sent) => {
		expect(toDateValue(text)).toEqual({ value: sent });
	});

	test.each([
		'next friday',
		'46023',
		'2026',
		'Jan 2026',
		'2026-01',
		'soon',
		'n/a',
		'-',
		'12345678901',
		'1/2',
		'1/002/2026',
		'2026-W05',
		'5 janvier',
		'janvier 2026',
		'5 janvier 126',
		'105 janvier 2026',
		'5th 2026',
		'Q1 2026',
		'2025-2026',
		'May 2025-2026',
		'31 Dec - 1 Jan 2026',
		'1 to 3 Jan 2026',
		'1/1/2026 - 1/2/2026',
		'416 555 0103',
		'5 janvier 12:30 10:00',
		'5 janvier 2026; 6 janvier',
		'<b>5 janvier 2026</b>',
		`2026-01-31${' '.repeat(5000)}x`,
		`31 January${' '.repeat(40)}2026`,
	])('%j is no date', (text) => {
		expect(toDateValue(text)).toEqual({ problem: 'must be a date, such as 2026-01-31' });
	});

	test.each([
		'2026-02-31',
		'2026-13-01',
		'2026-00-10',
		'1899-12-31',
		'2200-01-01',
		'29/02/26',
		'2025-02-29',
		'31/31/2026',
		'32.1.2026',
		'Feb 30, 2026',
		'32 janvier 2026',
		'0 janvier 2026',
		'5 janvier 1899',
		'2026年13月5日',
		'20261399',
		'0026-01-31',
		'2026-02-30T00:00:00.000Z',
		'2026-01-31T99:00:00.000Z',
		new Date('2200-01-01T00:00:00Z'),
		DateTime.fromISO('1899-12-31'),
	])('%j is no day of the calendar', (value) => {
		expect(toDateValue(value)).toEqual({
			problem: 'must be a date that exists, such as 2026-01-31',
		});
	});

	const day = fc.date({
		min: new Date('1910-01-01T00:00:00Z'),
		max: new Date('2199-12-31T00:00:00Z'),
		noInvalidDate: true,
	});

	test('every day is taken as DateTime, as ISO text and in words, and what is sent is taken again', () => {
		fc.assert(
			fc.property(day, (date) => {
				const dateTime = DateTime.fromJSDate(date, { zone: 'utc' });
				const iso = dateTime.toISODate()!;
				expect(toDateValue(dateTime)).toEqual({ value: iso });
				expect(toDateValue(iso)).toEqual({ value: iso });
				for (const format of ['d.M.yyyy', 'M/d/yyyy', 'MMM d, yyyy', 'd LLLL yyyy', 'ddMMyyyy']) {
					const text = dateTime.setLocale('en').toFormat(format);
					expect(toDateValue(text)).toEqual({ value: text });
				}
				const count = Math.round(Date.parse(iso) / 86_400_000) + 25_569;
				expect(toDateValue(count)).toEqual({ value: iso });
			}),
		);
	});

	test('for any value: never throws, and never sends more than a date', () => {
		const cell = fc.oneof(
			fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
			fc.string({ unit: fc.constantFrom(...'0123456789-/. :TZ+janfeb') }),
		);
		fc.assert(
			fc.property(cell, (value) => {
				const result = toDateValue(value);
				if (!('value' in result)) return;
				expect(String(result.value).length).toBeLessThanOrEqual(40);
				expect(toDateValue(result.value)).toEqual(result);
			}),
			{ numRuns: 500 },
		);
	});
});
