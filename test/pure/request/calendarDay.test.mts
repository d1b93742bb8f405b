import { execFileSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { calendarDay } from '../../../nodes/RentalScreening/request/calendarDay.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const subject = './nodes/RentalScreening/request/calendarDay.ts';

/** The days that a process of that time zone reads from Dates of midnight UTC, local midnight and local noon. */
function daysIn(zone: string): unknown {
	const script = `
		const { calendarDay } = require(${JSON.stringify(subject)});
		const days = [[1985, 6, 15], [2025, 0, 1], [2024, 1, 29]].map((day) => [
			new Date(Date.UTC(...day)), new Date(...day), new Date(...day, 12),
		].map((date) => calendarDay(date)));
		console.log(JSON.stringify(days));
	`;
	const args = ['--require', 'tsx/cjs', '--eval', script];
	const env = { ...process.env, TZ: zone };
	return JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }));
}

test.each(['UTC', 'America/Toronto', 'Pacific/Auckland', 'America/Sao_Paulo'])(
	'a Date keeps its calendar day in %s',
	(zone) => {
		expect(daysIn(zone)).toEqual([
			['1985-07-15', '1985-07-15', '1985-07-15'],
			['2025-01-01', '2025-01-01', '2025-01-01'],
			['2024-02-29', '2024-02-29', '2024-02-29'],
		]);
	},
	60_000,
);

test('a Date of another realm is one', () => {
	const foreign: object = runInContext('new Date(Date.UTC(2025, 0, 31))', createContext({}));
	expect(foreign instanceof Date).toBe(false);
	expect(calendarDay(foreign)).toBe('2025-01-31');
});

test('what only pretends to be a date is a date that does not exist', () => {
	expect(calendarDay({ [Symbol.toStringTag]: 'Date' })).toBeNull();
	expect(calendarDay({ isValid: true, toISODate: () => '2025-01-01/2025-02-01' })).toBeNull();
	expect(calendarDay({ isValid: true, toISODate: () => 20250101 })).toBeNull();
	expect(calendarDay({ isValid: false, toISODate: () => '2025-01-01' })).toBeNull();
});

test.each([[{}], [[]], [/x/], [new Map()], [{ isValid: true }]])('%p is not a date', (value) => {
	expect(calendarDay(value)).toBeUndefined();
});
