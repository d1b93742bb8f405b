import fc from 'fast-check';
import { DateTime } from 'luxon';

import { EMPTY, invalid, valid, type Field } from '../../../nodes/RentalScreening/core/field.ts';
import { toFieldValue } from '../../../nodes/RentalScreening/request/values.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
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

const SAME = ['=1+1', '#4', '#4B', '#B', 'Unit #12', '2025-01-31T10:00:00.000Z'];
const MAILS = [
	"o'brien+rent_2025@mail.example.co.uk",
	'-_=x!#$%&*/?^`{|}~@b-c.de',
	'пример@почта.рф',
	'a@b.c',
	...['ada@ada.com', 'mail@moss.com', 'na@moss.com', 'nomail.moss@b.co', 'nonette@b.co'],
];

test.each<[Kind, string | number, unknown[]]>([
	...SAME.map((text): [Kind, string, string[]] => [TEXT, text, [text]]),
	...MAILS.map((email): [Kind, string, string[]] => [EMAIL, email, [email]]),
	...['usr-1', '...', 'a/b', '90210', '😀'].map((id): [Kind, string, string[]] => [ID, id, [id]]),
	[TEXT, 'Ann  Lee', ['  Ann  Lee \u00a0']],
	[TEXT, '+14165550100', ['\u202a+14165550100\u202c']],
	[TEXT, '1500', [1500]],
	[TEXT, '14165550100', [14165550100]],
	[TEXT, '9007199254740991', [Number.MAX_SAFE_INTEGER]],
	[TEXT, '-12.5', [-12.5]],
	[TEXT, '..', ['..']],
	[TEXT, '0', [-0]],
	[TEXT, '3300.3', [1100.1 * 3]],
	[TEXT, 'true', [true]],
	[TEXT, 'false', [false]],
	[TEXT, '2025-01-31', [new Date('2025-01-31T00:00:00Z'), DateTime.utc(2025, 1, 31)]],
	[INTEGER, 2100, [' 2100 ', '2100.00', '2100.', '+2100', 2099.9999999999995]],
	[INTEGER, 0, ['-0', 0]],
	[INTEGER, 21, ['0021']],
	[NUMBER, 2100.5, ['2100.50']],
	[NUMBER, 0.5, ['.5']],
	[NUMBER, -12.5, ['-12.5']],
	[NUMBER, 0.125, ['0.125']],
	[NUMBER, 1250.125, ['1250.125']],
	[NUMBER, 3300.3, ['3300.2999999999997']],
	[NUMBER, 0.3, [0.1 + 0.2]],
	[AMOUNT, '3300.3', [1100.1 * 3]],
	[AMOUNT, '1500.00', [' 1500.00 ']],
	// What 100.3 - 100 - 0.3 leaves.
	[NUMBER, 0, [-1.8e-12, 2.8e-14, 100.3 - 100 - 0.3]],
	[AMOUNT, '0', [0, 1.8e-12, -1.8e-12]],
	[AMOUNT, '912.375', [912.375]],
	[{ shape: 'code' }, '000100', ['000100']],
	[EMAIL, 'ANN@Example.COM', [' ANN@Example.COM ', 'ANN@\u200bExample.\u00adCOM\ufeff']],
	[NAME, "Ann-Marie O'Neil", [" Ann-Marie O'Neil "]],
	[NAME, 'Smith Jr.', ['Smith Jr.']],
	[NAME, 'VACANT', ['VACANT']],
	// Real names, though beside another word they are more often none.
	...[
		'Null',
		'Nan',
		'Nat',
		'Noné',
		'Ii',
		'Miss',
		'JR',
		'Herr',
		'Raman a/l Kumar',
		'Ben Or Zvi',
		'Sandy',
		'Unity',
		'Anders',
	].map((name): [Kind, string, string[]] => [NAME, name, [name]]),
	[PAYER, 'PAYER_SELF', ['Self', 'self', 'PAYER_SELF']],
	[PAYER, 'PAYER_LANDLORD', ['PAYER_LANDLORD']],
	[{ shape: 'date' }, '31.01.2026', [' 31.01.2026 ']],
	[{ shape: 'phone' }, '416 555 0100', [' 416 555 0100 ']],
	[{ shape: 'phoneWithPlus' }, '+14165550100', [' +1 416 555 0100 ']],
])('a field %j sends %j for each of %p', (kind, sent, values) => {
	for (const value of values) expect(toFieldValue(value, kind)).toStrictEqual(valid(sent));
});

const INEXACT = /^is not a number, or has so many digits/;
const NO_INTEGER = /^must be a whole number without/;
const NO_NUMBER = /^must be a number without/;
const NO_EMAIL = /^must be an email address/;
const NO_DATE = /^must be a date/;
const IS_FORMULA = /^is a formula in place of its result/;
const NOBODYS = /^stands for no address/;
const NO_VALUE = /^holds 'undefined', 'null', 'NaN' or the like/;
const BELOW_ZERO = /^must not be below 0: leave it empty for a credit/;
/** As the panel has past due amounts and the rent of a property. */
const NOT_BELOW_ZERO: Kind = { type: 'number', panel: { typeOptions: { minValue: 0 } } };

test.each<[Kind, RegExp, unknown[]]>([
	[TEXT, INEXACT, [2 ** 53, -1e21, NaN, Infinity]],
	[TEXT, /^must be a single text/, [{}, ['Ann'], [], () => 'Ann', Symbol('Ann'), 7n]],
	[TEXT, NO_DATE, [new Date(NaN), DateTime.invalid('made up')]],
	[INTEGER, NO_INTEGER, [2100.5, '2100.5', '.5', NaN, -Infinity, true, new Date(0), [2100], {}]],
	[INTEGER, NO_INTEGER, ['2,100', '2.100,00', '2.000', '-12.000', '2 100', '$2100', '2100 CAD']],
	[INTEGER, NO_INTEGER, ['2.1e3', '0x834', '１２', '.', 'two', 'Infinity']],
	[INTEGER, INEXACT, ['9007199254740992', 2 ** 53]],
	[NUMBER, NO_NUMBER, ['2,100', '$2,100', '2.100', '125.000', '(50.00)', '1e3', NaN, true, []]],
	[NUMBER, INEXACT, [1e21]],
	[AMOUNT, NO_NUMBER, ['$2,100.00', '2,100', '2.100', '2100,50', 'two', '1e3', true, 1e-7]],
	[EMAIL, NO_EMAIL, ['ann', 'ann.example.com', '@example.com', 'ann@', 'ann@example', true]],
	[EMAIL, NO_EMAIL, ['ann@@example.com', 'ann@example.com;bob@example.com', new Date(0)]],
	[EMAIL, NO_EMAIL, ['ann lee@example.com', 'ann@exam ple.com', 'ann@.com', 'ann@example.']],
	[EMAIL, NO_EMAIL, ['<gil@example.com>', 'mailto:gil@example.com', 'ida@example.com,', '"a"@b.c']],
	[EMAIL, NO_EMAIL, ['kim@example..com', 'kim..lee@example.com', 'a@example.com.', 'a@b.c(d)']],
	// What stands around addresses that were copied, or what a spreadsheet puts in front of text.
	[
		EMAIL,
		NO_EMAIL,
		['.ann@example.com', "'ann@example.com", "ann@example.com'", '‘ann@example.com’', '[ann@b.ca]'],
	],
	[EMAIL, NO_EMAIL, ['ann@example.com/', 'ann@example.com*', 'ann@example.com…', '📧ann@b.ca']],
	[EMAIL, NO_EMAIL, ['ann@b.ca|bob', 'ann@example.com-', 'ann@example.com✅', 'ann@b.ca&bob']],
	[EMAIL, NO_EMAIL, ['a@example.com\nb@example.com', 'ann@example.c om']],
	[NAME, /^must be the name of a person/, [0, 1500, '0', '12', '?', '***', true]],
	[NAME, /^must be the name of a person/, ['TOTAL', 'Totals:', 'Mr.', 'LLC', 'Vacant Total']],
	[NAME, /^must be the name of a person/, ['Occupied', 'UNOCCUPIED', 'Unit', 'Vacant Unit']],
	[NAME, /^must be the name of a person/, ['ada@example.com', 'Family']],
	[
		NAME,
		/^must be the name of one person/,
		['Ann\nBen', 'Ann and Ben', 'ANN AND BEN', 'Ann & Ben'],
	],
	[TEXT, NO_VALUE, ['undefined', 'Unit undefined', 'null', 'NaN', '[object Object]']],
	// What exports of databases and of Python have.
	[TEXT, NO_VALUE, ['NULL', 'nan', 'NaT']],
	// A ledger's payment, a refund or a credit.
	[AMOUNT, BELOW_ZERO, ['-12.5', -1200]],
	[NOT_BELOW_ZERO, BELOW_ZERO, ['-12.5', -1200]],
	[NAME, NO_VALUE, ['undefined', 'undefined Moss', '[object Object]', 'null']],
	[ID, NO_VALUE, ['undefined', 'null']],
	[EMAIL, NO_VALUE, ['undefined']],
	// What people and programs enter where an address is required and there is none; strangers may have these.
	[
		EMAIL,
		NOBODYS,
		['mail@mail.com', 'none@none.com', 'NONE@gmail.com', 'test@test.com', 'na@na.ca'],
	],
	[EMAIL, NOBODYS, ['noemail@noemail.com', 'no-email@b.co', 'no@email.com', 'unknown@noemail.com']],
	[TEXT, IS_FORMULA, ['="02134"', ' ="Elm St" ', '=""']],
	[EMAIL, IS_FORMULA, ['="ann@example.com"']],
	[NAME, IS_FORMULA, ['="Ann"']],
	[{ shape: 'phone' }, IS_FORMULA, ['="4165550100"']],
	[PAYER, /^must be 'Self', or a value/, ['Landlord', 'PAYER_landlord', 'CHECK_SELF', 'PAYER-A']],
	[{ shape: 'code' }, /^must not be a number: .* drops the 0/, [0, 100, '0.00E+00', '1,5E+23']],
	[ID, /^is not an ID/, ['.', '..', '\ud83d', 'a\ude00']],
	[{ shape: 'phone' }, /^must be one phone/, [true, DateTime.utc(2026, 1, 31)]],
])('a field %j refuses (%p) each of %p', (kind, problem, values) => {
	const refused = invalid(expect.stringMatching(problem) as string);
	for (const value of values) expect(toFieldValue(value, kind)).toEqual(refused);
});

/** As spreadsheets of several languages show what has no result. */
const ERRORS = [
	...['#N/A', '#n/a', ' #REF! ', '#NAME?', '#DIV/0!', '####', '#SPILL!', '#GETTING_DATA'],
	...['#NV', '#N/D', '#N/D!', '#¡VALOR!', '#¿NOMBRE?', '#¡DIV/0!', '#ÜBERLAUF!', '#ZÉRÓOSZTÓ!'],
	...['#Н/Д', '#ССЫЛКА!', '#ДЕЛ/0!', '#YOK', '#SAYI/0!', '#BAŞV!', '#NENÍ_K_DISPOZICI', '#I/T'],
	...['#ΤΙΜΗ!', '#HIÁNYZIK', '#SAKNAS!', '#N/B'],
];
const BLANKS = [
	...['-', ' -- ', '—', '− −', 'n/a', 'N/A', ' N / A ', undefined, null, '', ' ', '\t\r\n'],
	...['\u00a0', '\u200b\u200e\ufeff', '\u3000'],
];

test('every field of every operation refuses errors of spreadsheets and braces, and takes blanks as empty', () => {
	const problemWith = (text: string) => invalid(expect.stringContaining(text) as string);
	for (const field of fields) {
		for (const error of ERRORS)
			expect(toFieldValue(error, field)).toEqual(problemWith('is a formula without a result'));
		for (const braces of ['{{ $json.userId }}', 'Dear {{name'])
			expect(toFieldValue(braces, field)).toEqual(problemWith("holds '{{'"));
		for (const blank of BLANKS) expect(toFieldValue(blank, field)).toEqual(EMPTY);
		expect(toFieldValue(['+14165550100'], field)).toHaveProperty('kind', 'invalid');
	}
});

test.each<[Kind, string]>([
	[EMAIL, `a@${'.'.repeat(1_000_000)} b`],
	[EMAIL, `a@${'b.'.repeat(500_000)}`],
	[EMAIL, `a@b.${'b.'.repeat(500_000)}@`],
	[AMOUNT, `${'1'.repeat(1_000_000)}x`],
	[{ shape: 'phone' }, `+1${'('.repeat(1_000_000)}x`],
	[{ shape: 'phoneWithPlus' }, `+${'1.'.repeat(500_000)}0`],
	[{ shape: 'date' }, ' x'.repeat(500_000)],
	[NAME, '1 '.repeat(500_000)],
	[INTEGER, `#${'A/'.repeat(500_000)}1`],
	// Longer ones would exhaust the stack of a pattern.
	[NAME, '\u0301'.repeat(8_000_000)],
	[EMAIL, `a@b${'.b'.repeat(8_000_000)}`],
	[INTEGER, `#${'A'.repeat(20_000_000)}1`],
])('a field %j reads millions of characters in linear time', (kind, value) => {
	// Quadratic time would be many minutes.
	expect(toFieldValue(value, kind)).toHaveProperty('kind', 'invalid');
});

test('a closed list takes its labels and values, however they are written, and names its labels', () => {
	const lists = submitRentReport.fields!.flatMap(({ oneOf }) => (oneOf ? [oneOf] : []));
	expect(lists).toHaveLength(2);
	for (const oneOf of lists) {
		for (const { name, value } of oneOf) {
			for (const text of [name, value].flatMap((each) => [each, each.toLowerCase()]))
				expect(toFieldValue(text.replaceAll(/[ _]/g, '-'), { oneOf })).toEqual(valid(value));
			expect(toFieldValue(value.slice(0, -1), { oneOf })).toHaveProperty('kind', 'invalid');
		}
	}
	expect(toFieldValue('good', { oneOf: lists[1]! })).toEqual(
		invalid("must be one of 'Individual', 'Joint' or 'Unspecified'"),
	);
});

test('any value is read without an error, sent in the type of its field, and sent the same again', () => {
	const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
	const cell = fc.oneof(anything, fc.string({ unit: 'binary' }), fc.double());
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
