import {
	dropSeparators,
	isNoId,
	isUnfilled,
	onOneLine,
	quotable,
	trimBlanks,
} from '../../../nodes/RentalScreening/request/text.ts';

const characters = (...codes: number[]) => codes.map((code) => String.fromCharCode(code));

test.each(
	characters(
		...[0x00, 0x09, 0x20, 0x7f, 0xa0, 0xad, 0x1680, 0x180e, 0x2000, 0x200b, 0x200f, 0x2028],
		...[0x202a, 0x202f, 0x205f, 0x2060, 0x206f, 0x3000, 0xfeff],
	),
)('%j at an end is dropped, inside it stays', (blank) => {
	expect(trimBlanks(`${blank}a${blank}b${blank}`)).toBe(`a${blank}b`);
	expect(trimBlanks(blank)).toBe('');
	expect(dropSeparators(`${blank}1${blank}2`)).toBe('12');
});

test.each(characters(0x21, 0x7e, 0xa1, 0xac, 0xae, 0x2016, 0x2027, 0x2070, 0x3001, 0xff00))(
	'%j is text',
	(character) => {
		expect(trimBlanks(` ${character} `)).toBe(character);
		expect(dropSeparators(`${character}1`)).toBe(`${character}1`);
	},
);

test.each(characters(0x2d, 0x2010, 0x2013, 0x2015, 0x2212))('%j is a dash', (dash) => {
	expect(dropSeparators(`1${dash}2`)).toBe('12');
	expect(trimBlanks(dash)).toBe(dash);
});

test('a long run of blanks costs no more than its length', () => {
	const text = `a${' '.repeat(200_000)}b`;
	expect(trimBlanks(` ${text} `)).toBe(text);
});

test('a quote is on one line, without invisible characters, and of at most 100 characters', () => {
	expect(onOneLine(' Ann\r\n\t Lee\u202e \u0000')).toBe('Ann Lee');
	expect(quotable(`${'x'.repeat(100)}\n`)).toBe('x'.repeat(100));
	expect(quotable('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
	expect(quotable(`${'x'.repeat(98)}😀x`)).toBe(`${'x'.repeat(98)}…`);
});

test.each<[unknown, isNoId: boolean, isUnfilled: boolean]>([
	[undefined, true, true],
	[' \u00a0', true, true],
	[false, true, true],
	[' FALSE ', true, true],
	['-', true, false],
	['—', true, false],
	[' N/A ', true, false],
	[0, true, false],
	['#REF!', true, false],
	['usr-1', false, false],
	['0001', false, false],
	[7, false, false],
	['#4', false, false],
])('%j: no ID %p, unfilled %p', (cell, noId, unfilled) => {
	expect([isNoId(cell), isUnfilled(cell)]).toEqual([noId, unfilled]);
});
