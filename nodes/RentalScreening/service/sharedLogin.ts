import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import {
	accountOf,
	isOfAnotherAccount,
	keyOf,
	nextMoment,
	sentWith,
	type Account,
} from './account';
import { login } from './login';
import { LoginFailure } from './loginFailure';

/** How long a login serves callers without a token; a refused one, those whose token it was to replace. */
const SHORT_MS = 60_000;

/**
 * How long the login that replaced a token serves others that hold that token: as long as a request may be
 * under way (n8n's default timeout), so that each that comes back with a 401 finds it.
 */
const STALE_MS = 300_000;

const MOST_LOGINS = 100;

interface Login {
	/** The token, or why there is none. */
	readonly token: Promise<string>;
	until: number;
	/** The moment at which it ended, and with what; both absent before that. */
	endedAt?: number;
	result?: { readonly token: string } | { readonly failure: unknown };
}

/** Logins of this process by a hash of account and stale token, oldest first. */
const logins = new Map<string, Login>();

/**
 * A token for the account of `credentials`, by one login for all callers that hold the same stale token (or
 * none) at about the same time. n8n asks here for every item whose stored token (`credentials.accessToken`) is
 * empty or was answered 401, and at every test of the credential. A refused login is not tried again for
 * requests that come back with a 401, until `forgetRefusal`.
 * Throws a `LoginFailure`, also for an unusable base URL.
 */
export async function sharedLogin(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const account = accountOf(credentials);
	const sentAt = sentWith(credentials);
	// The token of another account says nothing about this one.
	let stale = isOfAnotherAccount(credentials) ? '' : String(credentials.accessToken ?? '');
	const seen = new Set<string>();
	for (;;) {
		const token = await tokenInPlaceOf({ stale, sentAt }, account, helpers);
		seen.add(stale);
		// That token may have been replaced as well by now.
		if (seen.has(token) || find(keyOfLogin(account, token)) === undefined) return token;
		stale = token;
	}
}

/** Forgets a refused login: the next request may log in. */
export function forgetRefusal(failure: LoginFailure): void {
	for (const [key, { result }] of logins) {
		if (result !== undefined && 'failure' in result && result.failure === failure) {
			logins.delete(key);
		}
	}
}

/** A caller's stale token ('' for none), and the moment at which its request went out, if it did. */
interface Caller {
	readonly stale: string;
	readonly sentAt: number | undefined;
}

async function tokenInPlaceOf(
	caller: Caller,
	account: Account,
	helpers: IHttpRequestHelper['helpers'],
): Promise<string> {
	const key = keyOfLogin(account, caller.stale);
	const known = find(key);
	if (known !== undefined && serves(known, caller)) return await known.token;
	const token = login(helpers, account);
	keep(key, { token, until: Infinity }, caller.stale === '');
	return await token;
}

/** Whether a caller takes the result of a login instead of trying one of its own. */
function serves({ result, endedAt = 0 }: Login, { stale, sentAt }: Caller): boolean {
	if (result === undefined) return true;
	// A test of the credential is to see what the service says now.
	if ('failure' in result) return sentAt !== undefined;
	// The service gave out the same token again, and refuses it again.
	return result.token !== stale || sentAt === undefined || sentAt < endedAt;
}

function keep(key: string, one: Login, isCold: boolean): void {
	logins.delete(key);
	const [oldest] = logins.keys();
	if (logins.size >= MOST_LOGINS && oldest !== undefined) logins.delete(oldest);
	logins.set(key, one);
	const end = (result: NonNullable<Login['result']>, milliseconds: number) => {
		one.result = result;
		one.endedAt = nextMoment();
		one.until = Date.now() + milliseconds;
	};
	one.token.then(
		(token) => end({ token }, isCold ? SHORT_MS : STALE_MS),
		(failure: unknown) => {
			const isRefused = failure instanceof LoginFailure && failure.refused;
			end({ failure }, isRefused ? SHORT_MS : 0);
		},
	);
}

function find(key: string): Login | undefined {
	const now = Date.now();
	for (const [old, { until }] of logins) if (until <= now) logins.delete(old);
	return logins.get(key);
}

function keyOfLogin({ baseUrl, username, password }: Account, stale: string): string {
	return keyOf(baseUrl, username, password, stale);
}
