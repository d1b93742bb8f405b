import fc from 'fast-check';

import {
	accountKey,
	accountOf,
	staysAtBase,
	toBaseUrl,
} from '../../../nodes/RentalScreening/service/account.ts';

describe('toBaseUrl', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['  https://api.example.com///\n', 'https://api.example.com'],
		['https://api.example.com:8443/gateway/', 'https://api.example.com:8443/gateway'],
		['HTTPS://API.example.com', 'https://api.example.com'],
		['https://api.example.com:443/a//b/', 'https://api.example.com/a//b'],
		['https://api.example.com/v10', 'https://api.example.com/v10'],
		['https://v1.example.com', 'https://v1.example.com'],
		['https://api.example.com/@tenant', 'https://api.example.com/@tenant'],
		['https://api.example.com/a/../b', 'https://api.example.com/b'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://LOCALHOST:3000/', 'http://localhost:3000'],
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
		[' /// ', 'is not a web address'],
		['api.example.com', 'is not a web address'],
		['localhost:3000', 'is not a web address'],
		['//api.example.com', 'is not a web address'],
		['https://', 'is not a web address'],
		['https:evil.example', 'is not a web address'],
		['https:/evil.example', 'is not a web address'],
		['https:///evil.example', 'is not a web address'],
		['https:\\\\evil.example', 'is not a web address'],
		['https://api.example.com\\@evil.example', 'must hold an address only'],
		['https://api.exa\nmple.com', 'is not a web address'],
		['https://api.example.com /v1', 'is not a web address'],
		['https://api.example.com/v1', 'must hold an address only'],
		['https://api.example.com/gateway/V2//', 'must hold an address only'],
		['https://api.example.com/x/../v1', 'must hold an address only'],
		['https://api.example.com?', 'must hold an address only'],
		['https://api.example.com/#', 'must hold an address only'],
		['https://@api.example.com', 'must hold an address only'],
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

	test.each([
		['', 'The base URL is missing. It starts with https://.'],
		['api.example.com', 'The base URL is not a web address. It starts with https://.'],
		['see https://api.example.com', 'The base URL is not a web address. It starts with https://.'],
		[
			'https://me@api.example.com',
			'The base URL must hold an address only. Leave out login details, question marks, hash signs and the version, such as /v1.',
		],
		[
			'http://api.example.com',
			'The base URL must start with https://. Plain http would send applicant data unencrypted; it is allowed for localhost only.',
		],
	])('says what is wrong with %j and what to do', (given, message) => {
		const hint =
			"Open the credential and set 'Base URL' to the address that your provider gave you.";
		expect(() => toBaseUrl(given)).toThrow(new Error(`${message} ${hint}`));
	});

	test('takes many slashes in linear time', () => {
		// Quadratic time would be minutes for as many as these.
		const slashes = '/'.repeat(1_000_000);
		expect(toBaseUrl(`https://api.example.com${slashes}`)).toBe('https://api.example.com');
		expect(toBaseUrl(`https://api.example.com/a${slashes}b`)).toMatch(/b$/);
	});

	test('never says what was in it', () => {
		const secret = 'Hunter-2-Secret';
		for (const given of [`https://a:${secret}@b.example`, `https://b.example/?${secret}`, secret]) {
			expect(() => toBaseUrl(given)).toThrow(/^((?!Hunter-2-Secret).)*$/);
		}
	});
});

test('a request goes to the host of the base URL, for any accepted base URL', () => {
	const pieces = fc.constantFrom(
		'https:',
		'http:',
		'/',
		'//',
		'\\',
		'@',
		'?',
		'#',
		':',
		'.',
		' ',
		'\t',
		'api.example.com',
		'evil.example',
		'localhost',
		'%2f',
		'v1',
		'443',
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
			const text = `https://api.example.com${parts.join('')}`;
			let baseUrl: string;
			try {
				baseUrl = toBaseUrl(text);
			} catch {
				return;
			}
			const { origin, pathname, search, hash } = new URL(`${baseUrl}/v1/auth/login`);
			expect(origin).toBe(new URL(text).origin);
			expect(pathname).toMatch(/\/v1\/auth\/login$/);
			expect(search + hash).toBe('');
		}),
		{ numRuns: 300 },
	);
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

describe('an account', () => {
	const credentials = { baseUrl: ' https://a.example/ ', username: ' me ', password: ' x ' };
	const keyOf = (more: object) => accountKey(accountOf({ ...credentials, ...more }));

	test('is trimmed of what people paste, but for the password', () => {
		expect(accountOf(credentials)).toEqual({
			baseUrl: 'https://a.example',
			username: 'me',
			password: ' x ',
		});
		expect(() => accountOf({ baseUrl: 'http://a.example' })).toThrow('must start with https://');
	});

	test('has a key of base URL, username and password that gives none of them away', () => {
		expect(keyOf({ baseUrl: 'https://A.example', accessToken: 'y' })).toBe(keyOf({}));
		const others = [{ username: 'x' }, { password: 'x' }, { baseUrl: 'https://b.example' }];
		expect(new Set([{}, ...others].map(keyOf)).size).toBe(4);
		expect(keyOf({})).toMatch(/^[\w+/]{43}=$/);
	});
});
