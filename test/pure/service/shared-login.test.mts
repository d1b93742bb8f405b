import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { noteSending, tokenMark } from '../../../nodes/RentalScreening/service/account.ts';
import { sharedLogin } from '../../../nodes/RentalScreening/service/sharedLogin.ts';
import { refusedWith, serviceStub } from '../../support/service-stub.mts';

let accounts = 0;

/** Credential data of an account without a login so far. */
function newAccount(): (accessToken?: string) => ICredentialDataDecryptedObject {
	const username = `landlord-${(accounts += 1)}`;
	return (accessToken = '') => ({
		baseUrl: 'https://api.example.com',
		username,
		password: 'Hunter-2-Secret',
		accessToken,
	});
}

/** A service that mints token-1, token-2, … */
function minting() {
	let minted = 0;
	return serviceStub(() => ({ accessToken: `token-${(minted += 1)}` }));
}

/** The credentials of a request that has gone out with its token and comes back with a 401. */
function sentWith(credentials: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	noteSending(credentials);
	return credentials;
}

afterEach(() => jest.restoreAllMocks());

function laterBy(seconds: number): void {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000);
}

test('callers with the same stale token, or none, share one login', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	for (const [stale, token] of [
		['', 'token-1'],
		['expired', 'token-2'],
	] as const) {
		const tokens = await Promise.all(
			Array.from({ length: 4 }, async () => await sharedLogin(helpers, account(stale))),
		);
		expect(tokens).toEqual(Array(4).fill(token));
	}
	expect(asked).toHaveLength(2);
});

test('callers that come late with a stale token get the token that replaced it', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	await sharedLogin(helpers, account('expired'));
	laterBy(290);
	expect(await sharedLogin(helpers, account('expired'))).toBe('token-1');
	expect(await sharedLogin(helpers, account('token-1'))).toBe('token-2');
	expect(await sharedLogin(helpers, account('expired'))).toBe('token-2');
	expect(await sharedLogin(helpers, account('token-1'))).toBe('token-2');
	expect(asked).toHaveLength(2);
});

describe('a service that always gives the same token', () => {
	const helped = () => serviceStub(() => ({ accessToken: 'the-same' }));

	test('is asked once by requests that were under way together', async () => {
		const { asked, helpers } = helped();
		const account = newAccount();
		const requests = [1, 2, 3].map(() => sentWith(account('the-same')));
		for (const request of requests) expect(await sharedLogin(helpers, request)).toBe('the-same');
		expect(asked).toHaveLength(1);
	});

	test('is asked once more when it refuses that token again', async () => {
		const { asked, helpers } = helped();
		const account = newAccount();
		const early = [1, 2].map(() => sentWith(account('the-same')));
		await sharedLogin(helpers, early[0]!);
		const later = [1, 2].map(() => sentWith(account('the-same')));
		for (const request of [early[1]!, ...later]) {
			expect(await sharedLogin(helpers, request)).toBe('the-same');
		}
		expect(asked).toHaveLength(2);
	});
});

test('two accounts that alternate in one credential log in once each', async () => {
	const { asked, helpers } = minting();
	const accounts = [newAccount(), newAccount()];
	let stored = { accessToken: '', tokenMark: '' };
	for (let row = 0; row < 20; row++) {
		const credentials = { ...accounts[row % 2]!(), ...stored };
		const accessToken = await sharedLogin(helpers, credentials);
		expect(accessToken).toBe(`token-${(row % 2) + 1}`);
		stored = { accessToken, tokenMark: tokenMark({ ...credentials, accessToken }) };
	}
	expect(asked).toHaveLength(2);
});

test('an empty token is served from the login of a moment ago, not from an old one', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	await sharedLogin(helpers, account());
	expect(await sharedLogin(helpers, account())).toBe('token-1');
	laterBy(61);
	expect(await sharedLogin(helpers, account())).toBe('token-2');
	expect(asked).toHaveLength(2);
});

test('an unknown stale token causes a login, even just after another login', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	await sharedLogin(helpers, account());
	expect(await sharedLogin(helpers, account('of another day'))).toBe('token-2');
	expect(asked).toHaveLength(2);
});

test('accounts do not share', async () => {
	const { asked, helpers } = minting();
	const [one, other] = [newAccount(), newAccount()];
	await Promise.all([sharedLogin(helpers, one()), sharedLogin(helpers, other())]);
	await sharedLogin(helpers, { ...one(), password: 'changed' });
	await sharedLogin(helpers, { ...one(), baseUrl: 'https://other.example' });
	expect(asked).toHaveLength(4);
});

describe('a refusal', () => {
	test('is shared by all who wait for it', async () => {
		const { asked, helpers } = serviceStub(refusedWith(401));
		const account = newAccount();
		const outcomes = await Promise.allSettled(
			Array.from({ length: 5 }, async () => await sharedLogin(helpers, account())),
		);
		expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
		expect(asked).toHaveLength(1);
	});

	const unlocked = () => serviceStub(refusedWith(401), () => ({ accessToken: 'token-1' }));

	test('holds for all requests that were under way, and for no later one', async () => {
		const { asked, helpers } = unlocked();
		const account = newAccount();
		const early = [0, 59, 290].map((seconds) => ({
			seconds,
			request: sentWith(account('expired')),
		}));
		for (const { seconds, request } of early) {
			laterBy(seconds);
			await expect(sharedLogin(helpers, request)).rejects.toThrow('refused');
			jest.restoreAllMocks();
		}
		expect(asked).toHaveLength(1);
		expect(await sharedLogin(helpers, sentWith(account('expired')))).toBe('token-1');
	});

	test.each([
		['without a token', ''],
		['with the refused one', 'expired'],
	])('does not hold for a test of the credential, %s', async (_, stale) => {
		const { asked, helpers } = unlocked();
		const account = newAccount();
		const request = stale === '' ? account() : sentWith(account(stale));
		await expect(sharedLogin(helpers, request)).rejects.toThrow('refused');
		expect(await sharedLogin(helpers, account(stale))).toBe('token-1');
		expect(asked).toHaveLength(2);
	});

	test('does not hold for a corrected password', async () => {
		const { helpers } = serviceStub(refusedWith(401), () => ({ accessToken: 'token-1' }));
		const account = newAccount();
		await expect(sharedLogin(helpers, account())).rejects.toThrow('refused');
		expect(await sharedLogin(helpers, { ...account(), password: 'corrected' })).toBe('token-1');
	});
});

test('the memory is bounded: of very many accounts the oldest are forgotten', async () => {
	const { asked, helpers } = minting();
	const accounts = Array.from({ length: 101 }, newAccount);
	for (const account of accounts) await sharedLogin(helpers, account());
	for (const account of accounts.slice(1)) await sharedLogin(helpers, account());
	expect(asked).toHaveLength(101);
	await sharedLogin(helpers, accounts[0]!());
	expect(asked).toHaveLength(102);
});

test('of a login that is still under way too', async () => {
	const { asked, helpers } = serviceStub(() => new Promise(() => {}));
	const accounts = Array.from({ length: 101 }, newAccount);
	for (const account of [...accounts, ...accounts.slice(1)]) void sharedLogin(helpers, account());
	expect(asked).toHaveLength(101);
	void sharedLogin(helpers, accounts[0]!());
	expect(asked).toHaveLength(102);
});

test('what may pass by itself does not hold', async () => {
	const { helpers } = serviceStub(refusedWith(503), () => ({ accessToken: 'token-1' }));
	const account = newAccount();
	await expect(sharedLogin(helpers, account('expired'))).rejects.toThrow('(503)');
	expect(await sharedLogin(helpers, account('expired'))).toBe('token-1');
});

test('an unusable base URL is refused before anything is asked', async () => {
	const { asked, helpers } = minting();
	await expect(
		sharedLogin(helpers, { ...newAccount()(), baseUrl: 'http://api.example.com' }),
	).rejects.toThrow('must start with https://');
	expect(asked).toEqual([]);
});
