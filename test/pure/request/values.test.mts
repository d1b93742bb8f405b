import fc from 'fast-check';
import { DateTime } from 'luxon';

import type { ApiField, ApiType } from '../../../nodes/RentalScreening/request/field.ts';
import { toApiValue, toFieldValue } from '../../../nodes/RentalScreening/request/values.ts';
import {
	ACCOUNT_STATUSES,
	ECOA_CODES,
} from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { nodeOperations } from '../../support/operations.mts';

const WHOLE = /^must be a whole number without/;
const DECIMAL = /^must be a number without/;
const DIGITS_LOST = /^has too many digits/;
const NOT_TEXT = /^must be a single text/;
const NO_RESULT = /^is a calculation without a result/;
const NO_DATE = /^must be a date that exists/;
const BRACES = /^holds '\{\{'/;
const FORMULA = /^is a formula without a result/;
const NO_AMOUNT = /^must be an amount without/;
const NO_EMAIL = /^must be an email address/;

const fieldOf = (more: Partial<ApiField>): ApiField => ({ name: 'any', label: 'Any', ...more });
const matching = (problem: RegExp) => ({ problem: expect.stringMatching(problem) as string });

test.each<[ApiType, unknown, string | number]>([
	['string', '  Ann  Lee \u00a0', 'Ann  Lee'],
	['string', '\u202a+14165550100\u202c', '+14165550100'],
	['string', '\ufeffAnn\u200b', 'Ann'],
	['string', '2025-01-31T10:00:00.000Z', '2025-01-31T10:00:00.000Z'],
	['string', '=1+1', '=1+1'],
	['string', '#4', '#4'],
	['string', 'Unit #12', 'Unit #12'],
	['string', 'N/A', 'N/A'],
	['string', '{x}', '{x}'],
	['string', 1500, '1500'],
	['string', 14165550100, '14165550100'],
	['string', Number.MAX_SAFE_INTEGER, '9007199254740991'],
	['string', -12.5, '-12.5'],
	['string', 0, '0'],
	['string', -0, '0'],
	['string', 1100.1 * 3, '3300.3'],
	['string', true, 'true'],
	['string', false, 'false'],
	['string', new Date('2025-01-31T00:00:00Z'), '2025-01-31'],
	['string', DateTime.utc(2025, 1, 31), '2025-01-31'],
	['integer', ' 2100 ', 2100],
	['integer', '2100.00', 2100],
	['integer', '2100.', 2100],
	['integer', '+2100', 2100],
	['integer', '-50', -50],
	['integer', '-0', 0],
	['integer', '0021', 21],
	['integer', 0, 0],
	['integer', 2099.9999999999995, 2100],
	['number', '2100.50', 2100.5],
	['number', '.5', 0.5],
	['number', '0.125', 0.125],
	['number', '1250.125', 1250.125],
	['number', '3300.2999999999997', 3300.3],
	['number', 0.1 + 0.2, 0.3],
])('as %s, %p becomes %p', (type, value, expected) => {
	expect(toApiValue(value, type)).toStrictEqual({ value: expected });
});

test.each<[ApiType, RegExp, unknown[]]>([
	['string', DIGITS_LOST, [2 ** 53, -1e21]],
	['string', NO_RESULT, [NaN, Infinity]],
	['string', NOT_TEXT, [{}, { city: 'Toronto' }, ['Ann'], [], () => 'Ann', Symbol('Ann'), 7n]],
	['string', NO_DATE, [new Date(NaN), DateTime.invalid('made up')]],
	['integer', WHOLE, [2100.5, '2100.5', '.5', NaN, -Infinity, true, new Date(0), [2100], {}]],
	['integer', WHOLE, ['2,100', '2.100,00', '2.000', '-12.000', '2 100', '$2100', '2100 CAD']],
	['integer', WHOLE, ['2.1e3', '0x834', '１２', '-', '.', 'two', 'Infinity']],
	['integer', DIGITS_LOST, ['9007199254740992', 2 ** 53]],
	['number', DECIMAL, ['2,100', '$2,100', '2.100', '125.000', '(50.00)', '1e3', NaN, true, []]],
	['number', DIGITS_LOST, [1e21]],
])('as %s: %p for each of %p', (type, problem, values) => {
	for (const value of values) expect(toApiValue(value, type)).toEqual(matching(problem));
});

test.each<ApiType>(['string', 'integer', 'number'])(
	'as %s: nothing and blanks are empty',
	(type) => {
		for (const value of [
			undefined,
			null,
			'',
			' ',
			'\t\r\n',
			'\u00a0',
			'\u200b\u200e\ufeff',
			'\u3000',
		])
			expect(toApiValue(value, type)).toEqual({ empty: true });
	},
);

const ERRORS = [
	'#N/A',
	'#n/a',
	' #REF! ',
	'#VALUE!',
	'#NAME?',
	'#DIV/0!',
	'#NUM!',
	'####',
	'Err:502',
];

test.each<[string, RegExp]>([
	...ERRORS.map((value): [string, RegExp] => [value, FORMULA]),
	['{{ $json.userId }}', BRACES],
	['Dear {{name', BRACES],
])('%j is refused in every field of every operation', (value, problem) => {
	for (const field of nodeOperations.flatMap(({ fields }) => fields))
		expect(toFieldValue(value, field)).toEqual(matching(problem));
});

describe('a field of a shape', () => {
	test.each(['amount', 'phone', 'phoneWithPlus', 'email', 'date', 'id'] as const)(
		'%s: a list and an object are refused, nothing and blanks are empty',
		(shape) => {
			for (const value of [['+14165550100'], { amount: 1 }])
				expect(toFieldValue(value, fieldOf({ shape }))).toHaveProperty('problem');
			for (const value of [undefined, null, '', ' \u00a0'])
				expect(toFieldValue(value, fieldOf({ shape }))).toEqual({ empty: true });
		},
	);

	test.each<[NonNullable<ApiField['shape']>, unknown, string]>([
		['amount', 1100.1 * 3, '3300.3'],
		['amount', '1500.00', '1500.00'],
		['amount', ' 2100 ', '2100'],
		['amount', 0, '0'],
		['amount', '-12.5', '-12.5'],
		['date', ' 31.01.2026 ', '31.01.2026'],
		['phone', ' 416 555 0100 ', '416 555 0100'],
		['phoneWithPlus', ' +1 416 555 0100 ', '+14165550100'],
		['email', ' ANN@Example.COM ', 'ANN@Example.COM'],
		['email', "o'brien+rent_2025@mail.example.co.uk", "o'brien+rent_2025@mail.example.co.uk"],
		['email', 'пример@почта.рф', 'пример@почта.рф'],
		['email', 'a@b.c', 'a@b.c'],
		['email', 'a@b..c.', 'a@b..c.'],
		...['usr-1', '...', 'a/b', '90210', '😀'].map((id) => ['id', id, id] as const),
	] as Array<[NonNullable<ApiField['shape']>, unknown, string]>)(
		'%s: %p is sent as %j',
		(shape, value, sent) => {
			expect(toFieldValue(value, fieldOf({ shape }))).toEqual({ value: sent });
		},
	);

	test.each<[NonNullable<ApiField['shape']>, RegExp, unknown[]]>([
		['amount', NO_AMOUNT, ['$2,100.00', '2,100', '2.100', '2100 CAD', '2100,50', 'two', '1e3']],
		['amount', NO_AMOUNT, [true, new Date(0), 1e-7]],
		['email', NO_EMAIL, ['ann', 'ann.example.com', '@example.com', 'ann@', 'ann@example', true]],
		['email', NO_EMAIL, ['ann@@example.com', 'ann@example.com;bob@example.com', new Date(0)]],
		['email', NO_EMAIL, ['ann lee@example.com', 'ann@exam ple.com', 'ann@.com', 'ann@example.']],
		['id', /^is not an ID/, ['.', '..', '\ud83d', 'a\ude00']],
		['phone', /^must be a phone/, [true, DateTime.utc(2026, 1, 31)]],
	])('%s: %p for each of %p', (shape, problem, values) => {
		for (const value of values)
			expect(toFieldValue(value, fieldOf({ shape }))).toEqual(matching(problem));
	});

	test.each<[NonNullable<ApiField['shape']>, string]>([
		['email', `a@${'.'.repeat(1_000_000)} b`],
		['email', `a@b.${'b.'.repeat(500_000)}@`],
		['amount', `${'1'.repeat(1_000_000)}x`],
		['phone', `+1${'('.repeat(1_000_000)}x`],
		['phoneWithPlus', `+${'1.'.repeat(500_000)}0`],
		['date', ' x'.repeat(500_000)],
	])('%s: takes a megabyte in linear time', (shape, value) => {
		// Quadratic time would be many minutes.
		expect(toFieldValue(value, fieldOf({ shape }))).toHaveProperty('problem');
	});

	test('gets the country code and the time zone', () => {
		const locale = { countryCode: '44', timezone: 'Asia/Tokyo' };
		expect(toFieldValue('020 7946 0958', fieldOf({ shape: 'phone' }), locale)).toEqual({
			value: '+442079460958',
		});
		for (const field of [fieldOf({ shape: 'date' }), fieldOf({})])
			expect(toFieldValue(new Date('2026-01-31T16:30:00Z'), field, locale)).toEqual({
				value: '2026-02-01',
			});
	});
});

describe('a closed list', () => {
	test.each(
		[ACCOUNT_STATUSES, ECOA_CODES].flatMap((oneOf) => oneOf.map((one) => ({ ...one, oneOf }))),
	)('takes "$name" and $value, however they are written', ({ name, value, oneOf }) => {
		for (const text of [name, value]) {
			for (const spelling of [text, text.toLowerCase(), text.replaceAll(/[ _]/g, '-')])
				expect(toFieldValue(spelling, fieldOf({ oneOf }))).toEqual({ value });
		}
		expect(toFieldValue(value.slice(0, -1), fieldOf({ oneOf }))).toHaveProperty('problem');
	});

	test('names its labels if a value is not one of them', () => {
		expect(toFieldValue('good', fieldOf({ oneOf: ECOA_CODES }))).toEqual({
			problem: "must be one of 'Individual', 'Joint' or 'Unspecified'",
		});
	});
});

describe('any value', () => {
	const cell = fc.oneof(
		fc.anything({
			withBigInt: true,
			withBoxedValues: true,
			withDate: true,
			withNullPrototype: true,
		}),
		fc.string({ unit: 'binary' }),
		fc.double(),
	);
	const field = fc.constantFrom(...nodeOperations.flatMap(({ fields }) => fields));

	test('never throws, is sent in the type of its field, and once sent is sent the same again', () => {
		fc.assert(
			fc.property(cell, field, (value, one) => {
				const result = toFieldValue(value, one);
				expect(Object.keys(result)).toHaveLength(1);
				if (!('value' in result)) return;
				expect(typeof result.value).toBe(one.type === undefined ? 'string' : 'number');
				expect(result.value).not.toBe('');
				if (one.shape !== 'date') expect(toFieldValue(result.value, one)).toStrictEqual(result);
			}),
			{ numRuns: 500 },
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
});
