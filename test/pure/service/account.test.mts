import fc from 'fast-check';

import { toAccount, isSameOrigin } from '../../../nodes/RentalScreening/service/account.ts';

const toBaseUrl = (baseUrl: unknown) => toAccount({ baseUrl } as never).baseUrl;

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
])('the base URL %j is used as %j', (given, used) => {
	expect(toBaseUrl(given)).toBe(used);
});

test.each<[string, unknown[]]>([
	['is empty', [undefined, '', ' ']],
	[
		'must start with https://',
		[
			...['api.example.com', 'localhost:3000', '//api.example.com', 'https://', ' ///'],
			...['https:evil.example', 'https:/evil.example', 'https:///evil.example'],
			'javascript:alert(1)',
		],
	],
	[
		'must start with https:// (http:// is for localhost only)',
		[
			...['http://api.example.com', 'http://0.0.0.0', 'http://127.0.0.2', 'http://localhost.'],
			'http://[::ffff:127.0.0.1]',
		],
	],
	[
		'must not hold blanks or backslashes',
		[
			...['https:\\\\evil.example', 'https://api.example.com\\@evil.example'],
			...['https://api.exa\nmple.com', 'https://api.example.com /v1'],
		],
	],
	[
		'must end before the version: remove /v1',
		['https://api.example.com/v1', 'https://api.example.com/x/../v1'],
	],
	['must end before the version: remove /V2', ['https://api.example.com/gateway/V2//']],
	[
		'must end before the question mark or hash sign',
		['https://api.example.com?', 'https://api.example.com?x=1', 'https://api.example.com/#'],
	],
	[
		'must not hold login details: enter them below it',
		['https://@api.example.com', 'https://me:secret@api.example.com'],
	],
])('the base URL %s: %j', (rule, refused) => {
	for (const given of refused) {
		const message = `'Base URL' in the credential ${rule}. Open the credential and set 'Base URL'`;
		expect(() => toBaseUrl(given)).toThrow(message);
	}
});

test('a base URL with a million slashes is read in linear time', () => {
	// Quadratic time would be minutes for as many as these.
	const slashes = '/'.repeat(1_000_000);
	expect(toBaseUrl(`https://api.example.com${slashes}`)).toBe('https://api.example.com');
	expect(toBaseUrl(`https://api.example.com/a${slashes}b`)).toMatch(/b$/);
});

test('a base URL is not quoted where it is refused', () => {
	const secret = 'Hunter-2-Secret';
	for (const given of [`https://a:${secret}@b.example`, `https://b.example/?${secret}`, secret]) {
		expect(() => toBaseUrl(given)).toThrow(/^((?!Hunter-2-Secret).)*$/);
	}
});

test('a request goes to the host of any base URL that is accepted', () => {
	const pieces = fc.constantFrom(
		...'https:|http:|/|//|\\|@|?|#|:|.| |\t|api.example.com|evil.example|localhost|%2f|v1|443'.split(
			'|',
		),
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
])('the target %j has the origin of the base URL: %p', (target, stays) => {
	expect(isSameOrigin(target, 'https://api.example.com/gateway')).toBe(stays);
});

const credentials = { baseUrl: ' https://a.example/ ', username: ' me ', password: ' x ' };

test('an account is without the blanks that people paste, but for those of the password', () => {
	expect(toAccount(credentials)).toMatchObject({
		baseUrl: 'https://a.example',
		username: 'me',
		password: ' x ',
	});
});

test('the key of an account differs by base URL and username, that of its login by password too; neither gives them away', () => {
	const others = [{ username: 'x' }, { baseUrl: 'https://b.example' }, { password: 'y' }];
	const accounts = [{}, ...others].map((more) => toAccount({ ...credentials, ...more }));
	expect(new Set(accounts.map(({ key }) => key)).size).toBe(3);
	expect(new Set(accounts.map(({ loginKey }) => loginKey)).size).toBe(4);
	const { key, loginKey } = accounts[0]!;
	const same = toAccount({ ...credentials, baseUrl: 'https://A.example', accessToken: 'y' });
	expect(same).toMatchObject({ key, loginKey });
	for (const text of [key, loginKey]) expect(text).toMatch(/^[\w+/]{43}=$/);
});
