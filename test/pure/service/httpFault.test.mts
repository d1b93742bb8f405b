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

const headers = { 'retry-after': '2' };

test.each([{ message: 'Slow' }, null, undefined, ''])(
	'an answer with the body %j is read',
	(data) => {
		const answer = { status: 429, body: data, retryAfterMs: 2000, provenUnsent: false };
		expect(readFault({ response: { status: 429, data, headers } })).toEqual(answer);
	},
);

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

describe('how long the service asks to wait', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
	afterEach(() => jest.useRealTimers());

	test.each<[number, unknown, number | undefined]>([
		[503, '7', 7000],
		[429, '0', 0],
		[500, '0.5', 500],
		[429, 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
		...[' ', 'soon', '-3', 'Thu, 01 Jan 2015 00:00:09 GMT', 5, undefined].map(
			(header): [number, unknown, undefined] => [429, header, undefined],
		),
		// Beside this it is about one item only.
		[404, '3600', undefined],
	])('the service asks to wait beside a %i by %j: %p ms', (status, header, milliseconds) => {
		const response = { status, headers: { 'retry-after': header } };
		expect(readFault({ response }).retryAfterMs).toBe(milliseconds);
	});
});

const refused = requestError({ code: 'ECONNREFUSED', syscall: 'connect' });
const cut = requestError({ code: 'ECONNRESET', syscall: 'read' });
const both = (...errors: Error[]) =>
	Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });

test.each<[syscall: string | undefined, code: string | undefined, isProven: boolean]>([
	['getaddrinfo', 'ENOTFOUND', true],
	['queryA', 'ETIMEDOUT', true],
	['connect', 'ECONNREFUSED', true],
	['connect', 'ETIMEDOUT', true],
	['read', 'ECONNREFUSED', false],
	['read', 'EHOSTUNREACH', false],
	// A TLS handshake that failed, which later faults resemble.
	['write', 'EPROTO', false],
	// A time-out, also of connecting.
	[undefined, 'ECONNABORTED', false],
	// The service's alerts may come behind the request.
	[undefined, 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false],
	[undefined, 'ERR_SSL_WRONG_VERSION_NUMBER', false],
	[undefined, undefined, false],
])('the call %j that ends in %j proves that nothing was sent: %p', (syscall, code, isProven) => {
	const thrown = requestError({ ...(syscall && { syscall }), ...(code && { code }) });
	expect(readFault(thrown).provenUnsent).toBe(isProven);
	expect(readHttpFault(thrown, false).provenUnsent).toBe(true);
});

test.each([
	['two addresses refuse', both(refused, refused), true],
	['one address refuses and the other cuts', both(refused, cut), false],
	['a message only names a code', requestError({ message: 'connect ECONNREFUSED' }), false],
])('where %s, it is proven that nothing was sent: %p', (_, thrown, isProven) => {
	expect(readFault(thrown).provenUnsent).toBe(isProven);
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

test.each<[Shape, string]>([
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, 'nothing answers at that address'],
	[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'there is no such host'],
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'no answer came in time'],
	[{ code: 'ECONNRESET', syscall: 'read' }, 'the connection was cut before an answer came'],
	[{ message: 'Anything', code: 'EPIPE' }, 'the connection broke (EPIPE)'],
	[{ message: 'The database is busy' }, 'The database is busy'],
	[{}, 'no reason is given'],
])('the reason of %j is given: %s', (shape, reason) => {
	expect(readHttpFault(requestError(shape))).toMatchObject({ reason });
});

test.each([
	[{ status: 503, body: 'Busy with Hunter-2', provenUnsent: false }, 'Failed (503): Busy with'],
	[{ reason: 'it has expired', provenUnsent: true }, 'Failed: it has expired'],
	[{ status: 500, provenUnsent: false }, 'Failed (500)'],
])('the fault %j is described with its status and what is said, without secrets', (fault, text) => {
	const description = describeFault('Failed', fault, ['Hunter-2']);
	expect(description).toContain(text);
	expect(description).not.toContain('Hunter-2');
});

test('a fault keeps nothing of the request', () => {
	const config = { headers: { Authorization: 'secret-token' }, data: '{"email":"a@example.com"}' };
	const response = { status: 500, data: 'Oops', headers: {}, config, request: config };
	for (const more of [
		{ config, request: config },
		{ config, response },
	]) {
		const thrown = requestError({ code: 'ECONNRESET' }, more);
		expect(JSON.stringify(readHttpFault(thrown))).not.toMatch(/secret-token|a@example\.com/);
	}
});
