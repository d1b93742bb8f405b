import fc from 'fast-check';
import { DateTime } from 'luxon';

import { EMPTY, invalid, valid, type Field } from '../../../nodes/RentalScreening/core/field.ts';
import { toFieldValue } from '../../../nodes/RentalScreening/request/values.ts';
import { nodeOperations } from '../../support/operations.mts';

type Kind = Pick<Field, 'type' | 'shape' | 'oneOf' | 'constantPrefix' | 'panel'>;

const TEXT: Kind = {};
const INTEGER: Kind = { type: 'integer' };
const NUMBER: Kind = { type: 'number' };
const AMOUNT: Kind = { shape: 'amount' };
const EMAIL: Kind = { shape: 'email' };
const ID: Kind = { shape: 'id' };
const NAME: Kind = { shape: 'personName' };
const PAYER: Kind = { oneOf: [{ name: 'Self', value: 'PAYER_SELF' }], constantPrefix: 'PAYER_' };

const fields = nodeOperations.flatMap((operation) => operation.fields);
/** A closed list. */
const ECOA_CODE: Kind = fields.find(({ name }) => name === 'ecoaCode')!;

const SAME = ['=1+1', '#4', '#4B', 'Unit #12', '2025-01-31T10:00:00.000Z', 'Unit undefined'];
const MAILS = ["o'brien+rent_2025@mail.example.co.uk", 'пример@почта.рф', 'a@b.c', 'na@moss.com'];

test.each<[Kind, string | number, unknown[]]>([
	...SAME.map((text): [Kind, string, string[]] => [TEXT, text, [text]]),
	...MAILS.map((email): [Kind, string, string[]] => [EMAIL, email, [email]]),
	...['usr-1', '...', 'a/b', '90210', '😀'].map((id): [Kind, string, string[]] => [ID, id, [id]]),
	[TEXT, 'Ann  Lee', ['  Ann  Lee \u00a0', '\u202aAnn  Lee\u202c']],
	[TEXT, '14165550100', [14165550100]],
	[TEXT, '-12.5', [-12.5]],
	[TEXT, 'true', [true]],
	[INTEGER, 2100, [' 2100 ', '2100.00', '2,100.00', 2099.9999999999995]],
	[INTEGER, 0, ['0', 0, -0]],
	[NUMBER, 2100.5, ['2100.50', '2,100.50', 2100.5]],
	[NUMBER, -12.5, ['-12.5', -12.5]],
	[NUMBER, 3300.3, [1100.1 * 3]],
	// What 100.3 - 100 - 0.3 leaves.
	[NUMBER, 0, [-1.8e-12, 2.8e-14, 100.3 - 100 - 0.3]],
	[AMOUNT, '1500', [1500, '1500']],
	[AMOUNT, '1500.00', [' 1500.00 ', '1,500.00']],
	[AMOUNT, '0', [0, 1.8e-12, -1.8e-12]],
	[{ shape: 'code' }, '000100', ['000100']],
	[ECOA_CODE, 'ECOA_CODE_JOINT', ['Joint', 'joint', 'ecoa-code joint']],
	[EMAIL, 'ANN@Example.COM', [' ANN@Example.COM ', 'ANN@\u200bExample.\u00adCOM\ufeff']],
	[NAME, "Ann-Marie O'Neil", [" Ann-Marie O'Neil "]],
	[NAME, 'Null', ['Null']],
	[PAYER, 'PAYER_SELF', ['Self', 'self', 'PAYER_SELF']],
	[PAYER, 'PAYER_LANDLORD', ['PAYER_LANDLORD']],
	[{ shape: 'date' }, '2025-01-31', [new Date('2025-01-31T00:00:00Z'), ' 2025-01-31 ']],
	[{ shape: 'phoneWithPlus' }, '+14165550100', [' +1 416 555 0100 ']],
])('a field %j sends %j for each of %p', (kind, sent, values) => {
	for (const value of values) expect(toFieldValue(value, kind)).toStrictEqual(valid(sent));
});

const NO_INTEGER = /^must be a whole number without/;
const NO_NUMBER = /^must be a number without .* at most two decimals/;
const NO_EMAIL = /^must be an email address/;
const NO_VALUE = /, which is no value: correct/;
const BELOW_ZERO = /^must not be below 0: leave it empty for a credit/;
/** As the panel has past due amounts and the rent of a property. */
const NOT_BELOW_ZERO: Kind = { type: 'number', panel: { typeOptions: { minValue: 0 } } };

test.each<[Kind, RegExp, unknown[]]>([
	[TEXT, /^must be text: a number loses digits/, [2 ** 53, -1e21, NaN, Infinity]],
	[TEXT, /^must be a single text/, [{}, ['Ann'], [], () => 'Ann', new Date(0)]],
	[INTEGER, NO_INTEGER, [2100.5, '2100.5', NaN, -Infinity, true, new Date(0), [2100], {}, 2 ** 60]],
	[
		INTEGER,
		NO_INTEGER,
		['2,100', '2.100,00', '2.000', '$2100', '2 100', '2100 CAD', '2.1e3', '+5'],
	],
	[
		NUMBER,
		NO_NUMBER,
		['$2,100', '2.100', '(50.00)', '50 CR', "1'200", 0.125, 1e21, '9'.repeat(400)],
	],
	[AMOUNT, NO_NUMBER, ['$2,100.00', '2,100', '21,00.00', '2100,50', '1200/mo', true, 1e-3]],
	[AMOUNT, BELOW_ZERO, ['-12.5', -1200, '-2,100.00']],
	[NOT_BELOW_ZERO, BELOW_ZERO, ['-12.5', -1200]],
	[EMAIL, NO_EMAIL, ['ann', '@example.com', 'ann@', 'ann@example', true, 7, 'ann@@example.com']],
	[
		EMAIL,
		NO_EMAIL,
		['ann lee@example.com', 'ann@.com', 'ann@example.', 'kim@example..com', 'k..l@b.c'],
	],
	[
		EMAIL,
		NO_EMAIL,
		['<gil@b.ca>', 'mailto:gil@b.ca', 'ida@b.ca,', '"a"@b.c', 'a@b.c(d)', 'a@b.c;d@e.f'],
	],
	[EMAIL, NO_EMAIL, ['a@example.com\nb@example.com', 'a@example.com\tb']],
	[NAME, /^must be the first or last name/, [0, '12', 'Ann & Ben', 'ada@example.com', true]],
	...[TEXT, NAME, ID, EMAIL, AMOUNT].map((kind): [Kind, RegExp, unknown[]] => [
		kind,
		NO_VALUE,
		['undefined', 'null', 'NULL', 'NaN', '[object Object]'],
	]),
	[PAYER, /^must be 'Self', or a value/, ['Landlord', 'PAYER_landlord', 'CHECK_SELF', 'PAYER-A']],
	[ECOA_CODE, /^must be 'Individual', 'Joint' or 'Unspecified'$/, ['good', 'ECOA_CODE_JOIN']],
	[{ shape: 'code' }, /^must be text: a number loses/, [0, 100]],
	[ID, /^is not an ID/, ['.', '..', '\ud83d', 'a\ude00']],
	[{ shape: 'phone' }, /^must be one phone/, [true, DateTime.utc(2026, 1, 31)]],
])('a field %j refuses (%p) each of %p', (kind, problem, values) => {
	const refused = invalid(expect.stringMatching(problem) as string);
	for (const value of values) expect(toFieldValue(value, kind)).toEqual(refused);
});

/** As spreadsheets of several languages show what has no result. */
const ERRORS = [
	...['#N/A', '#n/a', ' #REF! ', '#NAME?', '#DIV/0!', '####', '#SPILL!', '#GETTING_DATA'],
	...['#NV', '#N/D', '#¡VALOR!', '#ÜBERLAUF!', '#Н/Д', '#ССЫЛКА!', '#BAŞV!', '#ΤΙΜΗ!'],
];
const BLANKS = [
	...['-', ' -- ', '—', 'n/a', ' N / A ', '', ' \t\r\n', '\u00a0\u200b\ufeff'],
	...[undefined, null],
];

test('every field of every operation refuses errors of spreadsheets, lost letters and braces, and takes blanks as empty', () => {
	const problemWith = (text: string) => invalid(expect.stringContaining(text) as string);
	for (const field of fields) {
		for (const error of ERRORS)
			expect(toFieldValue(error, field)).toEqual(problemWith('is a formula without a result'));
		for (const braces of ['{{ $json.userId }}', 'Dear {{name'])
			expect(toFieldValue(braces, field)).toEqual(problemWith("holds '{{'"));
		for (const lost of ['Jos\ufffd', 'jos\ufffd@example.com'])
			expect(toFieldValue(lost, field)).toEqual(problemWith("holds '\ufffd' in place of a letter"));
		for (const blank of BLANKS) expect(toFieldValue(blank, field)).toEqual(EMPTY);
		expect(toFieldValue(['+14165550100'], field)).toHaveProperty('kind', 'invalid');
	}
});

test.each<[Kind, string]>([
	[TEXT, `{{${' '.repeat(1_000_000)}x`],
	[EMAIL, `a@${'b.'.repeat(500_000)}`],
	[EMAIL, `a@b${'.b'.repeat(8_000_000)}`],
	[AMOUNT, `${'1'.repeat(1_000_000)}x`],
	[AMOUNT, `1${',111'.repeat(1_000_000)}`],
	[{ shape: 'phone' }, `+1${'('.repeat(1_000_000)}x`],
	[{ shape: 'phone' }, `${'('.repeat(1_000_000)}x`],
	[{ shape: 'date' }, ' x'.repeat(500_000)],
	[NAME, '1 '.repeat(500_000)],
	[INTEGER, `#${'A'.repeat(20_000_000)}1`],
])('a field %j reads millions of characters in linear time', (kind, value) => {
	// Quadratic time would be many minutes.
	expect(toFieldValue(value, kind)).toHaveProperty('kind', 'invalid');
});

test('any value is read without an error, sent in the type of its field, and sent the same again', () => {
	const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
	const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
	const cell = fc.oneof(anything, anyText, fc.double());
	fc.assert(
		fc.property(cell, fc.constantFrom(...fields), (value, one) => {
			const result = toFieldValue(value, one);
			if (result.kind !== 'valid') return;
			expect(typeof result.value).toBe(one.type === undefined ? 'string' : 'number');
			expect(result.value).not.toBe('');
			if (one.shape !== 'date') expect(toFieldValue(result.value, one)).toStrictEqual(result);
		}),
		{ numRuns: 500 },
	);
});
