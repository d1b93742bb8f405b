import fc from 'fast-check';
import { checkShape } from '../../../nodes/RentalScreening/request/checkShape.ts';

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
		expect(checkShape(email, 'email')).toEqual({ value: email });
	});

	test('blanks around it go', () => {
		expect(checkShape('\u00a0ann@example.com\u200b ', 'email')).toEqual({
			value: 'ann@example.com',
		});
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
		expect(checkShape(email, 'email')).toEqual({
			problem: 'must be an e-mail address, such as name@example.com',
		});
	});

	test('every ordinary address passes', () => {
		fc.assert(
			fc.property(fc.emailAddress(), (email) => {
				fc.pre(!/[[\]"]/.test(email));
				expect(checkShape(email, 'email')).toEqual({ value: email });
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
		['+1', '+1'],
	])('%j is sent as %j', (phone, sent) => {
		expect(checkShape(phone, 'phoneWithPlus')).toEqual({ value: sent });
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
		expect(checkShape(phone, 'phoneWithPlus')).toEqual({
			problem: 'must start with + and the country code, such as +14165550100',
		});
	});

	test.each(['+1416555 ext 12', '+1416555x12', '+1416555,12', '+1416+555', '+1416٥٥٥', '+1416#'])(
		'%j asks for digits',
		(phone) => {
			expect(checkShape(phone, 'phoneWithPlus')).toEqual({
				problem: 'must hold only digits after the +, such as +14165550100',
			});
		},
	);

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
				expect(checkShape(phone, 'phoneWithPlus')).toEqual({ value: `+${number}` });
			}),
		);
	});
});

test('whatever comes, what passed passes again unchanged', () => {
	const text = fc.string({ unit: fc.constantFrom(...'+@.-() /aé1\u00a0\u200b"<') });
	fc.assert(
		fc.property(text, fc.constantFrom('email', 'phoneWithPlus'), (value, shape) => {
			const once = checkShape(value, shape);
			if ('value' in once) expect(checkShape(once.value, shape)).toEqual(once);
		}),
		{ numRuns: 2000 },
	);
});
