import fc from 'fast-check';

import {
	isWebPage,
	serviceMessage,
} from '../../../nodes/RentalScreening/service/serviceMessage.ts';

describe('serviceMessage', () => {
	test.each([
		[{ message: 'No such property' }, 'No such property'],
		[{ error: 'No such property' }, 'No such property'],
		[{ error: { message: 'No such property', code: 7 } }, 'No such property'],
		[{ errors: ['One', { message: 'Two' }, { detail: 'Three' }] }, 'One; Two; Three'],
		[{ errors: [{ field: 'x' }], title: 'Unprocessable' }, 'Unprocessable'],
		[{ status: 'x', details: [{ reason: 'Late' }] }, 'Late'],
		[['One', 'Two'], 'One; Two'],
		['Plain text\n\tin  lines', 'Plain text in lines'],
		[{ message: 42 }, '42'],
		[{ code: 7 }, ''],
		[{ message: { a: 1 } }, ''],
		[{ message: '', error: ' ' }, ''],
		['<!DOCTYPE html><p>Oops', ''],
		[{ message: '<html>Oops</html>' }, ''],
		['', ''],
		[null, ''],
		[undefined, ''],
		[true, ''],
	])('of %j is %j', (body, message) => {
		expect(serviceMessage(body)).toBe(message);
	});

	test('is cut at 300 characters', () => {
		expect(serviceMessage({ message: 'x'.repeat(1000) })).toBe(`${'x'.repeat(300)}…`);
	});

	test.each([
		'Wrong password for landlord',
		'Your pass-word has expired',
		'Invalid accessToken abc',
		'TOKENS are gone',
	])('is left out where it speaks of sign-in secrets: %j', (message) => {
		expect(serviceMessage({ message })).toBe('');
	});

	test('is left out where it holds a secret', () => {
		const secrets = ['', 'Hunter-2-Secret'];
		expect(serviceMessage({ message: 'I got "Hunter-2-Secret"' }, secrets)).toBe('');
		expect(serviceMessage({ message: 'I got nothing' }, secrets)).toBe('I got nothing');
	});

	test('is one short line without secrets, whatever the body', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.string({ minLength: 1 }), (body, secret) => {
				const message = serviceMessage(body, [secret]);
				expect(message).not.toMatch(/[\n\r]/);
				expect(message.length).toBeLessThanOrEqual(301);
				if (message.length <= 300) expect(message).not.toContain(secret);
			}),
		);
	});
});

test.each([
	['<!DOCTYPE html><title>x', true],
	['  \n<HTML lang="en">', true],
	['<?xml version="1.0"?>', true],
	['{"a": "<html>"}', false],
	['text', false],
	[{ html: '<html>' }, false],
	[undefined, false],
])('isWebPage(%j) is %s', (body, is) => {
	expect(isWebPage(body)).toBe(is);
});
