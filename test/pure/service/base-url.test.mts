import fc from 'fast-check';

import { staysAtBase, toBaseUrl } from '../../../nodes/RentalScreening/service/baseUrl.ts';

describe('toBaseUrl', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['  https://api.example.com///\n', 'https://api.example.com'],
		['https://api.example.com:8443/gateway/', 'https://api.example.com:8443/gateway'],
		['HTTPS://API.example.com', 'HTTPS://API.example.com'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://LOCALHOST:3000/', 'http://LOCALHOST:3000'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('takes %j as %j', (given, used) => {
		expect(toBaseUrl(given)).toBe(used);
	});

	test.each([
		[undefined, 'is missing'],
		[null, 'is missing'],
		[42, 'is missing'],
		['', 'is missing'],
		[' /// ', 'is missing'],
		['api.example.com', 'is not a web address'],
		['localhost:3000', 'is not a web address'],
		['//api.example.com', 'is not a web address'],
		['https://', 'is not a web address'],
		['javascript:alert(1)', 'is not a web address'],
		['http://api.example.com', 'must start with https://'],
		['http://10.0.0.1', 'must start with https://'],
		['http://0.0.0.0', 'must start with https://'],
		['http://127.0.0.2', 'must start with https://'],
		['http://localhost.', 'must start with https://'],
		['http://[::ffff:127.0.0.1]', 'must start with https://'],
		['http://127.0.0.1@example.com', 'must start with https://'],
		['https://user@example.com', 'must hold an address only'],
		['https://:secret@example.com', 'must hold an address only'],
		['https://example.com?x=1', 'must hold an address only'],
		['https://example.com/#top', 'must hold an address only'],
	])('refuses %j: the base URL %s', (given, problem) => {
		expect(() => toBaseUrl(given)).toThrow(`The base URL ${problem}`);
		expect(() => toBaseUrl(given)).toThrow("Open the credential and set 'Base URL' to the address");
	});

	test('never says what was in it', () => {
		const secret = 'Hunter-2-Secret';
		for (const given of [`https://a:${secret}@b.example`, `https://b.example/?${secret}`, secret]) {
			expect(() => toBaseUrl(given)).toThrow(/^((?!Hunter-2-Secret).)*$/);
		}
	});

	test('gives what it gave before', () => {
		fc.assert(
			fc.property(fc.webUrl({ validSchemes: ['https'] }), (url) => {
				expect(toBaseUrl(toBaseUrl(url))).toBe(toBaseUrl(url));
			}),
		);
	});
});

describe('staysAtBase', () => {
	test.each([
		['/v1/flows', true],
		['v1/flows', true],
		['', true],
		['https://api.example.com', true],
		['https://api.example.com:443/elsewhere', true],
		['HTTPS://API.EXAMPLE.COM/v1', true],
		['http://api.example.com/v1', false],
		['https://api.example.com:8443/v1', false],
		['https://api.example.com.evil.example/v1', false],
		['https://api.example.com@evil.example/v1', false],
		['//evil.example/v1', false],
		['\\\\evil.example\\v1', false],
		['/\t/evil.example', false],
		['javascript:alert(1)', false],
		['https://', false],
	])('%j: %s', (target, stays) => {
		expect(staysAtBase(target, 'https://api.example.com/gateway')).toBe(stays);
	});
});
