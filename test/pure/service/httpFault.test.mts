import { Readable } from 'node:stream';

import fc from 'fast-check';

import {
	describeFault,
	readHttpFault,
	UNTRUSTED,
} from '../../../nodes/RentalScreening/service/httpFault.ts';

interface Shape {
	message?: string;
	code?: string;
	syscall?: string;
}

/** axios's error around Node's, as both n8n request helpers throw it. */
function requestError({ message = '', ...own }: Shape, more: object = {}): Error {
	const cause = Object.assign(new Error(message), own);
	return Object.assign(new Error(message, { cause }), { code: own.code, ...more });
}

/** Reads an error as it is thrown, and as n8n wraps it: both must say the same. */
function readFault(thrown: unknown) {
	const inN8n = Object.assign(new Error('n8n says something else', { cause: thrown }), {
		messages: [],
		httpCode: null,
	});
	const fault = readHttpFault(thrown);
	const { provenUnsent, status } = fault;
	expect(readHttpFault(inN8n)).toMatchObject({ provenUnsent, ...(status && { status }) });
	return fault;
}

test.each([
	['an object', { message: 'Slow' }],
	['null', null],
	['nothing', undefined],
	['an empty text', ''],
])('an answer whose body is %s is read', (_, data) => {
	const answer = { status: 429, body: data, retryAfterMs: 2000, provenUnsent: false };
	const headers = { 'retry-after': '2' };
	expect(readFault({ response: { status: 429, data, headers } })).toEqual(answer);
});

test.each([200, 204, 299])('an answer of %i that n8n throws was cut or unreadable', (status) => {
	// Whatever else is said: the request arrived.
	const thrown = requestError({ code: 'CERT_HAS_EXPIRED' }, { response: { status, headers: {} } });
	const reason = 'its answer was cut or unreadable';
	expect(readFault(thrown)).toEqual({ provenUnsent: false, reason });
});

test.each([300, 401, 500])('an answer of %i whose body is cut keeps its status', (status) => {
	const response = { status, data: Readable.from('{"mess') };
	expect(readFault({ response })).toEqual({ status, provenUnsent: false });
});

function readWait(status: number, header: unknown): number | undefined {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
	const response = { status, headers: { 'retry-after': header } };
	const { retryAfterMs } = readFault({ response });
	jest.useRealTimers();
	return retryAfterMs;
}

test.each([
	[503, '7', 7000],
	[429, '0', 0],
	[500, '0.5', 500],
	[429, 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
])("beside a %i, the Retry-After '%s' is a wait of %i ms", (status, header, milliseconds) => {
	expect(readWait(status, header)).toBe(milliseconds);
});

test.each<[status: number, header: unknown]>([
	...[' ', 'soon', '-3', 'Thu, 01 Jan 2015 00:00:09 GMT', 5, undefined].map(
		(header): [number, unknown] => [429, header],
	),
	// Beside this it is about one item only.
	[404, '3600'],
])("beside a %i, the Retry-After '%s' is no wait", (status, header) => {
	expect(readWait(status, header)).toBeUndefined();
});

test.each<[string, isProven: boolean, Shape]>([
	['of the look-up of a host proves', true, { syscall: 'getaddrinfo', code: 'ENOTFOUND' }],
	['of a slow look-up of a host proves', true, { syscall: 'queryA', code: 'ETIMEDOUT' }],
	['of a refused connection proves', true, { syscall: 'connect', code: 'ECONNREFUSED' }],
	['of a slow connection proves', true, { syscall: 'connect', code: 'ETIMEDOUT' }],
	['of a refused read does not prove', false, { syscall: 'read', code: 'ECONNREFUSED' }],
	['of a read without a route does not prove', false, { syscall: 'read', code: 'EHOSTUNREACH' }],
	// Later faults resemble it.
	['of a TLS handshake does not prove', false, { syscall: 'write', code: 'EPROTO' }],
	['of a time-out, also of connecting, does not prove', false, { code: 'ECONNABORTED' }],
	// The service's alerts may come behind the request.
	['of a TLS alert does not prove', false, { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }],
	['of a version of TLS does not prove', false, { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
	['with a code in its message only does not prove', false, { message: 'connect ECONNREFUSED' }],
	['without any member does not prove', false, {}],
])('an error %s that nothing was sent', (_, isProven, shape) => {
	const thrown = requestError(shape);
	expect(readFault(thrown).provenUnsent).toBe(isProven);
	expect(readHttpFault(thrown, false).provenUnsent).toBe(true);
});

test('two addresses that refuse prove that nothing was sent, one that cuts does not', () => {
	const refused = requestError({ code: 'ECONNREFUSED', syscall: 'connect' });
	const cut = requestError({ code: 'ECONNRESET', syscall: 'read' });
	const both = (...errors: Error[]) =>
		Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
	expect(readFault(both(refused, refused)).provenUnsent).toBe(true);
	expect(readFault(both(refused, cut)).provenUnsent).toBe(false);
});

test.each([
	['CERT_HAS_EXPIRED', 'it has expired'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'it is for another host'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its authority is not known'],
])('the certificate code %s is an obstacle: nothing was sent', (code, reason) => {
	const fault = { provenUnsent: true, obstacle: UNTRUSTED, reason };
	expect(readFault(requestError({ code }))).toEqual(fault);
});

test('nothing else that can be thrown proves that nothing was sent', () => {
	const cycle: { cause?: unknown } = {};
	cycle.cause = cycle;
	for (const thrown of [undefined, null, 'text', 7, cycle, { response: null }, { errors: 'x' }]) {
		expect(readHttpFault(thrown)).toMatchObject({ provenUnsent: false });
	}
	const text = fc.oneof(fc.string(), fc.constantFrom('ECONNRESET', 'ETIMEDOUT', 'EPROTO', 'read'));
	const error = fc.record({ message: text, code: text, syscall: text }, { requiredKeys: [] });
	fc.assert(
		fc.property(fc.oneof(fc.anything(), error), (thrown) => {
			expect(readHttpFault(thrown)).toMatchObject({ provenUnsent: false });
		}),
	);
});

test.each<[string, string, Shape]>([
	['ECONNREFUSED', 'nothing answers at that address', { code: 'ECONNREFUSED', syscall: 'connect' }],
	['ENOTFOUND', 'there is no such host', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
	['ETIMEDOUT', 'no answer came in time', { code: 'ETIMEDOUT', syscall: 'read' }],
	[
		'ECONNRESET',
		'the connection was cut before an answer came',
		{ code: 'ECONNRESET', syscall: 'read' },
	],
	['another code', 'the connection broke (EPIPE)', { message: 'Anything', code: 'EPIPE' }],
	['a message only', 'The database is busy', { message: 'The database is busy' }],
	['nothing', 'no reason is given', {}],
])("the reason of an error with %s is '%s'", (_, reason, shape) => {
	expect(readHttpFault(requestError(shape)).reason).toBe(reason);
});

test.each([
	['Failed (503): No, [redacted]', { status: 503, body: 'No, Hunter-2', provenUnsent: false }],
	['Failed: it has expired', { reason: 'it has expired', provenUnsent: true }],
	['Failed (500)', { status: 500, provenUnsent: false }],
])("a fault is described without secrets, as in '%s'", (text, fault) => {
	expect(describeFault('Failed', fault, ['Hunter-2'])).toBe(text);
});

test('a fault keeps nothing of the request', () => {
	const config = { headers: { Authorization: 'secret-token' }, data: '{"email":"a@example.com"}' };
	const response = { status: 500, data: 'Oops', headers: {}, config, request: config };
	for (const more of [{ request: config }, { response }]) {
		const thrown = requestError({ code: 'ECONNRESET' }, { config, ...more });
		expect(JSON.stringify(readHttpFault(thrown))).not.toMatch(/secret-token|a@example\.com/);
	}
});
