import { Readable } from 'node:stream';

import fc from 'fast-check';

import { NO_PROXY, readHttpFault } from '../../../nodes/RentalScreening/service/httpFault.ts';

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
function readFault(thrown: unknown) {
	const fault = readHttpFault(thrown);
	const { provenUnsent, status } = readHttpFault(inN8n(thrown));
	expect({ provenUnsent, status }).toEqual({
		provenUnsent: fault.provenUnsent,
		status: fault.status,
	});
	return fault;
}

const CUT = 'its answer was cut off or unreadable';

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
	for (const code of ['ERR_BAD_RESPONSE', 'ECONNREFUSED']) {
		const thrown = requestError({ code }, { response: { status, headers: {} } });
		expect(readFault(thrown)).toEqual({ provenUnsent: false, reason: CUT });
	}
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
		[503, '301', 301_000],
		[429, 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
		...['', ' ', 'soon', '-3', 'Thu, 01 Jan 2015 00:00:09 GMT', 5, undefined].map(
			(header): [number, unknown, undefined] => [429, header, undefined],
		),
		// Beside these it is about one item only.
		[404, '3600', undefined],
		[422, '3600', undefined],
	])('the service asks to wait beside a %i by %j: %p ms', (status, header, milliseconds) => {
		const response = { status, headers: { 'retry-after': header } };
		expect(readFault({ response }).retryAfterMs).toBe(milliseconds);
	});
});

const response = { status: 502, data: 'Bad Gateway', headers: { 'retry-after': '3600' } };
const https = { protocol: 'https:' };
const reason = 'the proxy did not connect to the service';

const ended = 'Proxy connection ended before receiving CONNECT response';

test.each([
	['an answer over https', { response, request: { ...https, socket: {} } }, `${reason} (502)`],
	['no HTTP', { request: { ...https, socket: { encrypted: false } } }, reason],
	['the end', new Error(ended), reason],
])('a proxy that opens no tunnel may give %s: nothing was sent', (_, thrown, what) => {
	expect(readFault(thrown)).toEqual({ provenUnsent: true, obstacle: NO_PROXY, reason: what });
});

test.each([
	['the socket is encrypted', { ...https, socket: { encrypted: true } }],
	['the socket is absent', https],
	['the socket is gone', { ...https, socket: null }],
	['it is not over https', { protocol: 'http:', socket: {} }],
	['the protocol is not known', { socket: {} }],
])('an answer is not of a proxy where %s', (_, request) => {
	expect(readFault({ response, request })).toMatchObject({ status: 502, provenUnsent: false });
});

const refused = requestError({ code: 'ECONNREFUSED', syscall: 'connect' });
const cut = requestError({ code: 'ECONNRESET', syscall: 'read' });
const both = (...errors: Error[]) =>
	Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });

test.each<[string, string, boolean]>([
	['getaddrinfo', 'ENOTFOUND', true],
	['getaddrinfo', 'EAI_AGAIN', true],
	['getaddrinfo', 'EMFILE', true],
	['queryA', 'ETIMEDOUT', true],
	['queryAaaa', 'ECONNREFUSED', true],
	['connect', 'ECONNREFUSED', true],
	['connect', 'EHOSTUNREACH', true],
	['connect', 'ETIMEDOUT', true],
	['connect', 'ECONNRESET', true],
	// A code is enough where no call says that something was read or written.
	['', 'ENOTFOUND', true],
	['', 'EHOSTUNREACH', false],
	['', 'ECONNABORTED', false],
	['', 'HPE_INVALID_CONSTANT', false],
	['', 'ERR_SSL_WRONG_VERSION_NUMBER', false],
	['read', 'ECONNRESET', false],
	['read', 'ECONNREFUSED', false],
	['read', 'ETIMEDOUT', false],
	['read', 'EHOSTUNREACH', false],
	['write', 'EPIPE', false],
])("the call '%s' that ends in %s proves that nothing was sent: %p", (syscall, code, isProven) => {
	const thrown = requestError({ code, ...(syscall === '' ? {} : { syscall }) });
	expect(readFault(thrown).provenUnsent).toBe(isProven);
});

test.each([
	['two addresses refuse', both(refused, refused), true],
	['one address refuses and the other cuts', both(refused, cut), false],
	['a message only names a code', requestError({ message: 'connect ECONNREFUSED' }), false],
	['nothing is known', requestError({}), false],
])('where %s, it is proven that nothing was sent: %p', (_, thrown, isProven) => {
	expect(readFault(thrown).provenUnsent).toBe(isProven);
});

test.each<Shape>([
	{ message: 'write EPROTO 40:error:0A00010B:SSL routines', code: 'EPROTO', syscall: 'write' },
	{ message: 'timeout of 200ms exceeded', code: 'ECONNABORTED' },
	{ message: 'certificate has expired', code: 'CERT_HAS_EXPIRED' },
	{ message: 'socket hang up', code: 'ECONNRESET' },
	{ message: 'anything' },
])('before the TLS handshake is complete nothing was sent: $message', (shape) => {
	expect(readFault(overTls(shape, true)).provenUnsent).toBe(true);
	expect(readFault(overTls(shape, false)).provenUnsent).toBe(false);
	expect(readFault(requestError(shape)).provenUnsent).toBe(false);
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
	[{ message: 'Anything', code: 'toString' }, 'the connection broke (toString)'],
	[{ message: 'The database is busy' }, 'The database is busy'],
	[{}, 'no reason is given'],
])('the reason of %j is given: %s', (shape, reason) => {
	expect(readHttpFault(requestError(shape))).toMatchObject({ reason });
});

test('the reason is looked for in the first dozen causes', () => {
	const inCauses = (count: number) =>
		Array.from({ length: count }).reduce((cause) => ({ cause }), { code: 'ECONNREFUSED' });
	expect(readHttpFault(inCauses(11)).reason).toBe('nothing answers at that address');
	expect(readHttpFault(inCauses(12)).reason).toBe('no reason is given');
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
