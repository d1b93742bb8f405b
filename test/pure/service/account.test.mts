import {
	announceAccount,
	isOfAnotherAccount,
	noteLogin,
	noteSending,
	ON_ACCOUNT,
	type RequestAccount,
	tokenMark,
} from '../../../nodes/RentalScreening/service/account.ts';

const credentials = {
	baseUrl: 'https://api.example.com/',
	username: 'landlord',
	password: 'Hunter-2-Secret',
	accessToken: 'token-7',
};

describe('the mark beside a token', () => {
	const marked = { ...credentials, tokenMark: tokenMark(credentials) };

	test('says that it is of another account once base URL, username or password is another', () => {
		expect(isOfAnotherAccount(marked)).toBe(false);
		for (const field of ['baseUrl', 'username', 'password', 'accessToken']) {
			expect(isOfAnotherAccount({ ...marked, [field]: 'changed' })).toBe(true);
		}
	});

	test('is needed to say so', () => {
		expect(isOfAnotherAccount(credentials)).toBe(false);
		expect(isOfAnotherAccount({ ...credentials, tokenMark: '' })).toBe(false);
	});

	test('is a hash of 256 bits', () => {
		expect(marked.tokenMark).toMatch(/^[\w+/]{43}=$/);
	});
});

describe('ON_ACCOUNT', () => {
	function announce(request: object, given = credentials) {
		const accounts: RequestAccount[] = [];
		const onAccount = (account?: RequestAccount) => accounts.push(account!);
		const announced = announceAccount({ url: '/x', [ON_ACCOUNT]: onAccount, ...request }, given);
		return { account: accounts[0]!, accounts, announced };
	}

	test('is called with a key and the secrets', () => {
		const { accounts, account, announced } = announce({});
		expect(accounts).toHaveLength(1);
		expect(account.secrets).toEqual(['Hunter-2-Secret', 'token-7']);
		expect(announced.url).toBe('/x');
		expect(JSON.stringify(announced)).toBe('{"url":"/x"}');
	});

	test('is called again after a new login, with the secrets from before it as well', () => {
		const { account, accounts, announced } = announce({});
		announceAccount(announced, { ...credentials, accessToken: 'token-8' });
		expect(accounts).toHaveLength(2);
		expect(accounts[1]!.key).toBe(account.key);
		expect([...new Set(accounts[1]!.secrets)]).toEqual(['Hunter-2-Secret', 'token-7', 'token-8']);
	});

	test('the key depends on base URL, username and password, not on the token', () => {
		const { key } = announce({}).account;
		const same = {
			...credentials,
			baseUrl: ' https://API.example.com',
			accessToken: 'y',
		};
		expect(announce({}, same).account.key).toBe(key);
		for (const other of [{ username: 'x' }, { password: 'x' }, { baseUrl: 'https://b.example' }]) {
			expect(announce({}, { ...credentials, ...other }).account.key).not.toBe(key);
		}
	});

	test('is called with nothing when n8n logs in for the request, and not for another one', () => {
		const { announced, accounts } = announce({});
		noteSending(credentials, announced);
		noteLogin({ ...credentials });
		expect(accounts).toHaveLength(1);
		noteLogin(credentials);
		expect(accounts.slice(1)).toEqual([undefined]);
	});

	test('what it throws passes through', () => {
		const stop = new Error('Sent already');
		const onAccount = () => {
			throw stop;
		};
		expect(() => announceAccount({ url: '/x', [ON_ACCOUNT]: onAccount }, credentials)).toThrow(
			stop,
		);
	});

	test('is not needed', () => {
		expect(announceAccount({ url: '/x' }, credentials)).toEqual({ url: '/x' });
	});
});
