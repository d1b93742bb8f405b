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

/** How long a login serves callers without a token. */
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
	/** The moment at which it ended; absent before that. */
	endedAt?: number;
	/** The token that it gave, if it did. */
	given?: string | undefined;
}

/** Logins of this process by a hash of account and stale token, oldest first. */
const logins = new Map<string, Login>();

/**
 * A token for the account of `credentials`, by one login for all callers that hold the same stale token (or
 * none) at about the same time. n8n asks here for every item whose stored token (`credentials.accessToken`) is
 * empty or was answered 401, and at every test of the credential. A login that failed is not tried again for
 * requests that were under way by then.
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
function serves({ endedAt, given }: Login, { stale, sentAt }: Caller): boolean {
	if (endedAt === undefined) return true;
	// Without a request, as in a test of the credential: what the service says of a login that failed may be old.
	if (sentAt === undefined) return given !== undefined;
	// A request that went out later, and with the same token again, came back with a 401 of its own.
	return sentAt < endedAt || (given !== undefined && given !== stale);
}

function keep(key: string, one: Login, isCold: boolean): void {
	logins.delete(key);
	const [oldest] = logins.keys();
	if (logins.size >= MOST_LOGINS && oldest !== undefined) logins.delete(oldest);
	logins.set(key, one);
	const end = (given?: string) => {
		one.given = given;
		one.endedAt = nextMoment();
		one.until = Date.now() + (isCold ? SHORT_MS : STALE_MS);
	};
	one.token.then(end, () => end());
}

function find(key: string): Login | undefined {
	const now = Date.now();
	for (const [old, { until }] of logins) if (until <= now) logins.delete(old);
	return logins.get(key);
}

function keyOfLogin({ baseUrl, username, password }: Account, stale: string): string {
	return keyOf(baseUrl, username, password, stale);
}
