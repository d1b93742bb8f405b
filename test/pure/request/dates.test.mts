import { execFileSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import { DateTime } from 'luxon';

import { invalid, valid } from '../../../nodes/RentalScreening/core/field.ts';
import { objectToDay, toDateValue } from '../../../nodes/RentalScreening/request/dates.ts';
import { ROOT } from '../../support/repository.mts';

const NO_DATE = invalid('must be a date, such as 2026-01-31');

/**
 * What n8n 2.41's nodes give for a day: Extract from File the day count, with and without time; Data Table midnight
 * UTC; Postgres (DATE before version 2.7) and MySQL (before 2.1) the midnight of the process, newer ones text.
 */
const READ_BY_NODES = `
	const { toDateValue } = require('./nodes/RentalScreening/request/dates.ts');
	const days = [[1985, 6, 15], [2025, 0, 1], [2024, 1, 29]].map((parts) => {
		const utc = new Date(Date.UTC(...parts));
		const count = utc.getTime() / 86400000 + 25569;
		const given = [count, count + 0.99999, utc, utc.toJSON(), new Date(...parts)];
		return ['Asia/Tokyo', 'America/Los_Angeles', undefined].flatMap((timezone) =>
			given.map((value) => toDateValue(value, timezone).value),
		);
	});
	console.log(JSON.stringify(days.map((all) => [...new Set(all)])));
`;

test.each(['UTC', 'America/Toronto', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Auckland'])(
	'a day that a node of n8n read in %s is that day, in any time zone of the workflow',
	(zone) => {
		const args = ['--require', 'tsx/cjs', '--eval', READ_BY_NODES];
		const env = { ...process.env, TZ: zone };
		const read = execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
		expect(JSON.parse(read)).toEqual([['1985-07-15'], ['2025-01-01'], ['2024-02-29']]);
	},
	60_000,
);

test.each([
	['Europe/Berlin', '2026-01-30T23:00:00Z', '2026-01-31'],
	['Europe/Berlin', '2026-01-31T22:59:59.999Z', '2026-01-31'],
	['America/Toronto', '2026-02-01T03:30Z', '2026-01-31'],
	['America/Toronto', '2026-01-31T23:30:00-05:00', '2026-01-31'],
	['America/Toronto', '2026-01-31T23:30:00+1300', '2026-01-31'],
	['Pacific/Auckland', '2026-01-31T00:00:00.000Z', '2026-01-31'],
	['America/Toronto', '2026-01-31T00:00:00.000Z', '2026-01-31'],
])('in %s, %s is on %s: as text, Date and DateTime', (timezone, instant, day) => {
	const date = new Date(instant);
	const inUtc = DateTime.fromJSDate(date, { zone: 'utc' });
	for (const value of [instant, date, DateTime.fromISO(instant), inUtc])
		expect(toDateValue(value, timezone)).toEqual(valid(day));
});

test('a time zone that is not known is that of this process', () => {
	expect(toDateValue(new Date(2026, 0, 31, 23, 59), 'DEFAULT')).toEqual(valid('2026-01-31'));
});

test('a Date of another realm and a DateTime of another copy of Luxon are read', () => {
	const foreign: object = runInContext('new Date(Date.UTC(2025, 0, 31))', createContext({}));
	expect(foreign instanceof Date).toBe(false);
	expect(objectToDay(foreign)).toEqual(valid('2025-01-31'));
	expect(objectToDay({ toJSDate: () => new Date('2025-01-31') })).toEqual(valid('2025-01-31'));
});

test.each([
	[45688, '2025-01-31'],
	[45688.3, '2025-01-31'],
	[3654, '1910-01-01'],
	[109574, '2199-12-31'],
])('the count %d is the day %s', (count, day) => {
	expect(toDateValue(count)).toEqual(valid(day));
});

test.each([
	['counts of days out of range', [2026, 0, -1, 3653, 109575, 20260131, NaN, Infinity]],
	['counts that became text', ['46023', '2026', '123456789', '46023.0', '46023.00']],
	['counts with the time, or with a separator, as text', ['46205.5833', '46,569', '46,569.25']],
	['texts without a digit', ['next friday', 'n/a', '-']],
	['other values', [{}, [], /x/, new Map(), { toJSDate: '2025-01-31' }, true, false]],
	['invalid dates', [new Date(NaN), DateTime.invalid('made up'), '2026-13-30T00:00:00.000Z']],
	[
		'what an empty cell, a database or a program shows for no date',
		[
			...['12/30/1899', '1899-12-30', '1/0/1900', '01/00/1900', '1900-01-01', '19000101'],
			...['0000-00-00', '00/00/0000', '00000000', '1/1/0001 12:00:00 AM', '0001-01-01T00:00:00'],
			...['1899-12-30T00:00:00.000Z', new Date('1899-12-30'), DateTime.utc(1900, 1, 1)],
		],
	],
	['instants of days that there are not', ['2026-02-31T00:00:00Z', '2025-02-29T12:00:00+01:00']],
	['years of five digits', [new Date(Date.UTC(12025, 0, 1)), DateTime.utc(12025, 1, 1, 1)]],
])('%s are no dates', (_, values) => {
	const results = values.map((value) => toDateValue(value, 'Europe/Berlin'));
	expect(results).toEqual(values.map(() => NO_DATE));
});

test.each([
	...['2026-01-31', '31/01/2026', '1/31/26', 'Jan 31, 2026', "1 de l'any 2026", '2026年1月5日'],
	...['20260131', '2026-01-31T23:59', '2026-01-31 08:15:00', '1/31/2026 0:00', '2026-02-31'],
	...['Sat Jan 31 2026 00:00:00 GMT+0000', '31/01/2026 19:00', '01.01.1901'],
	...['31.01', '2026.01', '1,31', '2026,1', '20260131.5', '12345 2026'],
	...['Q1 2026', 'at 2026-01-31T23:59Z', '2026-01-31T23:59Z.'],
])('the text %j is sent as given', (text) => {
	expect(toDateValue(text, 'America/Toronto')).toEqual(valid(text));
});
