import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import {
	BEFORE_SEND,
	NoAccess,
	type RequestAccount,
	type RequestWithHook,
} from '../../../nodes/RentalScreening/service/account.ts';
import { findNoAccess, logIn, useToken } from '../../../nodes/RentalScreening/service/login.ts';

afterEach(() => jest.useRealTimers());

type Helpers = IHttpRequestHelper['helpers'];

/** n8n's request helper: notes what is asked and answers in turn, the last answer for ever. */
function createServiceStub(...answers: Array<() => unknown>) {
	const asked: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		asked.push(options);
		return await Promise.resolve().then(answers[asked.length - 1] ?? answers.at(-1));
	};
	return { asked, helpers: { httpRequest } as unknown as Helpers };
}

/** An answer that the request helper throws, as it does for every status but 2xx. */
const refuseWith =
	(status: number, data: unknown = {}) =>
	(): never => {
		throw Object.assign(new Error(`${status}`), { response: { status, data, headers: {} } });
	};

const THREE = [1, 2, 3];
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
	more: Partial<RequestWithHook> = {},
): Promise<string> {
	await logIn(helpers, credentials);
	return await useToken(credentials, { url: '/x', ...more });
}

/** What the hook of a request with these credentials gets. */
async function obtainAccount(
	helpers: Helpers,
	credentials: ICredentialDataDecryptedObject,
): Promise<RequestAccount> {
	const accounts: RequestAccount[] = [];
	await obtainToken(helpers, credentials, { [BEFORE_SEND]: (account) => accounts.push(account) });
	return accounts[0]!;
}

async function catchRefusal(answer: () => unknown): Promise<NoAccess> {
	const { helpers } = createServiceStub(answer);
	const thrown: unknown = await logIn(helpers, newAccount()()).catch((it: unknown) => it);
	expect(thrown).toBeInstanceOf(NoAccess);
	return thrown as NoAccess;
}

test('all requests of an account share a login, at once and later; their hook gets its secrets', async () => {
	const { asked, helpers } = minting();
	const account = newAccount();
	const together = await Promise.all(THREE.map(async () => await obtainToken(helpers, account())));
	expect([...together, await obtainToken(helpers, account())]).toEqual(Array(4).fill('token-1'));
	expect((await obtainAccount(helpers, account())).secrets).toEqual([password, 'token-1']);
	expect(asked).toHaveLength(1);
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
	const token = () => ({ accessToken: 'token-1' });
	const { asked, helpers } = createServiceStub(refuseWith(401), token, refuseWith(401));
	const account = newAccount();
	const waiting = await Promise.allSettled(THREE.map(async () => await logIn(helpers, account())));
	expect(waiting.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
	expect(asked).toHaveLength(1);
	const requests = [account(), account()];
	for (const request of requests) expect(await obtainToken(helpers, request)).toBe('token-1');
	// The token is revoked, and the login after it refused: once for both.
	for (const request of requests) await expect(logIn(helpers, request)).rejects.toThrow('refused');
	expect(asked).toHaveLength(3);
});

test('a token that is older than the run can be dropped: one new login for all', async () => {
	jest.useFakeTimers({ now: 1_000_000 });
	const { asked, helpers } = minting();
	const account = newAccount();
	const one = await obtainAccount(helpers, account());
	const other = await obtainAccount(helpers, account());
	jest.advanceTimersByTime(1);
	for (const request of [one, other]) expect(request.dropTokenOlderThan(Date.now())).toBe(true);
	const later = await obtainAccount(helpers, account());
	expect(later.secrets).toContain('token-2');
	// A late 403 to the old token does not drop the new one.
	expect(one.dropTokenOlderThan(Date.now())).toBe(true);
	expect(await obtainToken(helpers, account())).toBe('token-2');
	expect(later.dropTokenOlderThan(1_000_001)).toBe(false);
	expect(asked).toHaveLength(2);
});

// n8n's HTTP Request node asks for a login after any error of a request, and repeats the request where it may.
test.each<[string, RequestWithHook, boolean]>([
	['a request without a method may', { url: '/x' }, true],
	['a GET may', { url: '/x', method: 'GET' }, true],
	['a POST may not', { url: '/x', method: 'POST' }, false],
	['a DELETE may not', { url: '/x', method: 'DELETE' }, false],
	// It is repeated by the node's rules.
	["the node's own GET may not", { url: '/x', method: 'GET', [BEFORE_SEND]: () => {} }, false],
])('after an error %s be repeated by n8n', async (_, request, mayRepeat) => {
	const { helpers } = minting();
	const credentials = newAccount()();
	expect(await logIn(helpers, credentials)).toBe(false);
	await useToken(credentials, request);
	expect(await logIn(helpers, credentials)).toBe(mayRepeat);
});

test('without a login there is no token to use or to drop', async () => {
	const hook = jest.fn((account: RequestAccount) => account.dropTokenOlderThan(Infinity));
	expect(await useToken(newAccount()(), { url: '/x', [BEFORE_SEND]: hook })).toBe('');
	expect(hook).toHaveReturnedWith(false);
});

const throwWith = (code: string) => () => {
	throw Object.assign(new Error('thrown'), { code });
};
const dropped = throwWith('ECONNRESET');
const untrusted = throwWith('CERT_HAS_EXPIRED');
const REFUSED = 'The service refused the login';
const NO_TOKEN = "The login was answered without 'accessToken'";

test.each<[string, () => unknown, string, string, string]>([
	['401', refuseWith(401), 'noAccess', `${REFUSED} (401)`, "'Username' and 'Password'"],
	['404', refuseWith(404), 'noAccess', `${REFUSED} (404)`, "Check 'Base URL'"],
	['307', refuseWith(307), 'noAccess', `${REFUSED} (307)`, "Check 'Base URL'"],
	['429', refuseWith(429, 'Later'), 'unreachable', 'Could not log in (429)', 'later'],
	['503', refuseWith(503, '<html>'), 'unreachable', 'Could not log in (503)', 'later'],
	['a cut 200', refuseWith(200), 'unreachable', 'Could not log in: its answer was cut', 'later'],
	['a cut connection', dropped, 'unreachable', 'Could not log in: the connection was', 'later'],
	['a bad certificate', untrusted, 'blocked', 'not trusted: it has expired', "'Base URL'"],
	['no token', () => ({ accessToken: ' ' }), 'noAccess', NO_TOKEN, "'Base URL'"],
	['a web page', () => '<html>', 'noAccess', NO_TOKEN, "'Base URL'"],
	['nothing', () => null, 'noAccess', NO_TOKEN, "'Base URL'"],
])(
	'a login answered with %s says what happened, how to fix it, and whether it may pass',
	async (_, answer, kind, summary, hint) => {
		const { failure } = await catchRefusal(answer);
		expect(failure.kind).toBe(kind);
		expect(failure.message).toContain(summary);
		expect(failure.message).not.toContain('<');
		expect(failure.hint).toContain(hint);
	},
);

test('a refused login quotes the service without the password, and holds nothing that makes n8n try again', async () => {
	const refusal = await catchRefusal(refuseWith(401, { message: `Not ${password}. Since May.` }));
	expect(refusal.message).toContain('(401): Not [redacted]. Since May. Check');
	expect(refusal).not.toHaveProperty('response');
	expect(refusal.cause).toBeUndefined();
	expect(JSON.stringify({ ...refusal })).not.toContain(password);
});

test('a refused login is found behind what n8n wraps around it', async () => {
	const refusal = await catchRefusal(refuseWith(401));
	const wrapped = new Error('outer', { cause: new Error('inner', { cause: refusal }) });
	for (const thrown of [refusal, wrapped]) expect(findNoAccess(thrown)).toBe(refusal);
	for (const thrown of [undefined, 'text', new Error('x')])
		expect(findNoAccess(thrown)).toBeUndefined();
});
