import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { sharedLogin } from '../../../nodes/RentalScreening/service/sharedLogin.ts';
import { refusedWith, serviceStub } from '../../support/service-stub.mts';

let accounts = 0;

/** Credential data of an account that nobody has signed in to yet. */
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

afterEach(() => jest.restoreAllMocks());

function laterBy(seconds: number): void {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000);
}

test('all who need a token at the same time share one login', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	const tokens = await Promise.all(
		['', 'expired', '', 'expired-too'].map(
			async (stale) => await sharedLogin(helpers, account(stale)),
		),
	);
	expect(tokens).toEqual(Array(4).fill('token-1'));
	expect(asked).toHaveLength(1);
});

test('who comes late with the same stale token gets the new one, as long as it is the newest', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	await sharedLogin(helpers, account('expired'));
	laterBy(3600);
	expect(await sharedLogin(helpers, account('expired'))).toBe('token-1');
	expect(await sharedLogin(helpers, account('token-1'))).toBe('token-2');
	expect(await sharedLogin(helpers, account('expired'))).toBe('token-2');
	expect(await sharedLogin(helpers, account('token-1'))).toBe('token-2');
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

test('a stale token that nobody knows means a login, even just after another', async () => {
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

	test('holds for a while for those with the same stale token, so that nothing locks the account', async () => {
		const { asked, helpers } = serviceStub(refusedWith(401), () => ({ accessToken: 'token-1' }));
		const account = newAccount();
		for (let tries = 0; tries < 3; tries++) {
			await expect(sharedLogin(helpers, account('expired'))).rejects.toThrow('refused');
		}
		expect(asked).toHaveLength(1);
		laterBy(31);
		expect(await sharedLogin(helpers, account('expired'))).toBe('token-1');
	});

	test('does not hold for who starts anew, such as the test of a corrected credential', async () => {
		const { helpers } = serviceStub(refusedWith(401), () => ({ accessToken: 'token-1' }));
		const account = newAccount();
		await expect(sharedLogin(helpers, account())).rejects.toThrow('refused');
		expect(await sharedLogin(helpers, account())).toBe('token-1');
	});
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
