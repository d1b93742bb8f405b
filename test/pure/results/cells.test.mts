import {
	formatForReport,
	toCell,
	type Format,
} from '../../../nodes/RentalScreening/results/cells.ts';

test.each<[string, Format, unknown, cell: unknown, inReport: string]>([
	['a number with two decimals', 'number', 480.256, 480.256, '480.26'],
	['a number too long for a report', 'number', 1e300, 1e300, `1${',000'.repeat(7)}…`],
	['a number that is none', 'number', NaN, null, ''],
	['an amount', 'amount', -1234567.891, -1234567.891, '-1,234,567.89'],
	['a percentage', 'percent', 42.24, 42.24, '42.24 %'],
	['a percentage as text', 'percent', '42', null, ''],
	['an amount that is rounded up', 'amount', 999.999, 999.999, '1,000.00'],
	['an instant', 'date', '2026-03-01T14:22:05.000Z', '2026-03-01T14:22:05.000Z', '2026-03-01'],
	['a date as words', 'date', 'on 2026-03-01T14', 'on 2026-03-01T14', 'on 2026-03-01T14'],
	['a constant as a term', 'term', 'FULL_TIME', 'FULL_TIME', 'Full time'],
	['a prefixed constant', 'term', 'CHECK_TYPE_DEEP_CHECK', 'CHECK_TYPE_DEEP_CHECK', 'Deep check'],
	['a constant as text', 'text', 'FULL_TIME', 'FULL_TIME', 'FULL_TIME'],
	['text with invisible characters', 'text', ' a\r\n b\u0000\u202Ec\uD800 ', 'a b c', 'a b c'],
	['a number as text', 'text', 14165550100, '14165550100', '14165550100'],
	['an object as text', 'text', { a: 1 }, null, ''],
	['a text of 81 characters', 'text', 'a'.repeat(81), 'a'.repeat(81), `${'a'.repeat(79)}…`],
	['a date of 41 characters', 'date', 'a'.repeat(41), 'a'.repeat(41), `${'a'.repeat(39)}…`],
	['text of 201 characters', 'longText', 'a'.repeat(201), 'a'.repeat(201), `${'a'.repeat(199)}…`],
	['true', 'boolean', true, true, 'true'],
	['true as text', 'boolean', 'true', false, 'true'],
	['an ID that is a number', 'id', 7, '7', '7'],
	['an ID of two lines', 'id', 'a\nb', 'a\nb', 'a b'],
	['an empty ID', 'id', '', null, ''],
])('%s has its form in a cell and in a report', (_, format, value, cell, inReport) => {
	expect([toCell(format, value), formatForReport(format, value)]).toEqual([cell, inReport]);
});
