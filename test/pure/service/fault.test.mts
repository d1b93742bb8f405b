import { Readable } from 'node:stream';

import fc from 'fast-check';

import { quoted, readFault } from '../../../nodes/RentalScreening/service/fault.ts';

interface Shape {
	message?: string;
	code?: string;
	syscall?: string;
}

/** axios' error around Node's, as both n8n request helpers throw it. */
function requestError({ message = '', ...own }: Shape, more: object = {}): Error {
	const cause = Object.assign(new Error(message), own);
	return Object.assign(new Error(message, { cause }), { code: own.code, ...more });
}

/** The error of a request over TLS, in its handshake or after it. */
const overTls = (shape: Shape, secureConnecting: boolean) =>
	requestError(shape, { request: { socket: { encrypted: true, secureConnecting } } });

/** What n8n makes of it: its own error, caused by that one. */
const inN8n = (cause: unknown) =>
	Object.assign(new Error('n8n says something else', { cause }), { messages: [], httpCode: null });

/** Reads an error as it is thrown, and as n8n wraps it: both must say the same. */
function faultOf(thrown: unknown) {
	const fault = readFault(thrown);
	const { neverSent, status } = readFault(inN8n(thrown));
	expect({ neverSent, status }).toEqual({ neverSent: fault.neverSent, status: fault.status });
	return fault;
}

const CUT = 'its answer was cut off or unreadable';

describe('an answer', () => {
	const headers = { 'retry-after': '2' };

	test.each([{ message: 'Slow' }, null, undefined, ''])('with the body %j is read', (data) => {
		const thrown = { response: { status: 429, data, headers } };
		expect(faultOf(thrown)).toEqual({ status: 429, body: data, headers, neverSent: false });
	});

	test.each([200, 204, 299])('of %i that n8n throws was cut or unreadable', (status) => {
		// Whatever else is said: the request arrived.
		for (const code of ['ERR_BAD_RESPONSE', 'ECONNREFUSED']) {
			const thrown = requestError({ code }, { response: { status, headers: {} } });
			expect(faultOf(thrown)).toEqual({ headers: {}, neverSent: false, reason: CUT });
		}
	});

	test.each([300, 401, 500])('of %i whose body is cut keeps its status', (status) => {
		const response = { status, data: Readable.from('{"mess'), headers };
		expect(faultOf({ response })).toEqual({ status, headers, neverSent: false });
	});
});

describe('an answer to the request for a tunnel', () => {
	const response = { status: 502, data: 'Bad Gateway', headers: { 'retry-after': '3600' } };
	const https = { protocol: 'https:' };
	const reason = 'the proxy did not connect to the service';

	test('comes over https from a socket that is not encrypted: nothing was sent', () => {
		const request = { ...https, socket: {} };
		const status = `${reason} (502)`;
		expect(faultOf({ response, request })).toEqual({
			headers: {},
			neverSent: true,
			reason: status,
		});
	});

	test('may be none at all', () => {
		const request = { ...https, socket: { encrypted: false } };
		const garbage = requestError({ code: 'HPE_INVALID_CONSTANT' }, { request });
		const ended = { message: 'Proxy connection ended before receiving CONNECT response' };
		for (const thrown of [garbage, requestError(ended)]) {
			expect(faultOf(thrown)).toEqual({ headers: {}, neverSent: true, reason });
		}
	});

	test.each([
		['the socket is encrypted', { ...https, socket: { encrypted: true } }],
		['the socket is absent', https],
		['the socket is gone', { ...https, socket: null }],
		['it is not over https', { protocol: 'http:', socket: {} }],
		['the protocol is not known', { socket: {} }],
	])('is not what came where %s', (_, request) => {
		expect(faultOf({ response, request })).toMatchObject({ status: 502, neverSent: false });
	});
});

describe('proof that nothing was sent', () => {
	test.each<[string, string]>([
		['getaddrinfo', 'ENOTFOUND'],
		['getaddrinfo', 'EAI_AGAIN'],
		['getaddrinfo', 'EMFILE'],
		['queryA', 'ETIMEDOUT'],
		['queryAaaa', 'ECONNREFUSED'],
		['connect', 'ECONNREFUSED'],
		['connect', 'EHOSTUNREACH'],
		['connect', 'ETIMEDOUT'],
		['connect', 'ECONNRESET'],
	])('%s %s', (syscall, code) => {
		expect(faultOf(requestError({ syscall, code }))).toMatchObject({ neverSent: true });
	});

	test.each<Shape>([
		{ message: 'write EPROTO 40:error:0A00010B:SSL routines', code: 'EPROTO', syscall: 'write' },
		{ message: 'timeout of 200ms exceeded', code: 'ECONNABORTED' },
		{ message: 'certificate has expired', code: 'CERT_HAS_EXPIRED' },
		{ message: 'socket hang up', code: 'ECONNRESET' },
		{ message: 'anything' },
	])('a socket whose TLS handshake was not complete: $message', (shape) => {
		expect(faultOf(overTls(shape, true))).toMatchObject({ neverSent: true });
		expect(faultOf(overTls(shape, false))).toMatchObject({ neverSent: false });
		expect(faultOf(requestError(shape))).toMatchObject({ neverSent: false });
	});

	test('a code is enough, where no call says that something was read or written', () => {
		expect(faultOf(requestError({ code: 'ENOTFOUND' }))).toMatchObject({ neverSent: true });
	});

	test('both addresses of a host refuse', () => {
		const refused = requestError({ code: 'ECONNREFUSED', syscall: 'connect' });
		const both = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
		expect(faultOf(both)).toMatchObject({ neverSent: true });
	});
});

describe('no proof', () => {
	test.each<Shape>([
		{ message: 'socket hang up', code: 'ECONNRESET' },
		{ code: 'ECONNRESET', syscall: 'read' },
		{ code: 'EPIPE', syscall: 'write' },
		{ code: 'ETIMEDOUT', syscall: 'read' },
		{ code: 'EHOSTUNREACH', syscall: 'read' },
		{ code: 'EHOSTUNREACH' },
		{ code: 'ECONNABORTED' },
		{ code: 'HPE_INVALID_CONSTANT' },
		{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
		{ message: 'the service said: connect ECONNREFUSED', code: 'EOTHER' },
		{ code: 'ECONNREFUSED', syscall: 'read' },
		{},
	])('%j', (shape) => {
		expect(faultOf(requestError(shape))).toMatchObject({ neverSent: false });
	});

	test('where one of two attempts connected', () => {
		const refused = requestError({ code: 'ECONNREFUSED', syscall: 'connect' });
		const cut = requestError({ code: 'ECONNRESET', syscall: 'read' });
		const both = Object.assign(new AggregateError([refused, cut]), { code: 'ECONNREFUSED' });
		expect(faultOf(both)).toMatchObject({ neverSent: false });
	});

	test('in anything that can be thrown', () => {
		const cycle: { cause?: unknown } = {};
		cycle.cause = cycle;
		for (const thrown of [undefined, null, 'text', 7, cycle, { response: null }, { errors: 'x' }]) {
			expect(readFault(thrown)).toMatchObject({ neverSent: false, headers: {} });
		}
		const text = fc.oneof(
			fc.string(),
			fc.constantFrom('ECONNRESET', 'ETIMEDOUT', 'EPROTO', 'read'),
		);
		const error = fc.record({ message: text, code: text, syscall: text }, { requiredKeys: [] });
		fc.assert(
			fc.property(fc.oneof(fc.anything(), error), (thrown) => {
				expect(readFault(thrown)).toMatchObject({ neverSent: false });
			}),
		);
	});
});

test.each<[Shape, string]>([
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, 'nothing answers at that address'],
	[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'there is no such host'],
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'no answer came in time'],
	[{ code: 'ECONNRESET', syscall: 'read' }, 'the connection was cut before an answer came'],
	[{ message: 'Anything', code: 'EPIPE' }, 'the connection broke (EPIPE)'],
	[{ message: 'Anything', code: 'toString' }, 'the connection broke (toString)'],
	[{ message: 'The database is busy' }, 'The database is busy'],
	[{}, 'no reason is given'],
])('the reason of %j', (shape, reason) => {
	expect(readFault(requestError(shape))).toMatchObject({ reason });
});

test('the reason is looked for in the first dozen causes', () => {
	const inCauses = (count: number) =>
		Array.from({ length: count }).reduce((cause) => ({ cause }), { code: 'ECONNREFUSED' });
	expect(readFault(inCauses(11)).reason).toBe('nothing answers at that address');
	expect(readFault(inCauses(12)).reason).toBe('no reason is given');
});

test('keeps nothing of the request', () => {
	const config = { headers: { Authorization: 'secret-token' }, data: '{"email":"a@example.com"}' };
	const response = { status: 500, data: 'Oops', headers: {}, config, request: config };
	for (const more of [
		{ config, request: config },
		{ config, response },
	]) {
		const thrown = requestError({ code: 'ECONNRESET' }, more);
		expect(JSON.stringify(readFault(thrown))).not.toMatch(/secret-token|a@example\.com/);
	}
});

/** As long as a token may be. */
const LONG = 'x7'.repeat(400);

describe('what the service says', () => {
	const secrets = ['Hunter-2 "Secret"', 'k9x-aa71-77fe'];
	const quote = (body: unknown) => quoted(body, secrets);

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
		[{ code: 7, message: ' ' }, ''],
		[null, ''],
		[undefined, ''],
	])('%j: %j', (body, message) => {
		expect(quote(body)).toBe(message);
	});

	test('is clipped: 300 characters, twenty members of each, six levels', () => {
		expect(quote('x'.repeat(300))).toBe('x'.repeat(300));
		expect(quote('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
		expect(quote(Array.from({ length: 30 }, (_, index) => `m${index}`)).split('; ')).toHaveLength(
			20,
		);
		const deep = (depth: number): unknown => (depth === 0 ? 'Deep' : [deep(depth - 1)]);
		expect([quote(deep(6)), quote(deep(7))]).toEqual(['Deep', '']);
	});

	test.each([
		['the password', 'got Hunter-2 "Secret".', 'got [redacted]'],
		['as JSON holds it', 'got Hunter-2 \\"Secret\\".', 'got [redacted]'],
		['as an address holds it', 'got Hunter-2%20%22Secret%22.', 'got [redacted]'],
		['the token', 'got k9x-aa71-77fe, k9x-aa71-77fe', 'got [redacted], [redacted]'],
		['an SSN', 'SSN 123-45-6789 is unknown', 'SSN ***-**-6789 is unknown'],
		['no value of the user', 'ana@example.com is taken', 'ana@example.com is taken'],
	])('without secrets: %s', (_, text, shown) => {
		expect(quote({ message: text })).toBe(shown);
	});

	test('without an SSN that another member makes known', () => {
		expect(quote({ message: 'Bad 123 45 6789', user: { ssn: '123456789' } })).not.toMatch(
			/123.?45/,
		);
	});

	test('an empty secret replaces nothing', () => {
		expect(quoted('No such street', ['', ' '])).toBe('No such street');
	});

	test.each([
		['said again and again', [`${LONG} ${LONG} ${LONG}`], [LONG]],
		['with blanks around it', 'Wrong: pw-x7', [' pw-x7 ']],
		['that holds another', 'Wrong: x7-pw-x7', ['pw', 'x7-pw-x7']],
	])('no part of a secret is shown: %s', (_, body, own) => {
		expect(quoted(body, own)).not.toContain('x7');
	});

	test('is one short line without secrets, for any body', () => {
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
});
