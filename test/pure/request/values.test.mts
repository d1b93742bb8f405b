import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { ApiField, ApiType } from '../../../nodes/RentalScreening/request/field.ts';
import { toApiValue, toFieldValue } from '../../../nodes/RentalScreening/request/values.ts';
import { nodeOperations } from '../../support/operations.mts';

const TYPES: readonly ApiType[] = ['string', 'integer', 'number'];
const anyType = fc.constantFrom(...TYPES);
const anyCell = fc.oneof(
	fc.anything({
		withBigInt: true,
		withBoxedValues: true,
		withDate: true,
		withMap: true,
		withNullPrototype: true,
		withObjectString: true,
		withSparseArray: true,
		withTypedArray: true,
	}),
	fc.string({ unit: 'binary' }),
	fc.double(),
	fc.date({ noInvalidDate: false }),
);

const WHOLE = 'must be a whole number, such as 2100';
const WHOLE_TEXT =
	'must be a whole number without currency sign or thousands separator, such as 2100';
const DECIMAL = 'must be a number, such as 2100.5';
const DECIMAL_TEXT =
	'must be a number without currency sign or thousands separator, such as 2100.5';
const TOO_LONG = 'must be a number of at most 15 digits';
const NOT_TEXT = 'must be a single text, not a list or an object';
const NO_RESULT = 'is a calculation without a result: check the expression';
const DIGITS_LOST = 'has too many digits for a number, some may be lost: enter it as text';
const NO_DATE = 'must be a date that exists, such as 2026-01-31';
const ALL_COMPLAINTS = [
	WHOLE,
	WHOLE_TEXT,
	DECIMAL,
	DECIMAL_TEXT,
	TOO_LONG,
	NOT_TEXT,
	NO_RESULT,
	DIGITS_LOST,
	NO_DATE,
];

const BRACES = /^holds '\{\{'/;
const FAULT = /^is a formula without a result/;
const SHORT_FORM = /^is a number in short form/;

describe('what counts as empty', () => {
	const empties = [
		undefined,
		null,
		'',
		' ',
		'\t\r\n',
		'\u00a0',
		'\u200b\u200e\ufeff',
		'\u2060\u3000',
	];
	test.each(TYPES.flatMap((type) => empties.map((value) => [type, value] as const)))(
		'as %s: %j',
		(type, value) => expect(toApiValue(value, type)).toEqual({ empty: true }),
	);
});

describe('text fields', () => {
	test.each<[unknown, string]>([
		['Ann', 'Ann'],
		['  Ann  Lee \u00a0', 'Ann  Lee'],
		['\u202a+14165550100\u202c', '+14165550100'],
		['\ufeffAnn\u200b', 'Ann'],
		['2025-01-31T10:00:00.000Z', '2025-01-31T10:00:00.000Z'],
		['31/01/2025', '31/01/2025'],
		['0', '0'],
		['=1+1', '=1+1'],
		[1500, '1500'],
		[14165550100, '14165550100'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[1500.5, '1500.5'],
		[-12.5, '-12.5'],
		[0.0000001, '0.0000001'],
		[-1.25e-9, '-0.00000000125'],
		[0, '0'],
		[-0, '0'],
		[12345678901234567890n, '12345678901234567890'],
		[1100.1 * 3, '3300.3'],
		[0.1 + 0.2, '0.3'],
		[-(0.1 + 0.2), '-0.3'],
		[true, 'true'],
		[false, 'false'],
	])('%p becomes %j', (value, expected) => {
		expect(toApiValue(value, 'string')).toEqual({ value: expected });
	});

	test.each<[unknown, string]>([
		[Number.MAX_SAFE_INTEGER + 1, DIGITS_LOST],
		[-1e21, DIGITS_LOST],
		[1234567890123456.5, DIGITS_LOST],
		[1e300, DIGITS_LOST],
		[Number.NaN, NO_RESULT],
		[Number.POSITIVE_INFINITY, NO_RESULT],
		[{}, NOT_TEXT],
		[{ city: 'Toronto' }, NOT_TEXT],
		[['Ann'], NOT_TEXT],
		[[], NOT_TEXT],
		[() => 'Ann', NOT_TEXT],
		[Symbol('Ann'), NOT_TEXT],
		[new Date(Number.NaN), NO_DATE],
		[new Date(Date.UTC(12025, 0, 1)), NO_DATE],
		[DateTime.invalid('made up'), NO_DATE],
		[DateTime.utc(12025, 1, 1), NO_DATE],
	])('%p is refused', (value, problem) => {
		expect(toApiValue(value, 'string')).toEqual({ problem });
	});

	test('a Luxon DateTime is the day in its own zone', () => {
		const late = { hour: 23, minute: 30 };
		for (const zone of ['America/Toronto', 'utc', 'Pacific/Auckland']) {
			const day = DateTime.fromObject({ year: 2025, month: 1, day: 31, ...late }, { zone });
			expect(toApiValue(day, 'string')).toEqual({ value: '2025-01-31' });
		}
	});

	test('a DateTime of another copy of Luxon, and one that throws, are met by shape', () => {
		const foreign = { isValid: true, toISODate: () => '2025-01-31' };
		expect(toApiValue(foreign, 'string')).toEqual({ value: '2025-01-31' });
		const throwing = {
			isValid: true,
			toISODate: () => {
				throw new RangeError('no such day');
			},
		};
		expect(toApiValue(throwing, 'string')).toEqual({ problem: NO_DATE });
		expect(toApiValue({ isValid: true, toISODate: '2025-01-31' }, 'string')).toEqual({
			problem: NOT_TEXT,
		});
	});
});

describe('whole numbers', () => {
	test.each<[unknown, number]>([
		['2100', 2100],
		[' 2100 ', 2100],
		['2100.00', 2100],
		['2100.000', 2100],
		['2.0000', 2],
		['2100.', 2100],
		['+2100', 2100],
		['-50', -50],
		['0', 0],
		['-0', 0],
		['0021', 21],
		[2100, 2100],
		[0, 0],
		[-0, 0],
		[2100n, 2100],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
		[2100.0000000000005, 2100],
		[2099.9999999999995, 2100],
		['2100.0000000000005', 2100],
		['5000000000000000.0', 5_000_000_000_000_000],
	])('%p becomes %p', (value, expected) => {
		const result = toApiValue(value, 'integer');
		expect(result).toStrictEqual({ value: expected });
	});

	test.each<[unknown, string]>([
		[2100.5, WHOLE],
		['2100.5', WHOLE],
		['.5', WHOLE],
		[Number.NaN, WHOLE],
		[Number.NEGATIVE_INFINITY, WHOLE],
		[true, WHOLE],
		[false, WHOLE],
		[new Date(0), WHOLE],
		[[2100], WHOLE],
		[{ rent: 2100 }, WHOLE],
		['2,100', WHOLE_TEXT],
		['2.100,00', WHOLE_TEXT],
		['2.000', WHOLE_TEXT],
		['-12.000', WHOLE_TEXT],
		['2 100', WHOLE_TEXT],
		['$2100', WHOLE_TEXT],
		['2100 CAD', WHOLE_TEXT],
		['2.1e3', WHOLE_TEXT],
		['0x834', WHOLE_TEXT],
		['１２', WHOLE_TEXT],
		['-', WHOLE_TEXT],
		['.', WHOLE_TEXT],
		['two thousand', WHOLE_TEXT],
		['Infinity', WHOLE_TEXT],
		['1234567890123456.5', TOO_LONG],
		['5000000000000000.5', TOO_LONG],
		['5000000000000000.05', TOO_LONG],
		['9007199254740992', TOO_LONG],
		[2 ** 53, TOO_LONG],
		[2n ** 64n, TOO_LONG],
	])('%p is refused', (value, problem) => {
		expect(toApiValue(value, 'integer')).toEqual({ problem });
	});
});

describe('numbers', () => {
	test.each<[unknown, number]>([
		['2100', 2100],
		['2100.50', 2100.5],
		['.5', 0.5],
		['0.125', 0.125],
		['1250.125', 1250.125],
		['-12.25', -12.25],
		['0.00', 0],
		[12.5, 12.5],
		[0, 0],
		[1e-7, 1e-7],
		[0.1 + 0.2, 0.3],
		[1100.1 * 3, 3300.3],
		['3300.2999999999997', 3300.3],
	])('%p becomes %p', (value, expected) => {
		expect(toApiValue(value, 'number')).toStrictEqual({ value: expected });
	});

	test.each<[unknown, string]>([
		['2,100', DECIMAL_TEXT],
		['$2,100', DECIMAL_TEXT],
		['2.100', DECIMAL_TEXT],
		['125.000', DECIMAL_TEXT],
		['(50.00)', DECIMAL_TEXT],
		['1e3', DECIMAL_TEXT],
		['NaN', DECIMAL_TEXT],
		[Number.NaN, DECIMAL],
		[Number.POSITIVE_INFINITY, DECIMAL],
		[true, DECIMAL],
		[[], DECIMAL],
		[new Date(0), DECIMAL],
		['12345678901234567.5', TOO_LONG],
		[1e21, TOO_LONG],
	])('%p is refused', (value, problem) => {
		expect(toApiValue(value, 'number')).toEqual({ problem });
	});
});

describe('any input', () => {
	test('never throws, and complains in set words that cannot hold the value', () => {
		fc.assert(
			fc.property(anyCell, anyType, (cell, type) => {
				const result = toApiValue(cell, type);
				expect(Object.keys(result)).toHaveLength(1);
				if ('problem' in result) {
					if (![BRACES, FAULT, SHORT_FORM].some((known) => known.test(result.problem)))
						expect(ALL_COMPLAINTS).toContain(result.problem);
				}
				if ('value' in result) {
					expect(typeof result.value).toBe(type === 'string' ? 'string' : 'number');
					expect(result.value).not.toBe('');
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('a converted value is converted to itself', () => {
		fc.assert(
			fc.property(anyCell, anyType, (cell, type) => {
				const once = toApiValue(cell, type);
				if ('value' in once) expect(toApiValue(once.value, type)).toStrictEqual(once);
			}),
			{ numRuns: 300 },
		);
	});

	test('whole numbers survive the way to text and back', () => {
		fc.assert(
			fc.property(fc.maxSafeInteger(), (number) => {
				const text = toApiValue(number, 'string');
				expect(text).toEqual({ value: String(number) });
				if ('value' in text) expect(toApiValue(text.value, 'integer')).toEqual({ value: number });
			}),
		);
	});

	test('numbers survive the way to text and back to 15 digits, without exponent', () => {
		const limits = { min: -1e15, max: 1e15, noNaN: true, minExcluded: true, maxExcluded: true };
		fc.assert(
			fc.property(fc.double(limits), (number) => {
				const text = toApiValue(number, 'string');
				if (!('value' in text)) throw new Error('expected a value');
				expect(text.value).toMatch(/^-?\d+(\.\d+)?$/);
				// Which may be thousands, and is refused.
				fc.pre(!/^-?[1-9]\d{0,2}\.\d{3}$/.test(String(text.value)));
				expect(toApiValue(text.value, 'number')).toStrictEqual({
					value: Number(number.toPrecision(15)) || 0,
				});
			}),
			{ numRuns: 300 },
		);
	});

	test('an amount of cents that was added up is sent with its cents', () => {
		const cents = fc.integer({ min: 1, max: 10_000_000 });
		fc.assert(
			fc.property(cents, fc.integer({ min: 1, max: 12 }), (amount, times) => {
				let sum = 0;
				for (let count = 0; count < times; count++) sum += amount / 100;
				const exact = String((amount * times) / 100);
				expect(toApiValue(sum, 'string')).toEqual({ value: exact });
				expect(toApiValue(sum, 'number')).toEqual({ value: Number(exact) });
			}),
		);
	});

	test('blanks of any kind around a text change nothing', () => {
		const blanks = fc.string({
			unit: fc.constantFrom(...' \t\n\r\u00a0\u200b\u200f\u202f\u2066\ufeff'),
		});
		fc.assert(
			fc.property(blanks, fc.string(), blanks, anyType, (before, text, after, type) => {
				expect(toApiValue(before + text + after, type)).toEqual(toApiValue(text, type));
			}),
		);
	});

	test('a long run of blanks inside a text costs no more than its length', () => {
		const text = `a${' '.repeat(200_000)}b`;
		expect(toApiValue(text, 'string')).toEqual({ value: text });
	});
});

describe('values that no field accepts', () => {
	const text = fc.string({ unit: fc.constantFrom(...' {$json.userId}"') });

	test.each<[string, RegExp]>([
		...[
			'#N/A',
			'#n/a',
			' #REF! ',
			'#VALUE!',
			'#NAME?',
			'#DIV/0!',
			'#NUM!',
			'#NULL!',
			'#SPILL!',
			'#ERROR!',
			'####',
			'Err:502',
		].map((value): [string, RegExp] => [value, FAULT]),
		...['1.41656E+10', '1E+10', '1,41656e+10', '-2.5E+15'].map((value): [string, RegExp] => [
			value,
			SHORT_FORM,
		]),
		...['{{ $json.userId }}', 'Dear {{name', '={{ $json.x }}'].map((value): [string, RegExp] => [
			value,
			BRACES,
		]),
	])('%j is refused in every field of every operation', (value, problem) => {
		for (const field of nodeOperations.flatMap(({ fields }) => fields)) {
			expect(toFieldValue(value, field)).toEqual({ problem: expect.stringMatching(problem) });
		}
	});

	test('two braces in any text are refused', () => {
		fc.assert(
			fc.property(text, text, (before, after) => {
				const result = toApiValue(`${before}{{${after}`, 'string');
				expect(result).toEqual({ problem: expect.stringMatching(BRACES) });
			}),
		);
	});

	test.each(['#4', 'Unit #12', '# 7', 'N/A', 'E+10', '12E3', '5E-10', '1E5', 'Tower 1E+10', '{x}'])(
		'%j is a text like any other',
		(value) => expect(toApiValue(value, 'string')).toEqual({ value }),
	);
});

describe('fields of a shape', () => {
	const fieldOf = (shape: NonNullable<ApiField['shape']>): ApiField => ({
		name: 'any',
		label: 'Any',
		shape,
	});

	test.each(['amount', 'phone', 'phoneWithPlus', 'email', 'date'] as const)(
		'%s: true, a list and an object are refused, nothing and blanks are empty',
		(shape) => {
			for (const value of [true, false, ['+14165550100'], { amount: 1 }]) {
				expect(toFieldValue(value, fieldOf(shape))).toHaveProperty('problem');
			}
			for (const value of [undefined, null, '', ' \u00a0']) {
				expect(toFieldValue(value, fieldOf(shape))).toEqual({ empty: true });
			}
		},
	);

	test.each(['amount', 'phone', 'phoneWithPlus', 'email'] as const)('%s: no Date', (shape) => {
		for (const date of [new Date(0), DateTime.utc(2026, 1, 31)]) {
			expect(toFieldValue(date, fieldOf(shape))).toHaveProperty('problem');
		}
	});

	test.each<[unknown, string]>([
		[1100.1 * 3, '3300.3'],
		['3300.2999999999997', '3300.3'],
		['1500.00', '1500.00'],
		[' 2100 ', '2100'],
		[0, '0'],
		[2100n, '2100'],
		['-12.5', '-12.5'],
	])('an amount of %p is sent as %j', (value, sent) => {
		expect(toFieldValue(value, fieldOf('amount'))).toEqual({ value: sent });
	});

	test.each(['$2,100.00', '2,100', '2.100', '2100 CAD', '2100,50', 'two', '1e3', 'n/a', '=A1'])(
		'an amount of %j is refused',
		(value) => {
			expect(toFieldValue(value, fieldOf('amount'))).toEqual({
				problem: 'must be an amount without currency sign or thousands separator, such as 2100.50',
			});
		},
	);

	test.each([4165550100.5, -14165550100, 0, 0.5])(
		'a phone of the number %d is refused',
		(value) => {
			expect(toFieldValue(value, fieldOf('phone'))).toHaveProperty('problem');
			expect(toFieldValue(value, fieldOf('phoneWithPlus'))).toHaveProperty('problem');
		},
	);
});
