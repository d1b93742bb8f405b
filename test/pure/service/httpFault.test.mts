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

test.each([{ message: 'Slow' }, null, undefined, ''])(
	'an answer with the body %j is read',
	(data) => {
		const answer = { status: 429, body: data, retryAfterMs: 2000, provenUnsent: false };
		const headers = { 'retry-after': '2' };
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
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
	const response = { status, headers: { 'retry-after': header } };
	expect(readFault({ response }).retryAfterMs).toBe(milliseconds);
	jest.useRealTimers();
});

test.each<[Shape, isProven: boolean]>([
	[{ syscall: 'getaddrinfo', code: 'ENOTFOUND' }, true],
	[{ syscall: 'queryA', code: 'ETIMEDOUT' }, true],
	[{ syscall: 'connect', code: 'ECONNREFUSED' }, true],
	[{ syscall: 'connect', code: 'ETIMEDOUT' }, true],
	[{ syscall: 'read', code: 'ECONNREFUSED' }, false],
	[{ syscall: 'read', code: 'EHOSTUNREACH' }, false],
	// A TLS handshake that failed, which later faults resemble.
	[{ syscall: 'write', code: 'EPROTO' }, false],
	// A time-out, also of connecting.
	[{ code: 'ECONNABORTED' }, false],
	// The service's alerts may come behind the request.
	[{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }, false],
	[{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, false],
	[{ message: 'connect ECONNREFUSED' }, false],
	[{}, false],
])('the error %j proves that nothing was sent: %p', (shape, isProven) => {
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

test.each<[Shape, string]>([
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, 'nothing answers at that address'],
	[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'there is no such host'],
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'no answer came in time'],
	[{ code: 'ECONNRESET', syscall: 'read' }, 'the connection was cut before an answer came'],
	[{ message: 'Anything', code: 'EPIPE' }, 'the connection broke (EPIPE)'],
	[{ message: 'The database is busy' }, 'The database is busy'],
	[{}, 'no reason is given'],
])('the reason of %j is given: %s', (shape, reason) => {
	expect(readHttpFault(requestError(shape)).reason).toBe(reason);
});

test.each([
	[{ status: 503, body: 'No, Hunter-2', provenUnsent: false }, 'Failed (503): No, [redacted]'],
	[{ reason: 'it has expired', provenUnsent: true }, 'Failed: it has expired'],
	[{ status: 500, provenUnsent: false }, 'Failed (500)'],
])(
	'the fault %j is described with its status and what is said, without secrets: %s',
	(fault, text) => {
		expect(describeFault('Failed', fault, ['Hunter-2'])).toBe(text);
	},
);

test('a fault keeps nothing of the request', () => {
	const config = { headers: { Authorization: 'secret-token' }, data: '{"email":"a@example.com"}' };
	const response = { status: 500, data: 'Oops', headers: {}, config, request: config };
	for (const more of [{ request: config }, { response }]) {
		const thrown = requestError({ code: 'ECONNRESET' }, { config, ...more });
		expect(JSON.stringify(readHttpFault(thrown))).not.toMatch(/secret-token|a@example\.com/);
	}
});
