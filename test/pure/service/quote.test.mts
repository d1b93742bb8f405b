import fc from 'fast-check';

import { quote as quoteBody } from '../../../nodes/RentalScreening/service/quote.ts';

const secrets = ['Hunter-2 "Secret"', 'k9x-aa71-77fe'];
const quote = (body: unknown) => quoteBody(body, secrets);

test.each<[string, string, unknown]>([
	['a message', 'No such property', { message: 'No such property' }],
	['a message inside', 'No such property', { error: { message: 'No such property', code: 7 } }],
	['a repeated message', 'Bad Request; One', { error: 'Bad Request', message: ['One.', ' One.'] }],
	['a field', 'phone: is too short', { errors: [{ phone: ['is too short'] }] }],
	['two texts', 'code: required; field: phone', { errors: [{ code: 'required', field: 'phone' }] }],
	['lines of text', 'Plain text in lines', 'Plain text\n\tin  lines'],
	['a web page', '', '\uFEFF\n<!DOCTYPE html><p>Oops'],
	['text with <', 'Must be < 7', 'Must be < 7'],
	['a code only', '', { code: 7, message: ' ' }],
	['null', '', null],
])("a body with %s is quoted as '%s'", (_, message, body) => {
	expect(quote(body)).toBe(message);
});

test('a quote has at most 300 characters, and an SSN where it is cut stays hidden', () => {
	expect(quote('x'.repeat(300))).toBe('x'.repeat(300));
	expect(quote('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
	const cutInSsn = `${'x'.repeat(292)} 123-45-6789`;
	for (const body of [cutInSsn, { [cutInSsn]: 'x' }]) expect(quote(body)).not.toContain('123');
});

test('of a large body four levels are quoted, and ten members of each', () => {
	const deep = (depth: number): unknown => (depth === 0 ? 'Deep' : [deep(depth - 1)]);
	expect([quote(deep(4)), quote(deep(5))]).toEqual(['Deep', '']);
	expect(quote(Array.from({ length: 30 }, (_, index) => `m${index}`)).split('; ')).toHaveLength(10);
	expect(quote({ ['n'.repeat(51)]: 'x' })).toBe('x');
});

test.each<[string, unknown, string]>([
	['the password', 'got Hunter-2 "Secret".', 'got [redacted]'],
	['the password as JSON', 'got Hunter-2 \\"Secret\\".', 'got [redacted]'],
	['the password in an address', 'got Hunter-2%20%22Secret%22.', 'got [redacted]'],
	['the token', 'got k9x-aa71-77fe, k9x-aa71-77fe', 'got [redacted], [redacted]'],
	['an SSN', 'SSN 123-45-6789 is unknown', 'SSN ***-**-6789 is unknown'],
	[
		'an SSN that another member names',
		{ error: 'Bad 123 45 6789', ssn: 123456789 },
		'Bad ***-**-6789',
	],
	['nothing else that the user typed', 'ana@example.com is taken', 'ana@example.com is taken'],
])('a quote hides %s', (_, body, shown) => {
	expect(quote(body)).toBe(shown);
});

test.each([
	['is as long as a token may be', 'x7'.repeat(400), ['x7'.repeat(400)]],
	['has blanks around it', 'Wrong: pw-x7', [' pw-x7 ', ' ']],
	['holds another', 'Wrong: x7-pw-x7', ['', 'pw', 'x7-pw-x7']],
])('a quote shows no part of a secret that %s', (_, body, own) => {
	expect(quoteBody(body, own)).toMatch(/^(Wrong: )?\[redacted\]$/);
});

test('a quote of any body is one short line without secrets', () => {
	const value = fc.oneof(fc.constantFrom(...secrets), fc.string(), fc.jsonValue());
	const body = fc.oneof(value, fc.array(value), fc.dictionary(fc.string(), value));
	fc.assert(
		fc.property(body, (given) => {
			const message = quote(given);
			expect(message.length).toBeLessThanOrEqual(300);
			expect(message).not.toMatch(/[\n\r]|Hunter-2|k9x-aa71/);
		}),
	);
});
