import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import {
	NoAccess,
	BEFORE_SEND,
	type RequestWithHook,
} from '../../../nodes/RentalScreening/service/account.ts';
import {
	dropTokenOlderThan,
	findNoAccess,
	logIn,
	useToken,
} from '../../../nodes/RentalScreening/service/login.ts';
import { refuseWith, createServiceStub } from '../../support/service-stub.mts';

afterEach(() => jest.useRealTimers());

type Helpers = IHttpRequestHelper['helpers'];

const password = 'Hunter-2-Secret';
let accounts = 0;

/** Copies of the credential of an account without a login so far, as n8n makes one for each request. */
function newAccount(): (more?: object) => ICredentialDataDecryptedObject {
	const username = `landlord-${(accounts += 1)}`;
	const data = { baseUrl: 'https://api.example.com', username, password, accessToken: '' };
	return (more = {}) => ({ ...data, ...more });
}

/** A service that issues token-1, token-2, … */
function minting() {
	let minted = 0;
	return createServiceStub(() => ({ accessToken: `token-${(minted += 1)}` }));
}

/** The token for a request with these credentials, after the login that n8n asks for before it. */
async function obtainToken(
	helpers: Helpers,
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	await logIn(helpers, credentials);
	return useToken(credentials, { url: '/x' });
}

async function catchRefusal(answer: () => unknown): Promise<NoAccess> {
	const thrown: unknown = await logIn(createServiceStub(answer).helpers, newAccount()()).catch(
		(it: unknown) => it,
	);
	expect(thrown).toBeInstanceOf(NoAccess);
	return thrown as NoAccess;
}

test.each([
	['Username', { username: ' ' }],
	['Password', { password: '' }],
	['Password', { password: undefined }],
])('a login without a value for %s is not tried, and says so: %j', async (label, more) => {
	const { asked, helpers } = minting();
	const message = `'${label}' in the credential is empty. Open the credential and enter`;
	const refusal: unknown = await logIn(helpers, newAccount()(more)).catch((it: unknown) => it);
	expect(refusal).toMatchObject({ message: expect.stringContaining(message) as string });
	expect(findNoAccess(refusal)?.failure.scope).toBe('run');
	expect(asked).toEqual([]);
});

test('a login is one request, which follows no redirect', async () => {
	const { asked, helpers } = minting();
	expect(await obtainToken(helpers, newAccount()({ username: ' me ' }))).toBe('token-1');
	expect(asked).toEqual([
		{
			method: 'POST',
			baseURL: 'https://api.example.com',
			url: '/v1/auth/login',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: { username: 'me', password },
			disableFollowRedirect: true,
			timeout: expect.any(Number) as unknown,
		},
	]);
});

test('all requests of an account share a login, at once and later', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	const together = await Promise.all(
		[1, 2, 3].map(async () => await obtainToken(helpers, account())),
	);
	expect([...together, await obtainToken(helpers, account())]).toEqual(Array(4).fill('token-1'));
	expect(asked).toHaveLength(1);
});

test('another base URL, username or password is another login', async () => {
	const { helpers } = minting();
	const account = newAccount();
	const others = [{}, { username: 'x' }, { password: 'x' }, { baseUrl: 'https://b.example' }];
	const tokens = [];
	for (const other of others) tokens.push(await obtainToken(helpers, account(other)));
	expect(tokens).toEqual(['token-1', 'token-2', 'token-3', 'token-4']);
});

test.each([
	['other tokens', (count: number) => `token-${count}`],
	['the same token again', () => 'the-same'],
])(
	'after a 401 all whose token was refused share a login, also late ones, where the service gives %s',
	async (_, tokenAt) => {
		let minted = 0;
		const { asked, helpers } = createServiceStub(() => ({ accessToken: tokenAt((minted += 1)) }));
		const account = newAccount();
		const requests = [account(), account(), account()];
		for (const request of requests) await obtainToken(helpers, request);
		for (const request of requests) expect(await obtainToken(helpers, request)).toBe(tokenAt(2));
		expect(await obtainToken(helpers, account())).toBe(tokenAt(2));
		expect(asked).toHaveLength(2);
		// The second one is refused as well.
		for (const request of requests) await obtainToken(helpers, request);
		expect(asked).toHaveLength(3);
	},
);

test('all that wait for a login share its refusal, and nobody later', async () => {
	const { asked, helpers } = createServiceStub(refuseWith(401), () => ({
		accessToken: 'token-1',
	}));
	const account = newAccount();
	const waiting = await Promise.allSettled(
		[1, 2, 3].map(async () => await logIn(helpers, account())),
	);
	expect(waiting.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
	expect(asked).toHaveLength(1);
	expect(await obtainToken(helpers, account())).toBe('token-1');
});

test('the requests of a revoked token share the refusal of the new login', async () => {
	const { asked, helpers } = createServiceStub(() => ({ accessToken: 'token-1' }), refuseWith(401));
	const account = newAccount();
	const requests = [account(), account()];
	for (const request of requests) await obtainToken(helpers, request);
	for (const request of requests) await expect(logIn(helpers, request)).rejects.toThrow('refused');
	expect(asked).toHaveLength(2);
});

test('of more than 100 accounts the oldest login is forgotten', async () => {
	const { asked, helpers } = minting();
	const many = Array.from({ length: 101 }, newAccount);
	for (const account of [...many, ...many.slice(1)]) await obtainToken(helpers, account());
	expect(asked).toHaveLength(101);
	await obtainToken(helpers, many[0]!());
	expect(asked).toHaveLength(102);
});

test('a token that is answered 403 is dropped where it is older than the run: one new login for all', async () => {
	jest.useFakeTimers({ now: 1_000_000 });
	const { asked, helpers } = minting();
	const account = newAccount();
	const requests = [account(), account()];
	for (const request of requests) await obtainToken(helpers, request);
	jest.advanceTimersByTime(1);
	expect(requests.map((request) => dropTokenOlderThan(request, Date.now()))).toEqual([true, true]);
	const later = account();
	expect(await obtainToken(helpers, later)).toBe('token-2');
	// A late 403 to the old token does not drop the new one.
	expect(dropTokenOlderThan(requests[0]!, Date.now())).toBe(true);
	expect(await obtainToken(helpers, account())).toBe('token-2');
	expect(dropTokenOlderThan(later, 1_000_001)).toBe(false);
	expect(asked).toHaveLength(2);
});

test('without a login there is no token to drop', () => {
	expect(dropTokenOlderThan(newAccount()(), Infinity)).toBe(false);
});

// n8n's HTTP Request node asks for a login after any error of a request, and repeats the request where it may.
test.each<[RequestWithHook, boolean]>([
	[{ url: '/x' }, true],
	[{ url: '/x', method: 'GET' }, true],
	[{ url: '/x', method: 'POST' }, false],
	[{ url: '/x', method: 'DELETE' }, false],
	// The node's own: repeated by its rules.
	[{ url: '/x', method: 'GET', [BEFORE_SEND]: () => {} }, false],
])('after an error %j may be repeated: %p', async (request, mayRepeat) => {
	const { helpers } = minting();
	const credentials = newAccount()();
	expect(await logIn(helpers, credentials)).toBe(false);
	useToken(credentials, request);
	expect(await logIn(helpers, credentials)).toBe(mayRepeat);
});

test('without a login there is no token to use', () => {
	expect(useToken(newAccount()(), { url: '/x' })).toBe('');
});

const dropped = () => {
	throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
};
const NO_TOKEN = "The login was answered without a usable 'accessToken'";

test.each<[string, () => unknown, boolean, string, string]>([
	['401', refuseWith(401), false, 'The service refused the login (401)', 'username and password'],
	['403', refuseWith(403), false, 'The service did not accept the login (403)', 'your provider'],
	['404', refuseWith(404), false, 'The service did not accept the login (404)', "'Base URL'"],
	['307', refuseWith(307), false, 'The service did not accept the login (307)', "'Base URL'"],
	['429', refuseWith(429), true, 'The service cannot process logins now (429)', 'later'],
	['503', refuseWith(503), true, 'The service cannot process logins now (503)', 'later'],
	['a cut 200', refuseWith(200), true, 'Could not log in: its answer was cut off', "'Base URL'"],
	['a dropped connection', dropped, true, 'Could not log in: the connection was cut', 'later'],
	['no token', () => ({ accessToken: '' }), false, NO_TOKEN, "'Base URL'"],
	['a web page', () => '<html>', false, NO_TOKEN, "'Base URL'"],
	['nothing', () => null, false, NO_TOKEN, "'Base URL'"],
])(
	'a login answered with %s says what happened, how to fix it, and whether it may pass',
	async (_, answer, passes, summary, hint) => {
		const refusal = await catchRefusal(answer);
		expect(refusal.failure.message).toContain(summary);
		expect(refusal.failure.hint).toContain(hint);
		expect(refusal.failure.isTemporary).toBe(passes);
	},
);

test.each(['', '<html>Out of order</html>'])(
	'a refused login quotes nothing where the service says %j',
	async (data) => {
		expect((await catchRefusal(refuseWith(503, data))).failure.hint).toBe('Try again later.');
	},
);

test('a refused login says how long the service asks to wait', async () => {
	const headers = { 'retry-after': '7' };
	const { failure } = await catchRefusal(() => {
		throw Object.assign(new Error('429'), { response: { status: 429, headers } });
	});
	expect(failure.retryAfterMs).toBe(7000);
});

test('a refused login quotes the service without the password, and holds nothing that makes n8n try again', async () => {
	const refusal = await catchRefusal(refuseWith(401, { message: `Not ${password}. Since May.` }));
	expect(refusal.failure.hint).toContain('The service says: Not [redacted]. Since May. Check');
	expect(refusal).not.toHaveProperty('response');
	expect(refusal.cause).toBeUndefined();
	expect(JSON.stringify({ ...refusal })).not.toContain(password);
});

test.each([
	['a', true],
	['Bearer abc', true],
	['x'.repeat(5000), true],
	['', false],
	['   ', false],
	['tok\u20ACen', false],
	['to\nken', false],
	[7, false],
])('%j is a token: %p', async (accessToken, is) => {
	const { helpers } = createServiceStub(() => ({ accessToken }));
	const token = obtainToken(helpers, newAccount()());
	if (is) expect(await token).toBe(accessToken);
	else await expect(token).rejects.toThrow("without a usable 'accessToken'");
});

test('a refused login is found behind what n8n wraps around it', async () => {
	const refusal = await catchRefusal(refuseWith(401));
	const wrapped = new Error('outer', { cause: new Error('inner', { cause: refusal }) });
	expect([findNoAccess(refusal), findNoAccess(wrapped)]).toEqual([refusal, refusal]);
	for (const other of [undefined, 'text', new Error('x')])
		expect(findNoAccess(other)).toBeUndefined();
});
