import fc from 'fast-check';

import {
	isSamePhone,
	readCountryCode,
	toPhone,
} from '../../../nodes/RentalScreening/request/phone.ts';

const NO_PHONE = /^must be one phone number/;
const NO_PLUS = /^must start with \+ and the country code/;
const NOT_TEN = /^must hold ten digits after the country code 1/;
const WRONG_LENGTH = /^must hold 5 to 15 digits/;

/** As version 1 sends it, and as version 2 and the rent report do. */
const both = (phone: unknown, code = '') =>
	[true, false].map((needsPlus) => {
		const { value, problem } = toPhone(phone, code, needsPlus);
		return value ?? problem;
	});

const refusing = (problem: RegExp) => expect.stringMatching(problem) as string;

test.each([
	['+14165550100', '+14165550100'],
	['+1 (416) 555-0100', '+14165550100'],
	['+1.416.555.0100', '+14165550100'],
	['+49 30 123456-0', '+49301234560'],
	['+44.2079460950', '+442079460950'],
	['+44 20 7946 0958.', '+442079460958'],
	['+49 30/123 45 67', '+49301234567'],
	['(+1) 416 555 0100', '+14165550100'],
	['\u202a+1\u00a0416\u2011555\u201301\u221200\u202c', '+14165550100'],
	['+23456', '+23456'],
	['+234567890123456', '+234567890123456'],
])('%j: version 1 sends %j, version 2 what is given', (phone, sent) => {
	expect(both(phone)).toEqual([sent, phone]);
	expect(both(phone, '44')).toEqual([sent, phone]);
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
	['letters', NO_PHONE, ['ask Ana', '+14165550100 ext 12', '+14165550100#1', '+1416٥٥٥']],
	['no digits', NO_PHONE, ['+', '---', '＋14165550100']],
	['a second +', NO_PHONE, ['++1416', '416+5550100', '+14165550100; +14165550101']],
	['two numbers', NO_PHONE, ['+14165550100, 555-0101', '+1 416 555 0100\n+1 416 555 0101']],
	['no number', NO_PHONE, [4165550100.5, -14165550100, 0, true, new Date(0), ['+14165550100']]],
	['the form of a number', NO_PHONE, ['1.41656E+10', '2079460958.0', '+442079460958.00']],
	['a 0 in brackets', NO_PHONE, ['+44 (0)20 7946 0958', '+49 ( 0 ) 2234/12345']],
	['a 0 in brackets', NO_PHONE, ['(+44) (020) 7946 0958', '0044 (0/20) 7946 0958']],
	['not ten digits', NOT_TEN, ['+1 416 555-0100 / 555-0101', '+1416555', '+1', '+12345']],
	['a wrong length', WRONG_LENGTH, ['+2345', '+2345678901234567']],
])('%s is refused (%p) in both versions, with and without country code: %j', (_, text, phones) => {
	for (const phone of phones) {
		for (const code of ['', '1', '44']) {
			expect(both(phone, code)).toEqual([refusing(text), refusing(text)]);
		}
	}
});

describe('Country Code', () => {
	test.each([
		['1', '(416) 555-0103', '+14165550103'],
		['1', '416.555.0103', '+14165550103'],
		['1', '1 416 555 0103', '+14165550103'],
		['44', '020 7946 0958', '+442079460958'],
		['44', '20 7946 0958', '+442079460958'],
		['44', '(0)20 7946 0958', '+442079460958'],
		['49', '030/1234567', '+49301234567'],
		// Aurich: the 0 says that these are not the digits of the country.
		['49', '04941 12345', '+49494112345'],
		['972', '052-555-0103', '+972525550103'],
		['49', '0044 20 7946 0958', '+442079460958'],
		['1', '(00)33 6 12 34 56 78', '+33612345678'],
		['1', '001 416 555 0103', '+14165550103'],
	])('%s and %j: both send %j', (code, phone, sent) => {
		expect(both(phone, code)).toEqual([sent, sent]);
	});

	test('without it, 00 is + in version 1 and stays in version 2', () => {
		expect(both('0044 20 7946 0958')).toEqual(['+442079460958', '0044 20 7946 0958']);
	});

	// London with its 0 dropped would be somebody's number in Maine.
	test.each<[string, RegExp, string[]]>([
		['1', NOT_TEN, ['555-0103', '2 416 555 0103', '44 20 7946 0958', '020 7946 0958']],
		['1', NOT_TEN, ['0011 44 20 7946 0958', '416 555 0103 / 0104']],
		['44', NO_PLUS, ['44 20 7946 0958']],
		['972', NO_PLUS, ['972525550103']],
		['44', WRONG_LENGTH, ['0', '12345678901234']],
	])('%s refuses (%p): %j', (code, problem, phones) => {
		for (const phone of phones) {
			expect(both(phone, code)).toEqual([refusing(problem), refusing(problem)]);
		}
	});

	test.each([
		['', ['', ' ', null, undefined]],
		['1', ['1', 1, ' +1 ']],
		['972', ['972']],
		[undefined, ['0', '01', '+', '1234', '1 (Canada)', 'CA', 1.5, -1, true, {}, '{{ 1 }}']],
	])('%j is read from each of %j', (code, given) => {
		expect(given.map((one) => readCountryCode(one).value)).toEqual(given.map(() => code));
	});
});

test('formatting never changes what is sent, and 5 to 15 digits are sent, for any number', () => {
	const marks = fc.string({ unit: fc.constantFrom(...' -.)/\u00a0\u2011\u200e'), maxLength: 3 });
	const codes = fc.constantFrom('', '1', '7', '44', '972');
	const texts = fc.stringMatching(/^[+]?[0-9]{1,17}$/);
	fc.assert(
		fc.property(texts, codes, marks, (number, code, mark) => {
			const [plain, formatted] = [number, [...number].join(mark)].map((each) =>
				toPhone(each, code, true),
			);
			expect(formatted).toEqual(plain);
			if (plain?.value !== undefined) expect(plain.value).toMatch(/^\+(1\d{10}|[02-9]\d{4,14})$/);
		}),
	);
});

test.each([
	['+14165550100', '(416) 555-0100', true],
	['+442079460958', '020 7946 0958', true],
	['+14165550100', '+14165550101', false],
	['+14165550100', '+16475550100', false],
	// A text without digits is no number that could differ.
	['+14165550100', 'by email', true],
])('%j and %j are the same phone: %p', (one, other, isSame) => {
	expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([isSame, isSame]);
});
