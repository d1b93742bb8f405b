import fc from 'fast-check';

import { readTransportFault } from '../../../nodes/RentalScreening/service/transportFault.ts';

const withCode = (code: string, more: object = {}) =>
	Object.assign(new Error(code), { code, ...more });
const causedBy = (cause: unknown) => new Error('outer', { cause });

test('an answer: its status, body and headers, however deep it lies', () => {
	const response = { status: 429, data: { message: 'Slow' }, headers: { 'retry-after': '2' } };
	for (const thrown of [{ response }, causedBy({ response }), causedBy(causedBy({ response }))]) {
		expect(readTransportFault(thrown)).toEqual({
			status: 429,
			body: { message: 'Slow' },
			headers: { 'retry-after': '2' },
			neverSent: false,
			cancelled: false,
		});
	}
});

describe('no answer', () => {
	test.each([
		['ECONNREFUSED', {}, true, 'nothing answers at that address'],
		['ENOTFOUND', {}, true, 'there is no such host'],
		['EAI_AGAIN', {}, true, 'the host name could not be looked up'],
		['EHOSTUNREACH', {}, true, 'the host cannot be reached'],
		['CERT_HAS_EXPIRED', {}, true, 'its certificate could not be verified'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', {}, true, 'its certificate could not be verified'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', {}, true, 'its certificate could not be verified'],
		['ETIMEDOUT', { syscall: 'connect' }, true, 'no answer came in time'],
		['ETIMEDOUT', {}, false, 'no answer came in time'],
		['ECONNABORTED', {}, false, 'no answer came in time'],
		['ECONNRESET', {}, false, 'the connection was cut before an answer came'],
		['EPIPE', {}, false, 'the connection was cut before an answer came'],
	])('%s %j: never connected %s, %s', (code, more, neverSent, reason) => {
		for (const thrown of [withCode(code, more), causedBy(withCode(code, more))]) {
			expect(readTransportFault(thrown)).toEqual({
				headers: {},
				neverSent,
				cancelled: false,
				reason,
			});
		}
	});

	test.each([
		['read EHOSTUNREACH', { code: 'EHOSTUNREACH', syscall: 'read' }, false],
		['read ENETUNREACH', { code: 'ENETUNREACH' }, false],
		['connect ETIMEDOUT 10.0.0.1:443', { code: 'ETIMEDOUT' }, true],
		['write EPROTO 40:error:0A00010B:SSL routines::wrong version number', { code: 'EPROTO' }, true],
		['ssl/tls alert handshake failure', { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }, true],
		['bad record mac', { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, false],
		['unexpected eof while reading', { code: 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING' }, false],
		['write EPROTO 40:error:0A000119:SSL routines::decryption failed', { code: 'EPROTO' }, false],
	])('%s: never connected %p', (message, more, neverSent) => {
		const fault = Object.assign(new Error(message), more);
		expect(readTransportFault(causedBy(fault))).toMatchObject({ neverSent });
	});

	test('what n8n says where it fails by itself', () => {
		expect(readTransportFault(new Error('The database is busy'))).toEqual({
			headers: {},
			neverSent: false,
			cancelled: false,
			n8nSays: 'The database is busy',
		});
		for (const message of [
			'Domain not allowed: This credential is restricted from accessing api.example.com.',
			'The request was blocked because it resolves to a restricted IP address',
		]) {
			expect(readTransportFault(new Error(message))).toMatchObject({
				neverSent: true,
				n8nSays: message,
			});
		}
	});

	test('on either of two addresses of a host', () => {
		const both = Object.assign(
			new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]),
		);
		expect(readTransportFault(causedBy(both))).toMatchObject({ neverSent: true });
	});

	test('because the execution was cancelled', () => {
		expect(readTransportFault(withCode('ERR_CANCELED'))).toMatchObject({ cancelled: true });
	});
});

test('keeps nothing of the request', () => {
	const config = { headers: { Authorization: 'secret-token' }, data: '{"email":"a@example.com"}' };
	const response = { status: 500, data: 'Oops', headers: {}, config, request: config };
	for (const thrown of [
		Object.assign(withCode('ECONNRESET'), { config, request: config }),
		Object.assign(new Error('500'), { config, response }),
	]) {
		expect(JSON.stringify(readTransportFault(thrown))).not.toMatch(/secret-token|a@example\.com/);
	}
});

test('takes anything that can be thrown', () => {
	const cycle: { cause?: unknown } = {};
	cycle.cause = cycle;
	for (const thrown of [undefined, null, 'text', 7, cycle, { response: null }, { errors: 'x' }]) {
		expect(readTransportFault(thrown)).toMatchObject({ neverSent: false, headers: {} });
	}
	fc.assert(
		fc.property(fc.anything(), (thrown) => {
			expect(readTransportFault(thrown)).toMatchObject({
				cancelled: expect.any(Boolean) as unknown,
			});
		}),
	);
});
