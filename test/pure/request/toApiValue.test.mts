import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { ApiType } from '../../../nodes/RentalScreening/request/field.ts';
import { toApiValue } from '../../../nodes/RentalScreening/request/toApiValue.ts';

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
const WHOLE_TEXT = 'must be a whole number without currency sign or thousands mark, such as 2100';
const DECIMAL = 'must be a number, such as 2100.5';
const DECIMAL_TEXT = 'must be a number without currency sign or thousands mark, such as 2100.5';
const TOO_LONG = 'must be a number of at most 15 digits';
const NOT_TEXT = 'must be a single text, not a list or an object';
const NO_RESULT = 'must be text, not a calculation without a result';
const DIGITS_LOST = 'has too many digits for a number, some may be lost: hand it over as text';
const NO_DATE = 'must be a date that exists, such as 2025-01-31';
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
		[true, 'true'],
		[false, 'false'],
	])('%p becomes %j', (value, expected) => {
		expect(toApiValue(value, 'string')).toEqual({ value: expected });
	});

	test.each<[unknown, string]>([
		[Number.MAX_SAFE_INTEGER + 1, DIGITS_LOST],
		[-1e21, DIGITS_LOST],
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
	])('%p becomes %p', (value, expected) => {
		const result = toApiValue(value, 'integer');
		expect(result).toStrictEqual({ value: expected });
	});

	test.each<[unknown, string]>([
		[2100.5, WHOLE],
		['2100.5', WHOLE],
		['2100.0000000000000001', WHOLE],
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

describe('whatever comes', () => {
	test('never throws, and complains in set words that cannot hold the value', () => {
		fc.assert(
			fc.property(anyCell, anyType, (cell, type) => {
				const result = toApiValue(cell, type);
				expect(Object.keys(result)).toHaveLength(1);
				if ('problem' in result) expect(ALL_COMPLAINTS).toContain(result.problem);
				if ('value' in result) {
					expect(typeof result.value).toBe(type === 'string' ? 'string' : 'number');
					expect(result.value).not.toBe('');
				}
			}),
			{ numRuns: 1000 },
		);
	});

	test('what came out goes in again unchanged', () => {
		fc.assert(
			fc.property(anyCell, anyType, (cell, type) => {
				const once = toApiValue(cell, type);
				if ('value' in once) expect(toApiValue(once.value, type)).toStrictEqual(once);
			}),
			{ numRuns: 1000 },
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

	test('numbers survive the way to text and back, without exponent', () => {
		const limits = { min: -(2 ** 53 - 1), max: 2 ** 53 - 1, noNaN: true };
		fc.assert(
			fc.property(fc.double(limits), (number) => {
				const text = toApiValue(number, 'string');
				if (!('value' in text)) throw new Error('expected a value');
				expect(text.value).toMatch(/^-?\d+(\.\d+)?$/);
				// Which may be thousands, and is refused.
				fc.pre(!/^-?[1-9]\d{0,2}\.\d{3}$/.test(String(text.value)));
				expect(toApiValue(text.value, 'number')).toStrictEqual({
					value: number === 0 ? 0 : number,
				});
			}),
			{ numRuns: 1000 },
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
