import fc from 'fast-check';

import { RentalScreeningApi } from '../../../credentials/RentalScreeningApi.credentials.ts';
import { isSameOrigin, toAccount } from '../../../nodes/RentalScreening/service/account.ts';

const toBaseUrl = (baseUrl: unknown) => toAccount({ baseUrl } as never).baseUrl;
const SLASHES = '/'.repeat(1_000_000);

test.each([
	['blanks and slashes around it', '  https://api.example.com///\n', 'https://api.example.com'],
	[
		'capitals, a port and a path',
		'HTTPS://API.example.com:8443/gateway/',
		'https://api.example.com:8443/gateway',
	],
	['versions in its names', 'https://v1.example.com/v10', 'https://v1.example.com/v10'],
	['http and localhost', 'http://LOCALHOST:3000/', 'http://localhost:3000'],
	['http and 127.0.0.1', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
	['http and [::1]', 'http://[::1]:3000', 'http://[::1]:3000'],
	// Quadratic time would be minutes.
	['a million slashes at its end', `https://a.example${SLASHES}`, 'https://a.example'],
	['a million slashes inside', `https://a.example/a${SLASHES}b`, `https://a.example/a${SLASHES}b`],
])('a base URL with %s is accepted', (_, given, used) => {
	expect(toBaseUrl(given)).toBe(used);
});

test.each<[string, unknown[]]>([
	['is empty', [undefined, ' ', 7]],
	['has no https:// in front', ['api.example.com', 'localhost:3000', 'https:/evil.example']],
	['is http and not of this machine', ['http://api.example.com', 'http://127.0.0.2', 'http://0']],
	['ends with a version', ['https://api.example.com/v1', 'https://api.example.com/x/V2//']],
	['has a question mark or a hash sign', ['https://api.example.com?x=1', 'https://a.example/#']],
	['has login details', ['https://me:Hunter-2-Secret@api.example.com', 'https://@a.example']],
	['has blanks or backslashes', ['https://a.example /x', 'https:\\\\evil.example']],
])('a base URL that %s is refused, and not quoted', (_, refused) => {
	const message = /^'Base URL' in the credential cannot be used\. Enter [^%]*https:\/\/ in front/;
	for (const given of refused) {
		expect(() => toBaseUrl(given)).toThrow(message);
		expect(() => toBaseUrl(given)).not.toThrow('Hunter-2-Secret');
	}
});

test('a request goes to the host of any base URL that is accepted', () => {
	const pieces = 'https:|http:|/|//|\\|@|?|#|:|.| |\t|api.example.com|evil.example|%2f|v1|443';
	const piece = fc.constantFrom(...pieces.split('|'));
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
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
	['a path has', '/v1/flows', true],
	['the host in capitals has', 'https://API.example.com:443/elsewhere', true],
	['http has not', 'http://api.example.com/v1', false],
	['another port has not', 'https://api.example.com:8443/v1', false],
	['a longer host has not', 'https://api.example.com.evil.example/v1', false],
	['a host behind @ has not', 'https://api.example.com@evil.example/v1', false],
	['a host without a scheme has not', '//evil.example/v1', false],
	['a host behind backslashes has not', '\\\\evil.example\\v1', false],
	['a tab between slashes has not', '/\t/evil.example', false],
	['a script has not', 'javascript:alert(1)', false],
])('a target with %s the origin of the base URL', (_, target, stays) => {
	expect(isSameOrigin(target, 'https://api.example.com/gateway')).toBe(stays);
});

const credentials = { baseUrl: ' https://a.example/ ', username: ' me ', password: ' x ' };

test('an account is without the blanks that people paste, but for those of the password', () => {
	const account = { baseUrl: 'https://a.example', username: 'me', password: ' x ' };
	expect(toAccount(credentials)).toMatchObject(account);
});

test('the key of an account differs by base URL and username, that of its login by password too; neither gives them away', () => {
	const others = [{ username: 'x' }, { baseUrl: 'https://b.example' }, { password: 'y' }];
	const accounts = [{}, ...others].map((more) => toAccount({ ...credentials, ...more }));
	expect(new Set(accounts.map(({ key }) => key)).size).toBe(3);
	expect(new Set(accounts.map(({ loginKey }) => loginKey)).size).toBe(4);
	const { key, loginKey } = accounts[0]!;
	const same = toAccount({ ...credentials, baseUrl: 'https://A.example', accessToken: 'y' });
	expect(same).toMatchObject({ key, loginKey });
	for (const text of [key, loginKey]) expect(text).toMatch(/^[\da-f]{64}$/);
});

test('the credential has three values to enter, hides what is secret, and begins empty', () => {
	const { properties } = new RentalScreeningApi();
	const found = properties.map(({ name, typeOptions }) => [name, typeOptions?.password ?? false]);
	const expected = { baseUrl: false, username: false, password: true, accessToken: true };
	expect(Object.fromEntries(found)).toEqual(expected);
	expect(properties.filter(({ default: value }) => value !== '')).toEqual([]);
});
