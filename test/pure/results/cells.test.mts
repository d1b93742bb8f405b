import {
	formatForReport,
	toCell,
	type Format,
} from '../../../nodes/RentalScreening/results/cells.ts';

test.each<[Format, unknown, cell: unknown, inReport: string]>([
	['number', 480.256, 480.256, '480.26'],
	['number', 1e300, 1e300, `1${',000'.repeat(7)}…`],
	['number', NaN, null, ''],
	['amount', -1234567.891, -1234567.891, '-1,234,567.89'],
	['percent', 42.24, 42.24, '42.24 %'],
	['percent', '42', null, ''],
	['amount', 999.999, 999.999, '1,000.00'],
	['date', '2026-03-01T14:22:05.000Z', '2026-03-01T14:22:05.000Z', '2026-03-01'],
	['date', 'on 2026-03-01T14', 'on 2026-03-01T14', 'on 2026-03-01T14'],
	['term', 'FULL_TIME', 'FULL_TIME', 'Full time'],
	['term', 'CHECK_TYPE_DEEP_CHECK', 'CHECK_TYPE_DEEP_CHECK', 'Deep check'],
	['text', 'FULL_TIME', 'FULL_TIME', 'FULL_TIME'],
	['text', ' a\r\n b\u0000\u202Ec\uD800 ', 'a b c', 'a b c'],
	['text', 14165550100, '14165550100', '14165550100'],
	['text', { a: 1 }, null, ''],
	['text', 'a'.repeat(81), 'a'.repeat(81), `${'a'.repeat(79)}…`],
	['date', 'a'.repeat(41), 'a'.repeat(41), `${'a'.repeat(39)}…`],
	['longText', 'a'.repeat(201), 'a'.repeat(201), `${'a'.repeat(199)}…`],
	['boolean', true, true, 'true'],
	['boolean', 'true', false, 'true'],
	['id', 7, '7', '7'],
	['id', 'a\nb', 'a\nb', 'a b'],
	['id', '', null, ''],
])('a %s of %j is the cell %j, and %j in a report', (format, value, cell, inReport) => {
	expect([toCell(format, value), formatForReport(format, value)]).toEqual([cell, inReport]);
});
