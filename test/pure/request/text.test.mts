import {
	dropSeparators,
	onOneLine,
	quotable,
	trimBlanks,
} from '../../../nodes/RentalScreening/request/text.ts';

const unit = (code: number) => String.fromCharCode(code);
const named = (code: number): [string, string] => [
	`U+${code.toString(16).padStart(4, '0')}`,
	unit(code),
];

/** First and last of each run of characters that count as blank. */
const BLANKS = [
	0x00, 0x20, 0x7f, 0xa0, 0xad, 0x1680, 0x180e, 0x2000, 0x200f, 0x2028, 0x202f, 0x205f, 0x206f,
	0x3000, 0xfeff,
];
const NEIGHBOURS = [
	0x21, 0x7e, 0xa1, 0xac, 0xae, 0x167f, 0x1681, 0x180d, 0x180f, 0x1fff, 0x2027, 0x2030, 0x205e,
	0x2070, 0x2fff, 0x3001, 0xfefe, 0xff00,
];
const DASHES = [0x2d, 0x2010, 0x2015, 0x2212];

test.each(BLANKS.map(named))('%s at an end is dropped, inside it stays', (_, blank) => {
	expect(trimBlanks(`${blank}a${blank}b${blank}`)).toBe(`a${blank}b`);
	expect(trimBlanks(blank)).toBe('');
	expect(dropSeparators(`${blank}1${blank}2`, '')).toBe('12');
});

test.each(NEIGHBOURS.map(named))('%s is text', (_, character) => {
	expect(trimBlanks(` ${character} `)).toBe(character);
	expect(dropSeparators(`${character}1`, '')).toBe(`${character}1`);
});

test.each(DASHES.map(named))('%s is a dash between digits', (_, dash) => {
	expect(dropSeparators(`1${dash}2`, '')).toBe('12');
	expect(trimBlanks(dash)).toBe(dash);
});

test.each([0x2c, 0x2e, 0x2016, 0x2211, 0x2213].map(named))('%s is no dash', (_, character) => {
	expect(dropSeparators(`1${character}2`, '')).toBe(`1${character}2`);
	expect(dropSeparators(`1${character}2`, character)).toBe('12');
});

test('a quote is on one line, without invisible characters, and of at most 100 characters', () => {
	expect(onOneLine(' Ann\r\n\t Lee\u202e \u0000')).toBe('Ann Lee');
	expect(quotable(`${'x'.repeat(100)}\n`)).toBe('x'.repeat(100));
	expect(quotable('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
});
