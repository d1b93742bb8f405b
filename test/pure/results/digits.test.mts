import { digitsOf } from '../../../nodes/RentalScreening/results/digits.ts';

describe('the digits of a text', () => {
	test.each([
		['nothing', '', 0],
		['a mark', '-', 1],
		['three characters', 'a-b', 3],
		['characters at the ends of ASCII', '!~', 2],
		['letters that are not ASCII', 'éß', 2],
		['a character of two code units', '😀', 1],
		['one blank', ' ', 1],
		['many blanks', '     ', 1],
		['blanks of several kinds', ' \t\n\u00A0\u202F', 1],
		['control characters', '\u0000\u0000\u007F', 1],
		["Braille's blanks", '\u2800\u2800', 1],
		['blanks around a mark', '  -  ', 3],
		['invisible characters', '\u200B\u2060\u00AD', 0],
		['combining marks', '\u0301\u20E3', 0],
		['a filler that shows nothing', '\u3164', 0],
		['blanks with something invisible between', ' \u200B ', 1],
		['something invisible beside a mark', '\u200B-\u200B', 1],
	])('have %s between them', (_, between, gap) => {
		expect(digitsOf(`1${between}2`)).toEqual([
			{ digit: '1', start: 0, end: 1, gap: 1 },
			{ digit: '2', start: 1 + between.length, end: 2 + between.length, gap },
		]);
	});

	test('count a run of blanks again after something else', () => {
		expect(digitsOf('1 x 2').map(({ gap }) => gap)).toEqual([1, 3]);
		expect(digitsOf(' 1').map(({ gap }) => gap)).toEqual([2]);
	});

	test('are those of all scripts, several in one character included', () => {
		const texts = ['０９', '٠٩', '𝟎𝟡', '¹²', '⑳'];
		const digits = texts.map((text) => digitsOf(text).map(({ digit }) => digit));
		expect(digits).toEqual(['09', '09', '09', '12', '20'].map((text) => [...text]));
		expect(digitsOf('⑳')).toMatchObject([
			{ start: 0, end: 1 },
			{ start: 0, end: 1, gap: 0 },
		]);
	});
});
