import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { accountOf, isOfAnotherAccount, keyOf, type Account } from './account';
import { login } from './login';
import { LoginFailure } from './loginFailure';

/** How long the login of a caller without a token serves others without one. */
const COLD_MS = 60_000;

/**
 * How long the login that replaced a token serves others that hold that token: as long as a request may be
 * under way (n8n's default timeout), so that each that comes back with a 401 finds it.
 */
const STALE_MS = 300_000;

const MOST_LOGINS = 100;

interface Login {
	/** The token, or why there is none. */
	readonly token: Promise<string>;
	readonly until: number;
}

/** Logins of this process by a hash of account and stale token, oldest first. */
const logins = new Map<string, Login>();

/**
 * A token for the account of `credentials`, by one login for all callers that hold the same stale token (or
 * none) at about the same time; a refused login is not tried again for them. n8n asks here for every item whose
 * stored token (`credentials.accessToken`) is empty or was answered 401.
 * Throws a `LoginFailure`, also for an unusable base URL.
 */
export async function sharedLogin(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const account = accountOf(credentials);
	// The token of another account says nothing about this one.
	let stale = isOfAnotherAccount(credentials) ? '' : String(credentials.accessToken ?? '');
	const seen = new Set<string>();
	for (;;) {
		const token = await tokenInPlaceOf(stale, account, helpers);
		seen.add(stale);
		// That token may have been replaced as well by now.
		if (seen.has(token) || !isValid(logins.get(keyOfLogin(account, token)))) return token;
		stale = token;
	}
}

async function tokenInPlaceOf(
	stale: string,
	account: Account,
	helpers: IHttpRequestHelper['helpers'],
): Promise<string> {
	const key = keyOfLogin(account, stale);
	const known = logins.get(key);
	if (known !== undefined && isValid(known)) return await known.token;
	const token = login(helpers, account);
	keep(key, { token, until: Date.now() + (stale === '' ? COLD_MS : STALE_MS) });
	return await token;
}

function keep(key: string, one: Login): void {
	logins.delete(key);
	for (const [old, { until }] of logins) {
		if (logins.size >= MOST_LOGINS || until <= Date.now()) logins.delete(old);
	}
	logins.set(key, one);
	one.token.catch((thrown: unknown) => {
		const isRefused = thrown instanceof LoginFailure && thrown.refused;
		if (!isRefused && logins.get(key) === one) logins.delete(key);
	});
}

function isValid(one: Login | undefined): boolean {
	return one !== undefined && one.until > Date.now();
}

function keyOfLogin({ baseUrl, username, password }: Account, stale: string): string {
	return keyOf(baseUrl, username, password, stale);
}
