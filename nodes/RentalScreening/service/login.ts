import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Failure } from '../core/failure';
import { BEFORE_SEND, NoAccess, toAccount, type Account, type RequestWithHook } from './account';
import { readHttpFault, type HttpFault } from './httpFault';
import { quote, withQuote } from './quote';
import { unwrapErrors } from './requestError';

const LOGIN_TIMEOUT_MS = 60_000;
const MAX_LOGINS = 100;

/** One login of an account. */
interface Login {
	/** `loginKey` of the account. */
	readonly key: string;
	readonly token: Promise<string>;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	/** The one that took its place after a 401. */
	next?: Login;
}

/** The login in use, by account. Tokens are kept here and nowhere else; the oldest of many accounts is dropped. */
const logins = new Map<string, Login>();

/**
 * How each copy of a credential was used: n8n makes one for each request. `mayRepeat`: n8n may repeat that request. Its
 * HTTP Request node would do so after any error, not only after a 401.
 */
const uses = new WeakMap<
	ICredentialDataDecryptedObject,
	{ readonly login: Login; readonly token: string; mayRepeat: boolean }
>();

/**
 * Logs in where the account of `credentials` has no token, or the one that they were used with was refused. All requests
 * of this process share one login, also one that fails. Returns whether n8n may repeat the request. Throws `NoAccess`.
 */
export async function logIn(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<boolean> {
	const used = uses.get(credentials);
	const login = replaceLogin(used?.login, helpers, toAccount(credentials));
	uses.set(credentials, { login, token: await login.token, mayRepeat: false });
	return used?.mayRepeat === true;
}

/** The token for a request with these credentials; '' where n8n did not ask for a login before. */
export function useToken(
	credentials: ICredentialDataDecryptedObject,
	request: RequestWithHook,
): string {
	const use = uses.get(credentials);
	if (use === undefined) return '';
	use.mayRepeat = request[BEFORE_SEND] === undefined && (request.method ?? 'GET') === 'GET';
	return use.token;
}

/**
 * Makes the next request of the account log in, where the token of these credentials is from before `time`
 * (milliseconds since 1970). Returns whether it is.
 */
export function dropTokenOlderThan(
	credentials: ICredentialDataDecryptedObject,
	time: number,
): boolean {
	const login = uses.get(credentials)?.login;
	if (login === undefined || login.startedAt >= time) return false;
	drop(login);
	return true;
}

function replaceLogin(
	refused: Login | undefined,
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
): Login {
	const { loginKey: key } = account;
	const current = logins.get(key);
	if (current !== undefined && current !== refused) return current;
	// Requests of one refused token share the login after it, also one that failed and is kept no longer.
	if (refused?.next !== undefined) return refused.next;

	const login: Login = { key, token: requestToken(helpers, account), startedAt: Date.now() };
	if (refused !== undefined) refused.next = login;
	logins.delete(key);
	const [oldest] = logins.values();
	if (logins.size >= MAX_LOGINS) drop(oldest);
	logins.set(key, login);
	login.token.catch(() => drop(login));
	return login;
}

function drop(login: Login | undefined): void {
	if (login !== undefined && logins.get(login.key) === login) logins.delete(login.key);
}

/** What a header holds unchanged. */
const USABLE_TOKEN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const CREDENTIAL = "the credential 'Rental Screening API'";
const CHECK_ADDRESS = `Check 'Base URL' in ${CREDENTIAL}`;

/** `POST /v1/auth/login`: exchanges username and password for a token, with one request. Throws `NoAccess`. */
async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	{ baseUrl, username, password }: Account,
): Promise<string> {
	if (username === '') throw toMissingLogin('Username');
	if (password === '') throw toMissingLogin('Password');
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
	if (typeof accessToken === 'string' && USABLE_TOKEN.test(accessToken)) return accessToken;
	throw new NoAccess(
		new Failure(
			'noAccess',
			"The login was answered without a usable 'accessToken'",
			`The address may be that of a website instead of the service. ${CHECK_ADDRESS}, or ask your provider.`,
		),
	);
}

/** A field of the credential is empty, as where its expression has no value: no login is tried. */
function toMissingLogin(label: string): NoAccess {
	const hint = 'Open the credential and enter what your provider gave you.';
	return new NoAccess(new Failure('noAccess', `'${label}' in the credential is empty`, hint));
}

/** Why a login gave no token, and what to do about it. */
function toLoginFailure(fault: HttpFault, password: string): Failure {
	const { status, body, reason, obstacle, retryAfterMs } = fault;
	if (obstacle !== undefined) {
		return obstacle.withMessage(withQuote(obstacle.message, reason, [password]));
	}
	const text = quote(body ?? reason, [password]);
	if (status === undefined) {
		const hint = `${CHECK_ADDRESS}, or try again later.`;
		return new Failure('unreachable', `Could not log in: ${text}`, hint);
	}
	const says = text === '' ? '' : `The service says: ${text}. `;
	if (status === 429 || status >= 500) {
		const message = `The service cannot process logins now (${status})`;
		return new Failure('unreachable', message, `${says}Try again later.`, { retryAfterMs });
	}
	if (status === 401) {
		const hint = `${says}Check username and password in ${CREDENTIAL}. It was not retried.`;
		return new Failure('noAccess', 'The service refused the login (401)', hint);
	}
	const message = `The service did not accept the login (${status})`;
	return new Failure('noAccess', message, `${says}${CHECK_ADDRESS}, or ask your provider.`);
}

/** The `NoAccess` that n8n wraps into what it throws, if that is the reason. */
export function findNoAccess(thrown: unknown): NoAccess | undefined {
	return unwrapErrors(thrown).find((error) => error instanceof NoAccess);
}
