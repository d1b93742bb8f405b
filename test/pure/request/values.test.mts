import fc from 'fast-check';
import { DateTime } from 'luxon';

import { EMPTY, invalid, valid, type Field } from '../../../nodes/RentalScreening/core/field.ts';
import { toFieldValue } from '../../../nodes/RentalScreening/request/values.ts';
import { nodeOperations } from '../../support/operations.mts';

type Kind = Pick<Field, 'type' | 'shape' | 'oneOf' | 'constantPrefix' | 'panel'>;

const fields = nodeOperations.flatMap((operation) => operation.fields);

const KINDS = {
	text: {},
	integer: { type: 'integer' },
	number: { type: 'number' },
	amount: { shape: 'amount' },
	email: { shape: 'email' },
	id: { shape: 'id' },
	code: { shape: 'code' },
	date: { shape: 'date' },
	name: { shape: 'personName' },
	phone: { shape: 'phone' },
	'phone with +': { shape: 'phoneWithPlus' },
	'open list': { oneOf: [{ name: 'Self', value: 'PAYER_SELF' }], constantPrefix: 'PAYER_' },
	'closed list': fields.find(({ name }) => name === 'ecoaCode')!,
	/** As the panel has past due amounts and the rent of a property. */
	'number from 0': { type: 'number', panel: { typeOptions: { minValue: 0 } } },
} satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;
const read = (value: unknown, kind: KindName) => toFieldValue(value, KINDS[kind]);

const SAME = ['=1+1', '#4', '#4B', 'Unit #12', '2025-01-31T10:00:00.000Z', 'Unit undefined'];
const MAILS = ["o'brien+rent_2025@mail.example.co.uk", 'пример@почта.рф', 'a@b.c', 'na@moss.com'];

test.each<[KindName, string | number, unknown[]]>([
	...SAME.map((text): [KindName, string, string[]] => ['text', text, [text]]),
	...MAILS.map((email): [KindName, string, string[]] => ['email', email, [email]]),
	...['usr-1', '...', 'a/b', '90210', '😀'].map((id): [KindName, string, string[]] => [
		'id',
		id,
		[id],
	]),
	['text', 'Ann  Lee', ['  Ann  Lee \u00a0', '\u202aAnn  Lee\u202c']],
	['text', '14165550100', [14165550100]],
	['text', '-12.5', [-12.5]],
	['text', 'true', [true]],
	['integer', 2100, [' 2100 ', '2100.00', '2,100.00', 2099.9999999999995]],
	['integer', 0, ['0', 0, -0]],
	['number', 2100.5, ['2100.50', '2,100.50', 2100.5]],
	['number', -12.5, ['-12.5', -12.5]],
	['number', 3300.3, [1100.1 * 3]],
	// What 100.3 - 100 - 0.3 leaves.
	['number', 0, [-1.8e-12, 2.8e-14, 100.3 - 100 - 0.3]],
	['amount', '1500', [1500, '1500']],
	['amount', '1500.00', [' 1500.00 ', '1,500.00']],
	['amount', '0', [0, 1.8e-12, -1.8e-12]],
	['code', '000100', ['000100']],
	['closed list', 'ECOA_CODE_JOINT', ['Joint', 'joint', 'ecoa-code joint']],
	['email', 'ANN@Example.COM', [' ANN@Example.COM ', 'ANN@\u200bExample.\u00adCOM\ufeff']],
	['name', "Ann-Marie O'Neil", [" Ann-Marie O'Neil "]],
	['name', 'Null', ['Null']],
	['open list', 'PAYER_SELF', ['Self', 'self', 'PAYER_SELF']],
	['open list', 'PAYER_LANDLORD', ['PAYER_LANDLORD']],
	['date', '2025-01-31', [new Date('2025-01-31T00:00:00Z'), ' 2025-01-31 ']],
	['phone with +', '+14165550100', [' +1 416 555 0100 ']],
])('a field of the kind %s sends %p, however it is written', (kind, sent, values) => {
	for (const value of values) expect(read(value, kind)).toStrictEqual(valid(sent));
});

const NO_INTEGER = /^must be a whole number without/;
const NO_NUMBER = /^must be a number without .* at most two decimals/;
const NO_EMAIL = /^must be an email address/;
const NO_VALUE = /, which is no value: correct/;
const BELOW_ZERO = /^must not be below 0: leave it empty for a credit/;

test.each<[KindName, string, RegExp, unknown[]]>([
	[
		'text',
		'a number that has lost digits',
		/^must be text: a number loses digits/,
		[2 ** 53, -1e21, NaN, Infinity],
	],
	['text', 'another type', /^must be a single text/, [{}, ['Ann'], [], () => 'Ann', new Date(0)]],
	[
		'integer',
		'a fraction or another type',
		NO_INTEGER,
		[2100.5, '2100.5', NaN, -Infinity, true, new Date(0), [2100], {}, 2 ** 60],
	],
	[
		'integer',
		'text that may be another number',
		NO_INTEGER,
		['2,100', '2.100,00', '2.000', '$2100', '2 100', '2100 CAD', '2.1e3', '+5'],
	],
	[
		'number',
		'what may be another number',
		NO_NUMBER,
		['$2,100', '2.100', '(50.00)', '50 CR', "1'200", 0.125, 1e21, '9'.repeat(400)],
	],
	[
		'amount',
		'what may be another amount',
		NO_NUMBER,
		['$2,100.00', '2,100', '21,00.00', '2100,50', '1200/mo', true, 1e-3],
	],
	['amount', 'less than 0', BELOW_ZERO, ['-12.5', -1200, '-2,100.00']],
	['number from 0', 'less than 0', BELOW_ZERO, ['-12.5', -1200]],
	[
		'email',
		'half an address or another type',
		NO_EMAIL,
		['ann', '@example.com', 'ann@', 'ann@example', true, 7, 'ann@@example.com'],
	],
	[
		'email',
		'a blank or a dot in the wrong place',
		NO_EMAIL,
		['ann lee@example.com', 'ann@.com', 'ann@example.', 'kim@example..com', 'k..l@b.c'],
	],
	[
		'email',
		'signs around an address',
		NO_EMAIL,
		['<gil@b.ca>', 'mailto:gil@b.ca', 'ida@b.ca,', '"a"@b.c', 'a@b.c(d)', 'a@b.c;d@e.f'],
	],
	['email', 'lines and tabs', NO_EMAIL, ['a@example.com\nb@example.com', 'a@example.com\tb']],
	[
		'name',
		'what is no name of one person',
		/^must be the first or last name/,
		[0, '12', 'Ann & Ben', 'ada@example.com', true],
	],
	...(['text', 'name', 'id', 'email', 'amount'] as const).map(
		(kind): [KindName, string, RegExp, unknown[]] => [
			...([kind, 'a word of programs, such as undefined', NO_VALUE] as const),
			['undefined', 'null', 'NULL', 'NaN', '[object Object]'],
		],
	),
	[
		'open list',
		'other words than its own',
		/^must be 'Self', or a value/,
		['Landlord', 'PAYER_landlord', 'CHECK_SELF', 'PAYER-A'],
	],
	[
		'closed list',
		'any other word',
		/^must be 'Individual', 'Joint' or 'Unspecified'$/,
		['good', 'ECOA_CODE_JOIN'],
	],
	['code', 'a number', /^must be text: a number loses/, [0, 100]],
	['id', 'what changes an address', /^is not an ID/, ['.', '..', '\ud83d', 'a\ude00']],
	['phone', 'another type', /^must be one phone/, [true, DateTime.utc(2026, 1, 31)]],
])('a field of the kind %s refuses %s', (kind, _, problem, values) => {
	const refused = invalid(expect.stringMatching(problem) as string);
	for (const value of values) expect(read(value, kind)).toEqual(refused);
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

test.each<[KindName, string, string]>([
	['text', 'blanks behind {{', `{{${' '.repeat(1_000_000)}x`],
	['email', 'parts of a host', `a@${'b.'.repeat(500_000)}`],
	['email', 'parts of a host without an end', `a@b${'.b'.repeat(8_000_000)}`],
	['amount', 'digits', `${'1'.repeat(1_000_000)}x`],
	['amount', 'thousands', `1${',111'.repeat(1_000_000)}`],
	['phone', 'brackets behind +1', `+1${'('.repeat(1_000_000)}x`],
	['phone', 'brackets', `${'('.repeat(1_000_000)}x`],
	['date', 'words', ' x'.repeat(500_000)],
	['name', 'digits', '1 '.repeat(500_000)],
	['integer', 'letters behind #', `#${'A'.repeat(20_000_000)}1`],
])('a field of the kind %s reads any number of %s in linear time', (kind, _, value) => {
	// Quadratic time would be many minutes.
	expect(read(value, kind)).toHaveProperty('kind', 'invalid');
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
