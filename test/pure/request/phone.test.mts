import fc from 'fast-check';

import { EMPTY, valid, type FieldInput } from '../../../nodes/RentalScreening/core/field.ts';
import {
	findCountryCodeProblem,
	isSamePhone,
	readCountryCode,
	toPhone,
} from '../../../nodes/RentalScreening/request/phone.ts';

const NOT_A_PHONE = /^must be one phone number/;
const NO_PLUS = /^must start with \+ and the country code/;
const NOBODYS = /^stands for no number/;
const WRONG_NANP_LENGTH = /^must hold ten digits after the country code 1/;
const NATIONAL_ZERO = /^must be without the 0 behind the country code/;
const WRONG_LENGTH = /^must hold 5 to 15 digits/;

/** As version 1 sends it, and as version 2 and the rent report do. */
const both = (phone: unknown, code = '') =>
	(['phoneWithPlus', 'phone'] as const).map((shape) => {
		const result = toPhone(phone, shape, code);
		return result.kind === 'valid' ? result.value : result.kind === 'invalid' && result.problem;
	});

const refusing = (problem: RegExp) => expect.stringMatching(problem) as string;

const INVISIBLE = '\u202a+1\u00a0416\u2011555\u201301\u221200\u202c';
test.each([
	['+14165550100', ['+14165550100', '+1 (416) 555-0100', '+1.416.555.0100', '(+1) 416 555 0100']],
	['+14165550100', [INVISIBLE]],
	['+49301234560', ['+49 30 123456-0']],
	['+442079460950', ['+44.2079460950', '+44 20 7946 0950.']],
	['+14165550000', ['+1.416.555.0000', '+1 416.555.0000']],
	['+49301234567', ['+49 30/123 45 67']],
	['+492234123456', ['+49 2234/123456']],
	['+390612345678', ['+39 06 1234 5678', '+39.06.1234.5678']],
	['+2250707123456', ['+225 07 07 12 34 56']],
	['+23456', ['+23456']],
	['+234567890123456', ['+234567890123456']],
])('version 1 sends %j, version 2 what is given, for each of %j', (sent, phones) => {
	for (const phone of phones) {
		expect([both(phone), both(phone, '44')]).toEqual(Array(2).fill([sent, phone]));
	}
});

test.each<[unknown, string]>([
	['416 555 0100', '416 555 0100'],
	[14165550100, '14165550100'],
	['12345', '12345'],
	['123456789012345', '123456789012345'],
])('%j without +: version 2 sends it as given, version 1 refuses it', (phone, given) => {
	expect(both(phone)).toEqual([refusing(NO_PLUS), given]);
});

test.each<[string, RegExp, unknown[]]>([
	['letters', NOT_A_PHONE, ['ask Ana', '+14165550100 ext 12', '+14165550100#1', '+1416٥٥٥']],
	['no digits', NOT_A_PHONE, ['+', '---', '＋14165550100']],
	['a second +', NOT_A_PHONE, ['++1416', '416+5550100', '+14165550100; +14165550101']],
	['two numbers', NOT_A_PHONE, ['+14165550100, 555-0101', '+1 416 555 0100\n+1 416 555 0101']],
	['no number', NOT_A_PHONE, [4165550100.5, -14165550100, 0, true, new Date(0), ['+14165550100']]],
	['the form of a number', NOT_A_PHONE, ['1.41656E+10', '2079460958.0', '+442079460958.00']],
	['a 0 in brackets', NOT_A_PHONE, ['+44 (0)20 7946 0958', '+49 ( 0 ) 2234/12345']],
	['a 0 in brackets', NOT_A_PHONE, ['(+44) (020) 7946 0958', '0044 (0/20) 7946 0958']],
	['a 0 behind the code', NATIONAL_ZERO, ['+44 07911 123456', '+4407911123456', '0049 030 123456']],
	['a 0 behind the code', NATIONAL_ZERO, ['(+353) 087 123 4567', '+972 052-555-0103']],
	[
		'a 0 behind a code whose trunk prefix is another',
		NATIONAL_ZERO,
		['+36 06 30 123 4567', '+54 011 4321 1234'],
	],
	['not ten digits', WRONG_NANP_LENGTH, ['+1416555', '+1', '+12345']],
	['two numbers', NOT_A_PHONE, ['+1 416 555-0100 / 555-0101', '030 1234567/8', '+49 30 1234567/8']],
	['two numbers', NOT_A_PHONE, ['416/555/0100', '5550100/5550101']],
	['two numbers in two lines', NOT_A_PHONE, ['123456\n123457', '+298 123456\r\n123457']],
	['a number that was calculated', NOT_A_PHONE, ['-8880', '−70350', '-2075']],
	['no country code', NOT_A_PHONE, ['+0407123456', '+0 416 555 0100', '0000000000', '000 12345']],
	['no area code', WRONG_NANP_LENGTH, ['+1 041 234 5678', '+1 123 456 7890', '0011234567890']],
	[
		'what is entered for no number',
		NOBODYS,
		['+1 555 555 5555', '+1 (999) 999-9999', '0012222222222'],
	],
	['a wrong length', WRONG_LENGTH, ['+2345', '+2345678901234567']],
])(
	'a phone with %s is refused (%p) in both versions, with and without country code: %j',
	(_, text, phones) => {
		for (const phone of phones) {
			for (const code of ['', '1', '44']) {
				expect(both(phone, code)).toEqual([refusing(text), refusing(text)]);
			}
		}
	},
);

test.each([
	['1', '+14165550103', ['(416) 555-0103', '416.555.0103', '1 416 555 0103', '001 416 555 0103']],
	['44', '+442079460958', ['020 7946 0958', '20 7946 0958', '(0)20 7946 0958']],
	['49', '+49301234567', ['030/1234567']],
	// Aurich: the 0 says that these are not the digits of the country.
	['49', '+49494112345', ['04941 12345']],
	['972', '+972525550103', ['052-555-0103']],
	['49', '+4915141655501', ['0151 41655501', '15141655501']],
	['33', '+33142685300', ['1 42 68 53 00']],
	['49', '+442079460958', ['0044 20 7946 0958']],
	['1', '+33612345678', ['(00)33 6 12 34 56 78']],
])('with Country Code %s both versions send %j for each of %j', (code, sent, phones) => {
	for (const phone of phones) expect(both(phone, code)).toEqual([sent, sent]);
});

test('an apostrophe in front of a phone, as spreadsheets mark text, is dropped', () => {
	expect(both("'+1 416 555 0100")).toEqual(['+14165550100', '+1 416 555 0100']);
	expect(both('+1 416’555 0100')).toEqual([refusing(NOT_A_PHONE), refusing(NOT_A_PHONE)]);
});

test('without Country Code, 00 is + in version 1 and stays in version 2', () => {
	expect(both('0044 20 7946 0958')).toEqual(['+442079460958', '0044 20 7946 0958']);
});

// London with its 0 dropped would be somebody's number in Maine.
test.each<[string, RegExp, string[]]>([
	['1', WRONG_NANP_LENGTH, ['555-0103', '2 416 555 0103', '44 20 7946 0958', '020 7946 0958']],
	['1', WRONG_NANP_LENGTH, ['0011 44 20 7946 0958']],
	// An Australian and a French mobile, and what people enter who have none.
	['1', WRONG_NANP_LENGTH, ['0412 345 678', '06 12 34 56 78', '1234567890', '1111111111']],
	['1', NOBODYS, ['555-555-5555', '9999999999']],
	['44', NO_PLUS, ['44 20 7946 0958']],
	['972', NO_PLUS, ['972525550103']],
	['49', NO_PLUS, ['1 416 555 0100', '1-416-555-0100', '1 (416) 555-0100']],
	['44', WRONG_LENGTH, ['0', '12345678901234']],
])('with Country Code %s a phone is refused (%p): %j', (code, problem, phones) => {
	for (const phone of phones) {
		expect(both(phone, code)).toEqual([refusing(problem), refusing(problem)]);
	}
});

test.each([
	['', ['', ' ', null, undefined]],
	['1', ['1', 1, ' +1 ']],
	['972', ['972']],
	['840', ['840', '+840']],
])('the Country Code %j is read from a setting that holds %j', (code, given) => {
	const read = given.map((value) => readCountryCode({ value, source: { scope: 'run' } }));
	expect(read).toEqual(given.map(() => (code === '' ? EMPTY : valid(code))));
});

test.each<[string, unknown[]]>([
	['1', [1, '1', '+1']],
	['44', [44, ' +44 ']],
	['353', ['+353']],
])('the Country Code %j is read from a cell that holds %j', (code, given) => {
	const source = { column: 'Calling Code', scope: 'item' } as const;
	const read = given.map((value) => readCountryCode({ value, source }));
	expect(read).toEqual(given.map(() => valid(code)));
});

const WORDS = ['0', '01', '+', '1234', '1 (Canada)', 'CA', 1.5, -1, true, {}, '{{ 1 }}'];
test.each<[string, FieldInput['source'], unknown[]]>([
	['a setting', { scope: 'run' }, WORDS],
	['a cell', { scope: 'item', column: 'Calling Code' }, [...WORDS, 840, '124', '0044', '+1234']],
])('a Country Code in %s that is none is refused: %j, %j', (_, source, given) => {
	const text = 'must be a country code, such as 1';
	const refused = { ...source, label: 'Country Code', text };
	expect(given.map((value) => findCountryCodeProblem({ value, source }))).toEqual(
		given.map(() => refused),
	);
});

// Italy keeps the 0, Hungary dials 06, Russia 8, Mexico 1, Ivory Coast has mobiles with 0.
test.each('7 36 39 52 54 225 229 242 370 375 378 379 992 993 998'.split(' '))(
	'the Country Code %s is refused as a setting and in a cell: its numbers cannot be completed',
	(code) => {
		for (const column of [undefined, 'Calling Code']) {
			const source = column === undefined ? {} : { column };
			const input = { value: `+${code}`, source: { ...source, scope: 'run' } } as const;
			expect(readCountryCode(input).kind).toBe('invalid');
			const problem = findCountryCodeProblem(input)!;
			expect(problem).toMatchObject({ ...source, scope: column === undefined ? 'run' : 'item' });
			expect(problem.text).toMatch(/^is of a country whose numbers cannot be completed/);
		}
	},
);

test('any phone is sent the same whatever its formatting, with 5 to 15 digits', () => {
	const marks = fc.string({ unit: fc.constantFrom(...' -.)\u00a0\u2011\u200e'), maxLength: 3 });
	const codes = fc.constantFrom('', '1', '7', '44', '972');
	const texts = fc.stringMatching(/^[+]?[0-9]{1,17}$/);
	fc.assert(
		fc.property(texts, codes, marks, (number, code, mark) => {
			const [plain, formatted] = [number, [...number].join(mark)].map((each) =>
				toPhone(each, 'phoneWithPlus', code),
			);
			expect(formatted).toEqual(plain);
			if (plain?.kind === 'valid') expect(plain.value).toMatch(/^\+(1\d{10}|[2-9]\d{4,14})$/);
		}),
	);
});

test.each([
	['+14165550100', '(416) 555-0100', true],
	['+442079460958', '020 7946 0958', true],
	['+14165550100', '+14165550101', false],
	['+14165550100', '+16475550100', false],
	// So few digits are the end of many numbers.
	['+14165550100', '550100', false],
	// A text without digits is no number that could differ.
	['+14165550100', 'by email', true],
	['+14165550100', '5550100', true],
	['+14165550100', '550100', false],
	['550100', '550-100', true],
])('%j and %j are the same phone: %p', (one, other, isSame) => {
	expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([isSame, isSame]);
});
