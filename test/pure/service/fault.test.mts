import { Readable } from 'node:stream';

import fc from 'fast-check';

import { readFault } from '../../../nodes/RentalScreening/service/fault.ts';
import { isWebPage, quoted, whyNoAnswer } from '../../../nodes/RentalScreening/service/quote.ts';

interface Shape {
	message?: string;
	code?: string;
	syscall?: string;
}

/** axios' error around Node's, as both n8n request helpers throw it. */
function requestError({ message = '', ...own }: Shape, secureConnecting?: boolean): Error {
	const cause = Object.assign(new Error(message), own);
	const socket = { encrypted: true, secureConnecting };
	const request = secureConnecting === undefined ? {} : { request: { socket } };
	return Object.assign(new Error(message, { cause }), { code: own.code, ...request });
}

/** What n8n makes of it: its own error, caused by that one. */
const inN8n = (cause: unknown) =>
	Object.assign(new Error('n8n says something else', { cause }), { messages: [], httpCode: null });

describe('an answer', () => {
	const response = { status: 429, data: { message: 'Slow' }, headers: { 'retry-after': '2' } };

	test('is read however deep it lies', () => {
		for (const thrown of [{ response }, inN8n({ response }), inN8n(inN8n({ response }))]) {
			expect(readFault(thrown)).toEqual({
				status: 429,
				body: { message: 'Slow' },
				headers: { 'retry-after': '2' },
				neverSent: false,
				cancelled: false,
			});
		}
	});

	test('without a body is read too', () => {
		for (const data of [null, undefined, '']) {
			const fault = readFault({ response: { status: 500, data } });
			expect(fault).toEqual({
				status: 500,
				body: data,
				headers: {},
				neverSent: false,
				cancelled: false,
			});
		}
	});

	test.each([200, 201, 204, 299])(
		'of %i that n8n throws as an error was cut or unreadable',
		(status) => {
			const cut = { message: 'stream has been aborted', code: 'ERR_BAD_RESPONSE' };
			for (const thrown of [
				Object.assign(requestError(cut), { response: { status, headers: {} } }),
				inN8n(Object.assign(requestError(cut), { response: { status, headers: {} } })),
			]) {
				expect(readFault(thrown)).toEqual({
					headers: {},
					neverSent: false,
					cancelled: false,
					reason: 'its answer was cut off or unreadable',
				});
			}
		},
	);

	test('of 2xx proves that the request arrived, whatever else is said', () => {
		const refused = { message: 'connect ECONNREFUSED 10.0.0.1:443', code: 'ECONNREFUSED' };
		const thrown = Object.assign(requestError(refused), { response: { status: 200 } });
		expect(readFault(thrown)).toMatchObject({ neverSent: false });
	});

	test.each([300, 302, 401, 422, 500])(
		'of %i whose body is cut keeps its status: the service has said what it did',
		(status) => {
			const response = { status, data: Readable.from('{"mess'), headers: { 'retry-after': '3' } };
			const fault = readFault(Object.assign(new Error('aborted'), { response }));
			expect(fault).toEqual({
				status,
				headers: { 'retry-after': '3' },
				neverSent: false,
				cancelled: false,
			});
		},
	);
});

describe('an answer to the request for a tunnel', () => {
	const response = { status: 502, data: 'Bad Gateway', headers: { 'retry-after': '3600' } };
	const answered = (request: object) =>
		Object.assign(new Error('Bad Gateway'), { response, request });
	const https = { protocol: 'https:' };

	test('comes over https from a socket that is not encrypted: nothing was sent', () => {
		const reason = 'the proxy did not connect to the service (502)';
		const thrown = answered({ ...https, socket: {} });
		for (const error of [thrown, inN8n(thrown)]) {
			expect(readFault(error)).toEqual({ headers: {}, neverSent: true, cancelled: false, reason });
		}
	});

	test('may be none at all', () => {
		const garbage = { message: 'Parse Error', code: 'HPE_INVALID_CONSTANT' };
		const request = { ...https, socket: { encrypted: false } };
		const reason = 'the proxy did not connect to the service';
		expect(readFault(Object.assign(requestError(garbage), { request }))).toMatchObject({
			neverSent: true,
			reason,
		});
		const ended = { message: 'Proxy connection ended before receiving CONNECT response' };
		expect(readFault(inN8n(requestError(ended)))).toMatchObject({ neverSent: true, reason });
	});

	test.each([
		['the socket is encrypted', { ...https, socket: { encrypted: true } }],
		['the socket is absent', https],
		['the socket is gone', { ...https, socket: null }],
		['it is not over https', { protocol: 'http:', socket: {} }],
		['the protocol is not known', { socket: {} }],
	])('is not what came where %s', (_, request) => {
		expect(readFault(answered(request))).toMatchObject({ status: 502, neverSent: false });
	});
});

describe('proof that nothing was sent', () => {
	const OVER_BY_CALL: Shape[] = [
		{ message: 'getaddrinfo ENOTFOUND a.example', code: 'ENOTFOUND', syscall: 'getaddrinfo' },
		{ message: 'getaddrinfo EAI_AGAIN a.example', code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
		{ message: 'getaddrinfo EAI_FAIL a.example', code: 'EAI_FAIL', syscall: 'getaddrinfo' },
		{ message: 'getaddrinfo EMFILE a.example', code: 'EMFILE', syscall: 'getaddrinfo' },
		{ message: 'queryA ETIMEDOUT a.example', code: 'ETIMEDOUT', syscall: 'queryA' },
		{ message: 'queryAaaa ECONNREFUSED a.example', code: 'ECONNREFUSED', syscall: 'queryAaaa' },
		{ message: 'connect ECONNREFUSED 10.0.0.1:443', code: 'ECONNREFUSED', syscall: 'connect' },
		{ message: 'connect EHOSTUNREACH 10.0.0.1:443', code: 'EHOSTUNREACH', syscall: 'connect' },
		{ message: 'connect ENETUNREACH 10.0.0.1:443', code: 'ENETUNREACH', syscall: 'connect' },
		{ message: 'connect ETIMEDOUT 10.0.0.1:443', code: 'ETIMEDOUT', syscall: 'connect' },
		{ message: 'connect ECONNRESET 10.0.0.1:443', code: 'ECONNRESET', syscall: 'connect' },
		{ message: 'connect EADDRNOTAVAIL 10.0.0.1:443', code: 'EADDRNOTAVAIL', syscall: 'connect' },
		{ message: 'certificate has expired', code: 'CERT_HAS_EXPIRED' },
		{ message: 'self-signed certificate', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
		{ message: 'unable to verify', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
		{ message: "Host: a. is not in the cert's altnames", code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
		{
			message: 'Client network socket disconnected before secure TLS connection was established',
			code: 'ECONNRESET',
		},
	];

	test.each(OVER_BY_CALL)('$message', (shape) => {
		const thrown = requestError(shape);
		for (const error of [thrown, inN8n(thrown)]) {
			expect(readFault(error)).toMatchObject({
				neverSent: true,
				reason: expect.any(String) as unknown,
			});
		}
	});

	test.each<Shape>([
		{
			message: 'write EPROTO 40:error:0A00010B:SSL routines::wrong version number',
			code: 'EPROTO',
			syscall: 'write',
		},
		{ message: 'timeout of 200ms exceeded', code: 'ECONNABORTED' },
		{ message: 'socket hang up', code: 'ECONNRESET' },
		{ message: 'anything' },
	])('a socket whose TLS handshake was not complete: $message', (shape) => {
		for (const wrap of [(it: unknown) => it, inN8n]) {
			expect(readFault(wrap(requestError(shape, true)))).toMatchObject({ neverSent: true });
			expect(readFault(wrap(requestError(shape, false)))).toMatchObject({ neverSent: false });
			expect(readFault(wrap(requestError(shape)))).toMatchObject({ neverSent: false });
		}
	});

	test('a code is enough, where no message says that something was read or written', () => {
		for (const message of ['', 'could not read the host name']) {
			expect(readFault(requestError({ message, code: 'ENOTFOUND' }))).toMatchObject({
				neverSent: true,
			});
		}
	});

	test('both addresses of a host refuse', () => {
		const refused = (message: string) =>
			requestError({ message, code: 'ECONNREFUSED', syscall: 'connect' });
		const both = Object.assign(
			new AggregateError([
				refused('connect ECONNREFUSED ::1:9'),
				refused('connect ECONNREFUSED 127.0.0.1:9'),
			]),
			{ code: 'ECONNREFUSED' },
		);
		expect(readFault(inN8n(both))).toMatchObject({ neverSent: true });
	});

	test.each([
		'Domain not allowed: This credential is restricted from accessing api.example.com.',
		'The request was blocked because it resolves to a restricted IP address',
	])('n8n does not let it out: %s', (message) => {
		expect(readFault(new Error(message))).toMatchObject({ neverSent: true, n8nSays: message });
	});
});

describe('the reason', () => {
	test.each<[string | undefined, Shape, boolean | undefined]>([
		['nothing answers at that address', { code: 'ECONNREFUSED', syscall: 'connect' }, undefined],
		['there is no such host', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, undefined],
		['no connection was made in time', { code: 'ETIMEDOUT', syscall: 'connect' }, undefined],
		['no connection was made in time', { code: 'ECONNABORTED' }, true],
		['no answer came in time', { code: 'ECONNABORTED' }, undefined],
		['no answer came in time', { code: 'ETIMEDOUT', syscall: 'read' }, undefined],
		[
			'the connection was cut before it was ready',
			{ code: 'ECONNRESET', syscall: 'connect' },
			undefined,
		],
		[
			'the connection was cut before an answer came',
			{ code: 'ECONNRESET', syscall: 'read' },
			undefined,
		],
		[
			'the connection was cut before an answer came',
			{ code: 'EPIPE', syscall: 'write' },
			undefined,
		],
		['no secure connection could be made', { code: 'EPROTO', syscall: 'write' }, true],
		['its certificate could not be verified', { code: 'CERT_HAS_EXPIRED' }, undefined],
		['its answer was cut off or unreadable', { code: 'HPE_INVALID_CONSTANT' }, undefined],
		[
			'the secure connection broke before an answer came',
			{ code: 'ERR_SSL_BAD_RECORD_TYPE' },
			undefined,
		],
		[undefined, { message: 'Anything', code: 'ESOMETHING' }, undefined],
		[undefined, { message: 'Anything', code: 'toString' }, undefined],
	])('%j for %j', (reason, shape, secureConnecting) => {
		for (const wrap of [(it: unknown) => it, inN8n]) {
			const fault = readFault(wrap(requestError(shape, secureConnecting)));
			expect([fault.reason, 'n8nSays' in fault]).toEqual([reason, reason === undefined]);
		}
	});

	test('is looked for in the first dozen causes', () => {
		const inCauses = (count: number) =>
			Array.from({ length: count }).reduce((cause) => ({ cause }), { code: 'ECONNREFUSED' });
		expect(readFault(inCauses(11)).reason).toBe('nothing answers at that address');
		expect(readFault(inCauses(12)).reason).toBeUndefined();
	});
});

describe('no proof', () => {
	test.each<Shape>([
		{ message: 'socket hang up', code: 'ECONNRESET' },
		{ message: 'read ECONNRESET', code: 'ECONNRESET', syscall: 'read' },
		{ message: 'write EPIPE', code: 'EPIPE', syscall: 'write' },
		{ message: 'read ETIMEDOUT', code: 'ETIMEDOUT', syscall: 'read' },
		{ message: 'read EHOSTUNREACH', code: 'EHOSTUNREACH', syscall: 'read' },
		{ message: 'EHOSTUNREACH', code: 'EHOSTUNREACH' },
		{ message: 'timeout of 200ms exceeded', code: 'ECONNABORTED' },
		{ message: 'Parse Error: Expected HTTP/', code: 'HPE_INVALID_CONSTANT' },
		{
			message: 'error:0A00010B:SSL routines::wrong version number',
			code: 'ERR_SSL_WRONG_VERSION_NUMBER',
		},
		{ message: 'ssl/tls alert handshake failure', code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' },
		{ message: 'bad record type', code: 'ERR_SSL_BAD_RECORD_TYPE' },
		{ message: 'unexpected eof while reading', code: 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING' },
		{ message: 'the service said: connect ECONNREFUSED', code: 'EOTHER' },
		{ message: 'read ECONNREFUSED', code: 'ECONNREFUSED', syscall: 'read' },
		{ message: 'A fault of another day', code: 'ESOMETHING' },
		{},
	])('%j', (shape) => {
		for (const error of [requestError(shape), inN8n(requestError(shape))]) {
			expect(readFault(error)).toMatchObject({ neverSent: false });
		}
	});

	test('a certificate that is refused on a connection that was secure already', () => {
		const shape = { message: 'certificate has expired', code: 'CERT_HAS_EXPIRED' };
		expect(readFault(requestError(shape, false))).toMatchObject({ neverSent: false });
	});

	test('an answer that is not HTTP is said to be unreadable', () => {
		const shape = { message: 'Parse Error: Expected HTTP/', code: 'HPE_INVALID_CONSTANT' };
		for (const error of [requestError(shape), inN8n(requestError(shape))]) {
			expect(readFault(error)).toMatchObject({ reason: 'its answer was cut off or unreadable' });
		}
	});

	test('leaves the first text that is one', () => {
		const thrown = { message: 7, cause: { message: '', cause: { message: 'Inside' } } };
		expect(readFault(thrown)).toMatchObject({ n8nSays: 'Inside' });
		expect(readFault({ message: '' })).not.toHaveProperty('n8nSays');
		expect(readFault({ message: 7 })).not.toHaveProperty('n8nSays');
	});

	test('is what n8n says without an error of Node', () => {
		expect(readFault(new Error('The database is busy'))).toEqual({
			headers: {},
			neverSent: false,
			cancelled: false,
			n8nSays: 'The database is busy',
		});
	});
});

test('a cancelled execution', () => {
	const shape = { message: 'canceled', code: 'ERR_CANCELED' };
	for (const error of [requestError(shape), inN8n(requestError(shape))]) {
		expect(readFault(error)).toMatchObject({ cancelled: true, neverSent: false });
	}
});

test('keeps nothing of the request', () => {
	const config = { headers: { Authorization: 'secret-token' }, data: '{"email":"a@example.com"}' };
	const response = { status: 500, data: 'Oops', headers: {}, config, request: config };
	for (const thrown of [
		Object.assign(requestError({ code: 'ECONNRESET' }), { config, request: config }),
		Object.assign(new Error('500'), { config, response }),
	]) {
		expect(JSON.stringify(readFault(thrown))).not.toMatch(/secret-token|a@example\.com/);
	}
});

test('takes anything that can be thrown, and takes it for proof only if it is on the list', () => {
	const cycle: { cause?: unknown } = {};
	cycle.cause = cycle;
	for (const thrown of [undefined, null, 'text', 7, cycle, { response: null }, { errors: 'x' }]) {
		expect(readFault(thrown)).toMatchObject({ neverSent: false, headers: {} });
	}
	const text = fc.oneof(fc.string(), fc.constantFrom('ECONNRESET', 'ETIMEDOUT', 'EPROTO', 'read'));
	const error = fc.record({ message: text, code: text, syscall: text }, { requiredKeys: [] });
	fc.assert(
		fc.property(fc.oneof(fc.anything(), error), (thrown) => {
			expect(readFault(thrown)).toMatchObject({ neverSent: false });
		}),
	);
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
		['{"message":"JSON as text"}', 'JSON as text'],
		['<!DOCTYPE html><p>Oops', ''],
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
		['the password', 'got Hunter-2 "Secret".', 'got [redacted].'],
		['as JSON holds it', 'got Hunter-2 \\"Secret\\".', 'got [redacted].'],
		['as an address holds it', 'got Hunter-2%20%22Secret%22.', 'got [redacted].'],
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

	test('without a secret that fills most of a long text', () => {
		const token = 'k9x-'.repeat(300);
		const said = `${token}, ${token}, ${'SSN '.repeat(200)}`;
		expect(quoted(said, [token])).toMatch(/^\[redacted\], \[redacted\], SSN /);
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

	test.each([
		['<!DOCTYPE html><title>x', true],
		['  \n<HTML lang="en">', true],
		['<?xml version="1.0"?>', true],
		['{"a": "<html>"}', false],
		[{ html: '<html>' }, false],
	])('%j is a web page: %p', (body, is) => {
		expect(isWebPage(body)).toBe(is);
	});
});

test.each([
	[{ reason: 'no answer came in time', n8nSays: 'x' }, 'no answer came in time'],
	[{ n8nSays: 'Busy with k9x-aa71-77fe' }, 'Busy with [redacted]'],
	[{}, 'no answer came'],
	[{ neverSent: true }, 'its log may say why'],
])('why there is no answer: %j', (known, reason) => {
	const fault = { headers: {}, neverSent: false, cancelled: false, ...known };
	expect(whyNoAnswer(fault, ['k9x-aa71-77fe'])).toBe(reason);
});
