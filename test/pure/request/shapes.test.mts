import fc from 'fast-check';
import {
	checkAmount,
	checkEmail,
	checkId,
	checkListed,
	checkPhone,
	checkPhoneWithPlus,
} from '../../../nodes/RentalScreening/request/shapes.ts';
import {
	ACCOUNT_STATUSES,
	ECOA_CODES,
} from '../../../nodes/RentalScreening/resources/rentReport.ts';

describe('email', () => {
	test.each([
		'ann@example.com',
		'a@b.c',
		"o'brien+rent_2025@mail.example.co.uk",
		'ann..lee.@docomo.example.jp',
		'josé@example.com',
		'пример@почта.рф',
		'用户@例子.香港',
		'ann@xn--bcher-kva.example',
		'ANN@Example.COM',
	])('%s passes as it is', (email) => {
		expect(checkEmail(email)).toEqual({ value: email });
	});

	test.each([
		'',
		'ann',
		'ann.example.com',
		'@example.com',
		'ann@',
		'ann@example',
		'ann@@example.com',
		'ann@example.com@example.org',
		'ann lee@example.com',
		'ann@exam ple.com',
		'ann\u00a0lee@example.com',
		'ann\u200b@example.com',
		'ann@.com',
		'ann@example.',
		'ann@example..com',
		'ann@-example.com',
		'ann@example-.com',
		'ann@exa_mple.com',
		'ann@example.com,',
		'ann@example.com;bob@example.com',
		'Ann <ann@example.com>',
		'<ann@example.com>',
		'mailto:ann@example.com',
		'"ann"@example.com',
		'ann@[127.0.0.1]',
		'ann@example.com\r\nBcc: bob@example.com',
	])('%j is refused', (email) => {
		expect(checkEmail(email)).toEqual({
			problem: 'must be an email address, such as name@example.com',
		});
	});

	test('every ordinary address passes', () => {
		fc.assert(
			fc.property(fc.emailAddress(), (email) => {
				fc.pre(!/[[\]"]/.test(email));
				expect(checkEmail(email)).toEqual({ value: email });
			}),
		);
	});
});

describe('phoneWithPlus', () => {
	test.each([
		['+14165550100', '+14165550100'],
		['+1 (416) 555-0100', '+14165550100'],
		['+1.416.555.0100', '+14165550100'],
		['+49 30/123 45 67', '+49301234567'],
		['\u202a+1\u00a0416\u2011555\u201301\u221200\u202c', '+14165550100'],
		['(+1) 416 555 0100', '+14165550100'],
		['+14165550100.0', '+14165550100'],
	])('%j is sent as %j', (phone, sent) => {
		expect(checkPhoneWithPlus(phone)).toEqual({ value: sent });
	});

	test.each([
		'',
		'+',
		'4165550100',
		'14165550100',
		'0014165550100',
		'1+4165550100',
		'＋14165550100',
		'++1416',
		'+x',
		'ann',
	])('%j asks for the plus', (phone) => {
		expect(checkPhoneWithPlus(phone)).toEqual({
			problem:
				"must start with + and the country code, such as +14165550100, or set the option 'Country Code'",
		});
	});

	test.each(['+1416555 ext 12', '+1416555x12', '+1416٥٥٥', '+1416#'])(
		'%j asks for digits',
		(phone) => {
			expect(checkPhoneWithPlus(phone)).toEqual({
				problem: 'must hold only digits after the +, such as +14165550100',
			});
		},
	);

	test.each([
		'+44 (0)20 7946 0958',
		'+49 ( 0 ) 2234/12345',
		'+1(0)',
		'+44 (020) 7946 0958',
		'+44 (0/20) 7946 0958',
		'+39 (0.)6 1234 5678',
		'+44 20 (0) 7946',
	])('%j is another number with that 0 than without it', (phone) => {
		expect(checkPhoneWithPlus(phone)).toEqual({
			problem:
				'holds a 0 in brackets: write the number as it is dialled from abroad, such as +442079460958',
		});
	});

	test.each(['+1 416 555 0100 - 22', '+1 (416) 555-0100 (22)', '+1416555', '+1'])(
		'%j has not the ten digits of North America',
		(phone) => {
			const problem = 'must hold ten digits after the +1, such as +14165550100';
			expect(checkPhoneWithPlus(phone)).toEqual({ problem });
			expect(checkPhone(phone)).toEqual({ problem });
		},
	);

	test('the .0 of a number that was exported as a decimal is dropped', () => {
		expect(checkPhone('14165550100.0')).toEqual({ value: '14165550100' });
	});

	test('formatting inside or around a number never changes what is sent', () => {
		const marks = fc.string({ unit: fc.constantFrom(...' -.()/\u00a0\u2011\u200e'), maxLength: 3 });
		const digits = fc.stringMatching(/^[0-9]{1,15}$/);
		const formatted = digits.chain((number) =>
			fc.tuple(
				fc.constant(number),
				fc.array(marks, { minLength: number.length + 2, maxLength: number.length + 2 }),
			),
		);
		fc.assert(
			fc.property(formatted, ([number, between]) => {
				const phone =
					[...`+${number}`].map((digit, at) => between[at] + digit).join('') + between.at(-1);
				// Refused, see above: +1 without ten digits, a bracket that begins with 0, a number behind a slash.
				fc.pre(!number.startsWith('1') || number.length === 11);
				fc.pre(!/\([^\d()]*0/.test(phone) && !/^(?:\D*\d){10}.*\/.*\d/s.test(phone));
				expect(checkPhoneWithPlus(phone)).toEqual({ value: `+${number}` });
			}),
		);
	});
});

const TWO_NUMBERS = { problem: 'holds more than one phone number: keep one of them' };
const TOO_LONG = { problem: 'must hold at most 15 digits, such as +14165550100' };

describe.each([
	['version 1', checkPhoneWithPlus],
	['version 2 and the rent report', checkPhone],
])('a phone of %s', (_, check) => {
	test.each([
		'+1 (416) 555-0100 / 555-0101',
		'+1 (416) 555-0100, 555-0101',
		'+14165550100;+14165550101',
		'+14165550100\n+14165550101',
		'+14165550100 or +14165550101',
		'+14165550100 & 01',
		'+1 416 555 0100 +1 416 555 0101',
		'+353 1 555 0100 / 0101',
		'4165550100 / 5550101',
	])('%j is more than one', (phone) => expect(check(phone)).toEqual(TWO_NUMBERS));

	test.each(['+1234567890123456', '+1 416 555 0100 0000 00', '+1416555010014165550101'])(
		'%j is too long',
		(phone) => expect(check(phone)).toEqual(TOO_LONG),
	);

	test('a long cell costs no more than its length', () => {
		for (const unit of ['1', '+', '1+', '1 /', ' '])
			expect(check(unit.repeat(100_000))).toHaveProperty('problem');
	});

	test.each(['+49 30/123 45 67', '+234567890123456', '+1 (416) 555-0100 /'])('%j is one', (phone) =>
		expect(check(phone)).toHaveProperty('value'),
	);
});

describe('phone', () => {
	test.each([
		'+14165550100',
		'416 555 0100',
		'(416) 555-0100',
		'+1.416.555.0100',
		'14165550100',
		'\u202a+1\u00a0416\u2011555\u20110100\u202c',
	])('%j is sent as given', (phone) => expect(checkPhone(phone)).toEqual({ value: phone }));

	test.each([
		'ask Ana',
		'+',
		'---',
		'416 555 0100 ext 5',
		'1416x12',
		'416+5550100',
		'4165550100#1',
	])('%j is refused', (phone) => {
		expect(checkPhone(phone)).toEqual({ problem: 'must be a phone number, such as +14165550100' });
	});

	test('never sends more than 15 digits, for any text', () => {
		const text = fc.string({ unit: fc.constantFrom(...'0123456789+-()/., x\n'), maxLength: 40 });
		fc.assert(
			fc.property(text, (phone) => {
				for (const [check, code] of [checkPhone, checkPhoneWithPlus].flatMap((each) =>
					['', '1', '44'].map((code) => [each, code] as const),
				)) {
					const result = check(phone, code);
					const sent = 'value' in result ? String(result.value) : '1';
					const digits = sent.replace(/\D/g, '').length;
					expect(digits).toBeGreaterThan(0);
					expect(digits).toBeLessThanOrEqual(15);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

describe.each([
	['version 1', checkPhoneWithPlus],
	['version 2 and the rent report', checkPhone],
])("the option 'Country Code' with a phone of %s", (_, check) => {
	test.each([
		['1', '(416) 555-0103', '+14165550103'],
		['1', '416.555.0103', '+14165550103'],
		['1', '4165550103.0', '+14165550103'],
		['1', '1 416 555 0103', '+14165550103'],
		['1', '\u202a416\u00a0555\u20110103\u202c', '+14165550103'],
		['44', '020 7946 0958', '+442079460958'],
		['44', '20 7946 0958', '+442079460958'],
		['44', '(0)20 7946 0958', '+442079460958'],
		['49', '030/1234567', '+49301234567'],
		['49', '033056/12345', '+493305612345'],
		// Aurich: the 0 says that these are not the digits of the country.
		['49', '04941 12345', '+49494112345'],
		['972', '052-555-0103', '+972525550103'],
	])('%s and %j: sent as %j', (code, phone, sent) => {
		expect(check(phone, code)).toEqual({ value: sent });
	});

	test.each([
		['0044 20 7946 0958', '442079460958'],
		['00 1 416 555 0103', '14165550103'],
		['(0044) 20 7946 0958', '442079460958'],
		['00.49.30/1234567', '49301234567'],
	])('%j: 00 in front is +', (phone, digits) => {
		for (const code of ['1', '44', '49']) {
			const result = check(phone, code);
			expect('value' in result && result.value.replace(/[^+\d]/g, '')).toBe(`+${digits}`);
		}
	});

	test.each([
		['(0033) 6 12 34 56 78', '+33 6 12 34 56 78'],
		['(00)33 6 12 34 56 78', '+33 6 12 34 56 78'],
		['0033 (6) 12 34 56 78', '+33 (6) 12 34 56 78'],
	])('%j: no bracket is left over in %j, and a pair stays', (phone, given) => {
		const sent = check === checkPhone ? given : given.replace(/[ ()]/g, '');
		expect(check(phone, '33')).toEqual({ value: sent });
	});

	test.each(['+49 30 1234567', '+442079460958', '+353 1 555 0100'])('%j stays', (phone) => {
		expect(check(phone, '1')).toEqual(check(phone));
	});

	test.each(['555-0103', '416 555 010', '2 416 555 0103', '44 20 7946 0958', '0', '416 555 01033'])(
		'1 and %j: needs ten digits',
		(phone) => {
			expect(check(phone, '1')).toEqual({
				problem:
					"must hold ten digits, as the option 'Country Code' is 1: write a number of another country with +",
			});
		},
	);

	test.each([
		['44', '44 20 7946 0958'],
		['49', '4930 1234567'],
		['972', '972525550103'],
		['7', '7 912 555 01 03'],
	])('%s and %j: may have the code already', (code, phone) => {
		expect(check(phone, code)).toEqual({
			problem: "begins with the digits of the option 'Country Code': write the whole number with +",
		});
	});

	test.each([
		['44', '0', /^must be a phone number/],
		['44', 'ask Ana', /^must be a phone number/],
		['1', '416 555 0103 ext 5', /^must be a phone number/],
		// London: with its 0 dropped it would be somebody's number in Maine.
		['1', '020 7946 0958', /^must hold ten digits, as the option/],
		['1', '1 016 555 0103', /^must hold ten digits, as the option/],
		['1', '1416555010', /^must hold ten digits, as the option/],
		['44', '1234567890123', undefined],
		['44', '12345678901234', /^must hold at most 15 digits/],
		['44', '20 (0) 7946 0958', /^holds a 0 in brackets/],
		['1', '416 555 0103 / 0104', /^holds more than one/],
		['64', '09 555 0100/0101', /^holds more than one/],
		['1', '416 555 0103, 416 555 0104', /^holds more than one/],
		['44', '0044 20 7946 0958 / 0959', /^holds more than one/],
		['1', '0011 44 20 7946 0958', /^must hold ten digits after the \+1/],
	])('%s and %j: %p', (code, phone, problem) => {
		const result = check(phone, code);
		expect('problem' in result ? result.problem : '').toMatch(problem ?? /^$/);
	});

	test('sends +, the code and the number in any formatting, or nothing', () => {
		const marks = fc.string({ unit: fc.constantFrom(...' -.()\u00a0\u2011'), maxLength: 2 });
		const codes = fc.constantFrom('1', '7', '44', '49', '972');
		fc.assert(
			fc.property(codes, fc.stringMatching(/^[0-9]{4,12}$/), marks, (code, number, mark) => {
				const result = check([...number].join(mark), code);
				if (!('value' in result) || /^00|\(0\)/.test(number)) return;
				expect([`+${code}${number.replace(/^0/, '')}`, `+${number.replace(/^0/, '')}`]).toContain(
					result.value,
				);
				if (result.value === `+${number}`) expect(code).toBe('1');
			}),
			{ numRuns: 300 },
		);
	});
});

describe('an ID in a path', () => {
	test.each(['usr-1', '...', 'a/b', '90210', 'é', '😀', ' '])('%j is one', (id) => {
		expect(checkId(id)).toEqual({ value: id });
	});

	test.each(['.', '..', '\ud83d', 'a\ude00'])('%j is none', (id) => {
		expect(checkId(id)).toEqual({ problem: 'is not an ID that the service gives out' });
	});
});

describe('a closed list', () => {
	const both = [...ACCOUNT_STATUSES, ...ECOA_CODES];
	test.each(both)('takes "$name" and $value, however they are written', ({ name, value }) => {
		const listed = ACCOUNT_STATUSES.some((one) => one.value === value)
			? ACCOUNT_STATUSES
			: ECOA_CODES;
		const spellings = [name, value].flatMap((text) => [
			text,
			text.toLowerCase(),
			text.toUpperCase(),
			text.replaceAll(' ', '_'),
			text.replaceAll('_', ' '),
		]);
		for (const spelling of spellings) expect(checkListed(spelling, listed)).toEqual({ value });
		expect(checkListed(value.slice(0, -1), listed)).toHaveProperty('problem');
	});

	test('names its labels if a value is not one of them', () => {
		expect(checkListed('good', ECOA_CODES)).toEqual({
			problem: "must be one of 'Individual', 'Joint' or 'Unspecified'",
		});
	});
});

test('any value that passed passes again unchanged', () => {
	const text = fc.string({ unit: fc.constantFrom(...'+@.-() /aé1\u00a0\u200b"<') });
	const checks = fc.constantFrom(checkEmail, checkPhone, checkPhoneWithPlus, checkAmount);
	fc.assert(
		fc.property(text, checks, (value, check) => {
			const once = check(value);
			if ('value' in once) expect(check(once.value)).toEqual(once);
		}),
		{ numRuns: 300 },
	);
});
