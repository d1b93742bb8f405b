import fc from 'fast-check';

import { redactionOf } from '../../../nodes/RentalScreening/service/redaction.ts';
import {
	isWebPage,
	serviceMessage,
	whyNoAnswer,
} from '../../../nodes/RentalScreening/service/serviceMessage.ts';

const request = {
	email: 'amara.okonkwo@example.com',
	phone: '+14165550100',
	firstName: 'Amara',
	name: '12 Elm Street',
	address: { postalCode: 'M5V 2T6' },
};
const redaction = redactionOf(['Hunter-2-Secret', 'k9x-aa71-77fe'], request);

describe('what is quoted', () => {
	test.each<[unknown, string]>([
		[{ message: 'No such property' }, 'No such property'],
		[{ error: 'No such property' }, 'No such property'],
		[{ msg: 'No such property' }, 'No such property'],
		[{ error: { message: 'No such property', code: 7 } }, 'No such property'],
		[{ errors: ['One.', { message: 'Two' }, { detail: 'Three.' }] }, 'One; Two; Three.'],
		[{ errors: [{ field: 'x' }], title: 'Unprocessable' }, 'Unprocessable'],
		[{ status: 'x', details: [{ reason: 'Late' }] }, 'Late'],
		[{ errors: [{ name: 'ValidationError', message: 'Too short' }] }, 'Too short'],
		[['One', 'Two'], 'One; Two'],
		['Plain text\n\tin  lines', 'Plain text in lines'],
		['{"message":"JSON as text"}', 'JSON as text'],
		[{ message: 42 }, '42'],
		[
			{ error: 'invalid_grant', error_description: 'The account is closed' },
			'The account is closed',
		],
		[{ error: 'Bad Request', message: ['One', 'Two'] }, 'Bad Request; One; Two'],
		[{ message: 'Your token has expired' }, 'Your token has expired'],
		[{ message: 'Wrong password for this account' }, 'Wrong password for this account'],
	])('%j: %j', (body, message) => {
		expect(serviceMessage(body, redaction)).toBe(message);
	});

	test.each<[shape: string, body: unknown, message: string]>([
		['the field itself', { phone: ['is too short'] }, 'phone: is too short'],
		[
			'a code and its field',
			{ errors: [{ code: 'required', field: 'phone' }] },
			'phone.code: required',
		],
		[
			'two fields',
			{ phone: 'is too short', email: ['is taken'] },
			'phone: is too short; email: is taken',
		],
		['errors by field', { errors: { phone: 'is too short' } }, 'phone: is too short'],
		[
			'Laravel',
			{ message: 'The given data was invalid.', errors: { name: ['The name is required.'] } },
			'The given data was invalid; name: The name is required.',
		],
		[
			'ASP.NET',
			{
				type: 'https://…',
				title: 'Validation errors occurred.',
				status: 400,
				errors: { Phone: ['Too short.'] },
			},
			'Validation errors occurred; Phone: Too short.',
		],
		[
			'zod',
			{
				success: false,
				issues: [{ code: 'too_small', path: ['address', 'city'], message: 'Required' }],
			},
			'address.city: Required',
		],
		[
			'FastAPI',
			{ detail: [{ loc: ['body', 'phone'], msg: 'field required' }] },
			'phone: field required',
		],
		[
			'express-validator',
			{ errors: [{ param: 'phone', msg: 'Invalid value' }] },
			'phone: Invalid value',
		],
		[
			'JSON:API',
			{ errors: [{ detail: 'Too short', source: { pointer: '/data/attributes/phone' } }] },
			'phone: Too short',
		],
		[
			'Google',
			{
				error: {
					code: 400,
					message: 'Invalid',
					details: [{ fieldViolations: [{ field: 'phone', description: 'Too short' }] }],
				},
			},
			'Invalid; phone: Too short',
		],
		[
			'Spring',
			{ status: 404, error: 'Not Found', message: 'No message available', path: '/v1/property' },
			'No message available',
		],
		['a list of fields', { errors: [{ phone: 'is too short' }] }, 'phone: is too short'],
		[
			'problem details',
			{ title: 'Invalid', 'invalid-params': [{ name: 'phone', reason: 'too short' }] },
			'Invalid; phone: too short',
		],
	])('with its field: %s', (_, body, message) => {
		expect(serviceMessage(body, redaction)).toBe(message);
	});
});

describe('what is not quoted', () => {
	test.each<[unknown]>([
		[{ code: 7 }],
		[{ message: { a: 1 } }],
		[{ message: '', error: ' ' }],
		['<!DOCTYPE html><p>Oops'],
		[{ message: '<html>Oops</html>' }],
		['{"email": "amara.okonkwo@exa'],
		[{ stack: 'at send (service.js:1)', request: { email: 'someone' }, unknown: 'text' }],
		[''],
		[null],
		[undefined],
		[true],
	])('%j', (body) => {
		expect(serviceMessage(body, redaction)).toBe('');
	});

	test('anything, where the secrets are not known', () => {
		const unknown = redactionOf(null, request);
		expect(serviceMessage({ message: 'No such property', phone: 'bad' }, unknown)).toBe('');
		expect(
			whyNoAnswer({ headers: {}, neverSent: false, cancelled: false, n8nSays: 'x' }, unknown),
		).toBe('no answer came');
	});

	test('what comes after 300 characters', () => {
		expect(serviceMessage({ message: 'x'.repeat(1000) }, redaction)).toBe(`${'x'.repeat(300)}…`);
		expect(serviceMessage({ message: 'x'.repeat(300) }, redaction)).toBe('x'.repeat(300));
	});

	test('more than twenty messages, or what lies deeper than six lists', () => {
		const many = Array.from({ length: 30 }, (_, index) => `m${index}`);
		const twenty = many.slice(0, 20).join('; ');
		expect(serviceMessage(many, redaction)).toBe(twenty);
		expect(serviceMessage({ errors: [many.slice(0, 15), many.slice(15)] }, redaction)).toBe(twenty);
		const fields = Object.fromEntries(many.map((name) => [name, 'x']));
		expect(serviceMessage({ errors: fields }, redaction).split('; ')).toHaveLength(20);
		const deep = (depth: number): unknown => (depth === 0 ? 'Deep' : [deep(depth - 1)]);
		expect([serviceMessage(deep(6), redaction), serviceMessage(deep(7), redaction)]).toEqual([
			'Deep',
			'',
		]);
	});

	test('a number or a truth value where an object belongs', () => {
		expect(['7', 'true', '"text"'].map((body) => serviceMessage(body, redaction))).toEqual([
			'7',
			'true',
			'"text"',
		]);
	});

	test('values that the service takes for names of fields', () => {
		expect(serviceMessage({ errors: { 'amara.okonkwo@example.com': 'is taken' } }, redaction)).toBe(
			'[redacted]: is taken',
		);
		expect(serviceMessage({ errors: { Amara: 'is taken' } }, redaction)).toBe(
			'[redacted]: is taken',
		);
	});
});

test('is one short line without secrets and values, for any body', () => {
	const held = fc.constantFrom(
		'Hunter-2-Secret',
		'k9x-aa71-77fe',
		...Object.values(request).slice(0, 4),
	);
	const body = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 4 },
			fc.tuple(fc.string(), held, fc.string()).map((parts) => parts.join('')),
			fc.jsonValue(),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(
				fc.oneof(
					fc.constantFrom('message', 'errors', 'error', 'phone', 'detail', 'field'),
					fc.string(),
				),
				tie('value'),
				{ maxKeys: 4 },
			),
		),
	})).value;
	fc.assert(
		fc.property(body, (given) => {
			const message = serviceMessage(given, redaction);
			expect(message).not.toMatch(/[\n\r]/);
			expect(message.length).toBeLessThanOrEqual(301);
			expect(message).not.toMatch(/Hunter|2-Secret|k9x-aa|71-77fe|amara\.|4165550|Elm Street/i);
		}),
		{ numRuns: 500 },
	);
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

test.each([
	[{ message: 'SSN 123-45-6789 is unknown' }, 'SSN ***-**-6789 is unknown'],
	[{ message: 'Bad 123 45 6789', user: { ssn: '123456789' } }, 'Bad ***-**-6789'],
])('an SSN is masked: %j', (body, shown) => {
	expect(serviceMessage(body, redactionOf([]))).toBe(shown);
});
