import fc from 'fast-check';

import { toPhone } from '../../../nodes/RentalScreening/request/phone.ts';

/** As version 1 sends it, and as version 2 and the rent report do. */
const both = (phone: unknown, code: unknown = '') =>
	(['phoneWithPlus', 'phone'] as const).map((shape) => {
		const result = toPhone(phone, shape, code);
		return result.kind === 'valid' ? result.value : result.kind === 'invalid' && result.problem;
	});

const refusing = (problem: RegExp) => expect.stringMatching(problem) as string;
const NOT_A_PHONE = /^must be one phone number: write it like \+14165550100$/;
const LETTERS = /^has letters: write it like \+14165550100$/;
const SEVERAL = /^has several numbers: write one, like \+14165550100$/;
const TOO_FEW = /^has too few digits: write it like \+14165550100$/;
const TOO_MANY = /^has too many digits: write one number, like \+14165550100$/;
const BRACKETED_ZERO = /^has \(0\) in it: leave the \(0\) out$/;
const NO_PLUS =
	/^has no \+ and country code in front: write it like \+14165550100, or fill in 'Country Code'$/;
const NOT_COMPLETED =
	/^does not fit 'Country Code': write it with \+ and its country code, like \+14165550100$/;
const NOT_A_CODE = /^needs 'Country Code', which must be one to three digits/;

test.each([
	[
		'with +',
		'+14165550100',
		['+14165550100', '+1 (416) 555-0100', '+1.416.555.0100', '(+1) 416 555 0100'],
	],
	['with typeset signs', '+14165550100', ['\u202a+1\u00a0416\u2011555\u201301\u221200\u202c']],
	['of another country', '+442079460950', ['+44.2079460950', '+44 20 7946 0950']],
	['whose 0 belongs to it', '+390612345678', ['+39 06 1234 5678']],
	['of five digits', '+23456', ['+23456']],
	['with 00', '+442079460958', ['0044 20 7946 0958', '(00)44 20 7946 0958']],
])(
	'a phone %s has a country code: version 1 sends its digits, version 2 what is given',
	(_, sent, phones) => {
		for (const phone of phones) {
			for (const code of ['', '44', 'Canada']) expect(both(phone, code)).toEqual([sent, phone]);
		}
	},
);

test.each(['416 555 0100', 14165550100, '12345'])(
	'%s has no country code: version 2 sends it as given, version 1 refuses it',
	(phone) => {
		expect(both(phone)).toEqual([refusing(NO_PLUS), String(phone)]);
	},
);

test.each<[string, RegExp, unknown[]]>([
	['letters', LETTERS, ['ask Ana', '+14165550100 ext 12', '1-800-FLOWERS', 'Tel: 416 555 0100']],
	['letters of a number that a spreadsheet cut', LETTERS, ['1.41656E+10', '1,41656E+10']],
	[
		'two numbers, one behind a sign',
		SEVERAL,
		['+14165550100; +14165550101', '416-555-0100 / 416-555-0101'],
	],
	[
		'two numbers, on two lines or with or',
		SEVERAL,
		['+1 416 555 0100\n+1 416 555 0101', '4165550100 or 4165550101'],
	],
	[
		'two numbers, one like the other',
		SEVERAL,
		['(416) 555-0100 (H), 555-0101 (W)', '+14165550100 +14165550101'],
	],
	['too many digits', TOO_MANY, ['4165550100 4165550101', '+2345678901234567', '1'.repeat(16)]],
	['more than ten digits behind +1', TOO_MANY, ['+1 416 555 01000', '+1 1 416 555 0100']],
	['too few digits', TOO_FEW, ['+2345', '1234', '0012', '(416)', '+44 20']],
	['less than ten digits behind +1', TOO_FEW, ['+1416555', '+1 555-0100', '001 555 0100']],
	['a zero of calls at home', BRACKETED_ZERO, ['+44 (0)20 7946 0958', '0044 ( 0 ) 20 7946 0958']],
	['a zero of calls at home', BRACKETED_ZERO, ['+1 (0)416 555 0100', '(+49)(0)30 123456']],
	['other signs', NOT_A_PHONE, ['030/1234567', '416_555_0100', '＋14165550100', "'+14165550100"]],
	['digits of another script', NOT_A_PHONE, ['+1416٥٥٥٠١٠٠']],
	['a + that is not in front', NOT_A_PHONE, ['++14165550100', '416+5550100', '+']],
	['no number', NOT_A_PHONE, [4165550100.5, -14165550100, 0, true, ['+14165550100'], null]],
	['the form of a number', NOT_A_PHONE, ['2079460958.0', '-88801', '9'.repeat(1001)]],
])('a phone with %s is refused', (_, problem, phones) => {
	for (const phone of phones) {
		for (const code of ['', '1', '44'])
			expect(both(phone, code)).toEqual([refusing(problem), refusing(problem)]);
	}
});

test.each([
	['1', '+14165550103', ['(416) 555-0103', '416.555.0103', '1 416 555 0103', 4165550103]],
	[' +1 ', '+14165550103', ['416 555 0103']],
	[91, '+919876543210', ['98765 43210', 9876543210]],
	['44', '+442079460958', ['20 7946 0958']],
	['972', '+972525550103', ['52-555-0103']],
	['49', '+491234567890123', ['1234567890123']],
])("with Country Code '%s' both versions send a phone without + as %s", (code, sent, phones) => {
	for (const phone of phones) expect(both(phone, code)).toEqual([sent, sent]);
});

test.each<[string, string, RegExp, string[]]>([
	['1', 'with too few digits', TOO_FEW, ['555-0103', '12345', '416 555 010', '1 555 0103']],
	['1', 'with another code', NOT_COMPLETED, ['2 416 555 0103', '44 20 7946 0958', '020 7946 0958']],
	['1', 'of another country', NOT_COMPLETED, ['0412 345 678', '06 12 34 56 78', '1234567890']],
	[
		'44',
		'with 0 or a country code in front',
		NOT_COMPLETED,
		['44 20 7946 0958', '020 7946 0958', '07911 123456', '12345678901234'],
	],
])('with Country Code %s a phone %s is refused', (code, _, problem, phones) => {
	for (const phone of phones) {
		expect(both(phone, code)).toEqual([refusing(problem), refusing(problem)]);
	}
});

test.each([...['Canada', '0', '01', '1234', '1.0', {}, true, '{{ 1 }}']])(
	"the Country Code '%s' is refused beside a phone without +",
	(code) => {
		expect(both('416 555 0103', code)).toEqual([refusing(NOT_A_CODE), refusing(NOT_A_CODE)]);
	},
);

test('any phone is sent the same whatever its formatting, with 5 to 15 digits', () => {
	const marks = fc.string({ unit: fc.constantFrom(...' -)\u00a0\u2011\u200e'), maxLength: 3 });
	const codes = fc.constantFrom('', '1', '7', '44', '972');
	fc.assert(
		fc.property(fc.stringMatching(/^[+]?[0-9]{1,17}$/), codes, marks, (number, code, mark) => {
			const [plain, formatted] = [number, [...number].join(mark)].map((each) =>
				toPhone(each, 'phoneWithPlus', code),
			);
			expect(formatted).toEqual(plain);
			if (plain?.kind === 'valid') expect(plain.value).toMatch(/^\+(1\d{10}|[02-9]\d{4,14})$/);
		}),
	);
});
