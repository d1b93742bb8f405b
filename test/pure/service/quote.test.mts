import fc from 'fast-check';

import { quote as quoteBody } from '../../../nodes/RentalScreening/service/quote.ts';

/** As long as a token may be. */
const LONG = 'x7'.repeat(400);

const secrets = ['Hunter-2 "Secret"', 'k9x-aa71-77fe'];
const quote = (body: unknown) => quoteBody(body, secrets);

test.each<[unknown, string]>([
	[{ message: 'No such property' }, 'No such property'],
	[{ error: { message: 'No such property', code: 7 } }, 'No such property'],
	[{ errors: ['One.', { message: 'Two' }] }, 'One.; Two'],
	[{ error: 'Bad Request', message: ['One', 'One'] }, 'Bad Request; One'],
	[{ message: 'Invalid', errors: { phone: ['is too short'] } }, 'Invalid; phone: is too short'],
	[{ errors: [{ code: 'required', field: 'phone' }] }, 'code: required; field: phone'],
	['Plain text\n\tin  lines', 'Plain text in lines'],
	['<!DOCTYPE html><p>Oops', ''],
	['  \n<HTML lang="en">', ''],
	['<?xml version="1.0"?>', ''],
	['\uFEFF<!-- fw -->\n<html>Blocked', ''],
	['<head><title>Blocked', ''],
	['Must be < 7', 'Must be < 7'],
	[{ code: 7, message: ' ' }, ''],
	[null, ''],
	[undefined, ''],
])('of the body %j is quoted %j', (body, message) => {
	expect(quote(body)).toBe(message);
});

test('a quote has at most 300 characters, twenty members of each object and six levels', () => {
	expect(quote('x'.repeat(300))).toBe('x'.repeat(300));
	expect(quote('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
	expect(quote(Array.from({ length: 30 }, (_, index) => `m${index}`)).split('; ')).toHaveLength(20);
	const deep = (depth: number): unknown => (depth === 0 ? 'Deep' : [deep(depth - 1)]);
	expect([quote(deep(6)), quote(deep(7))]).toEqual(['Deep', '']);
});

test('a quote leaves out names longer than itself, and texts behind 100,000 characters', () => {
	const nest = (depth: number, name: string): unknown => {
		if (depth === 0) return `Text${name}`;
		const members = Array.from({ length: 20 }, (_, at) => nest(depth - 1, `${name}-${at}`));
		return depth === 3 ? { ['N'.repeat(100_000)]: members } : members;
	};
	expect(quote(nest(3, ''))).toMatch(/^Text-0-0-0; Text-0-0-1; /);
	expect(quote({ ['n'.repeat(300)]: 'x' })).toMatch(/^n{299}…$/);
	expect(quote([`One${' '.repeat(100_000)}text`, 'Two'])).toBe('One text');
	const cutInSsn = `${'x'.repeat(292)} 123-45-6789`;
	for (const body of [cutInSsn, { [cutInSsn]: 'x' }]) expect(quote(body)).not.toContain('123');
});

test.each([
	['the password', 'got Hunter-2 "Secret".', 'got [redacted]'],
	['as JSON holds it', 'got Hunter-2 \\"Secret\\".', 'got [redacted]'],
	['as an address holds it', 'got Hunter-2%20%22Secret%22.', 'got [redacted]'],
	['the token', 'got k9x-aa71-77fe, k9x-aa71-77fe', 'got [redacted], [redacted]'],
	['an SSN', 'SSN 123-45-6789 is unknown', 'SSN ***-**-6789 is unknown'],
	['no value of the user', 'ana@example.com is taken', 'ana@example.com is taken'],
])('a quote replaces secrets and SSNs: %s', (_, text, shown) => {
	expect(quote({ message: text })).toBe(shown);
});

test('a quote is without an SSN that another member makes known', () => {
	expect(quote({ message: 'Bad 123 45 6789', user: { ssn: '123456789' } })).not.toMatch(/123.?45/);
});

test('an empty secret replaces nothing', () => {
	expect(quoteBody('No such street', ['', ' '])).toBe('No such street');
});

test.each([
	['said again and again', [`${LONG} ${LONG} ${LONG}`], [LONG]],
	['with blanks around it', 'Wrong: pw-x7', [' pw-x7 ']],
	['that holds another', 'Wrong: x7-pw-x7', ['pw', 'x7-pw-x7']],
])('a quote shows no part of a secret: %s', (_, body, own) => {
	expect(quoteBody(body, own)).not.toContain('x7');
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
