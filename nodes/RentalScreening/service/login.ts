import type {
	ICredentialDataDecryptedObject as Credentials,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Failure } from '../core/failure';
import { BEFORE_SEND, NoAccess, toAccount, type Account, type RequestWithHook } from './account';
import { describeFault, readHttpFault, unwrapErrors, type HttpFault } from './httpFault';

type Helpers = IHttpRequestHelper['helpers'];

/** A login. Its `key` is the account's `loginKey`. */
interface Login {
	readonly key: string;
	readonly token: Promise<string>;
	readonly startedAt: number;
	/** The login that took its place after a 401. */
	next?: Login;
}

/** The request that a copy of a credential is used for: n8n makes a copy for each. */
interface Use {
	readonly helpers: Helpers;
	/** When n8n asked for a login for the request. */
	readonly askedAt: number;
	readonly login: Login;
	readonly token: string;
	/** Whether n8n may repeat the request. Its HTTP Request node does so after any error, not only after a 401. */
	mayRepeat: boolean;
}

/** Also how long a login may outlast a run that is cancelled: n8n does not cancel it. */
const LOGIN_TIMEOUT_MS = 30_000;

/** The login in use, by `loginKey`. Tokens are kept here and nowhere else. */
const logins = new Map<string, Login>();
const uses = new WeakMap<Credentials, Use>();

/**
 * Logs in where the account of `credentials` has no token. A second call for the same request means that its token was
 * refused. All requests of this process share one login, also one that fails. Returns whether n8n may repeat the
 * request. Throws `NoAccess`.
 */
export async function logIn(helpers: Helpers, credentials: Credentials): Promise<boolean> {
	const earlier = uses.get(credentials);
	const askedAt = Date.now();
	const login = replaceLogin(earlier?.login, helpers, toAccount(credentials));
	const token = await login.token;
	uses.set(credentials, { helpers, askedAt, login, token, mayRepeat: false });
	return earlier?.mayRepeat === true;
}

/** Calls the hook of a request. Returns the token; '' where n8n did not ask for a login before. */
export async function useToken(
	credentials: Credentials,
	request: RequestWithHook,
): Promise<string> {
	if (request.isCredentialTest === true) await renewLogin(credentials);
	const use = uses.get(credentials);
	const hook = request[BEFORE_SEND];
	if (use !== undefined) use.mayRepeat = hook === undefined && (request.method ?? 'GET') === 'GET';
	const { key, password } = toAccount(credentials);
	const token = use?.token ?? '';
	const dropOldToken = (time: number) => dropTokenOlderThan(credentials, time);
	hook?.({ key, secrets: [password, token], dropTokenOlderThan: dropOldToken });
	return token;
}

/** Logs in where the token is older than its request, so that a credential's test passes by no earlier login. */
async function renewLogin(credentials: Credentials): Promise<void> {
	const use = uses.get(credentials);
	if (use === undefined || !dropTokenOlderThan(credentials, use.askedAt)) return;
	await logIn(use.helpers, credentials);
}

/** Makes the account log in again where the token of `credentials` is older than `time`. Returns whether it is. */
function dropTokenOlderThan(credentials: Credentials, time: number): boolean {
	const login = uses.get(credentials)?.login;
	if (login === undefined || login.startedAt >= time) return false;
	drop(login);
	return true;
}

/** The login in use, or a new one instead of the `refused` one. */
function replaceLogin(refused: Login | undefined, helpers: Helpers, account: Account): Login {
	const { loginKey: key } = account;
	const current = logins.get(key);
	if (current !== undefined && current !== refused) return current;
	// Requests with one refused token share the next login, even if it failed and was dropped.
	if (refused?.next !== undefined) return refused.next;
	const login: Login = { key, token: requestToken(helpers, account), startedAt: Date.now() };
	if (refused !== undefined) refused.next = login;
	logins.set(key, login);
	login.token.catch(() => drop(login));
	return login;
}

function drop(login: Login): void {
	if (logins.get(login.key) === login) logins.delete(login.key);
}

/** `POST /v1/auth/login`: exchanges username and password for a token, with one request. Throws `NoAccess`. */
async function requestToken(helpers: Helpers, account: Account): Promise<string> {
	const { baseUrl, username, password } = account;
	const request: IHttpRequestOptions = {
		method: 'POST',
		baseURL: baseUrl,
		url: '/v1/auth/login',
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: { username, password },
		disableFollowRedirect: true,
		timeout: LOGIN_TIMEOUT_MS,
	};
	const answer: unknown = await helpers.httpRequest(request).catch((thrown: unknown) => {
		throw new NoAccess(toLoginFailure(readHttpFault(thrown), password));
	});
	const { accessToken } = (answer ?? {}) as { accessToken?: unknown };
	if (typeof accessToken === 'string' && accessToken.trim() !== '') return accessToken;
	const hint = "Check 'Base URL' in the credential, or ask your provider.";
	throw new NoAccess(new Failure('noAccess', "The login was answered without 'accessToken'", hint));
}

/** Why a login gave no token, and what to do about it. */
function toLoginFailure(fault: HttpFault, password: string): Failure {
	const { status, obstacle, retryAfterMs } = fault;
	const describe = (summary: string) => describeFault(summary, fault, [password]);
	if (obstacle !== undefined) return obstacle.withMessage(describe(obstacle.message));
	if (status === undefined || status === 429 || status >= 500) {
		const hint = "Check 'Base URL' in the credential, or try again later.";
		return new Failure('unreachable', describe('Could not log in'), hint, { retryAfterMs });
	}
	const hint =
		"Check 'Base URL', 'Username' and 'Password' in the credential, or ask your provider.";
	return new Failure('noAccess', describe('The service refused the login'), hint);
}

/** The `NoAccess` that n8n wraps into what it throws, if that is the reason. */
export function findNoAccess(thrown: unknown): NoAccess | undefined {
	return unwrapErrors(thrown).find((error) => error instanceof NoAccess);
}
