import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { accountOf, login } from './login';
import { LoginFailure } from './loginFailure';

const FRESH_MS = 60_000;
const REFUSAL_HOLDS_MS = 30_000;
const MOST_REPLACED = 20;

interface KnownAccount {
	/** The login under way, which everybody who needs one waits for. */
	flight?: Promise<string>;
	token?: string;
	mintedAt: number;
	/** Tokens that `token` came in place of. */
	replaced: Set<string>;
	refusal?: { failure: LoginFailure; onBehalfOf: string; at: number };
}

/** By base URL, username and password; in memory only, for as long as this process lives. */
const accounts = new Map<string, KnownAccount>();

/**
 * A token for the account, by at most one login for all callers that need one at the same time.
 * n8n asks here for every item whose stored token is empty or was answered 401 (`credentials.accessToken`):
 * who comes with a token that is known to be replaced gets the new one without another login.
 * Throws `LoginFailure`, also for an unusable base URL.
 */
export async function sharedLogin(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	const account = accountOf(credentials);
	const stale = String(credentials.accessToken ?? '');
	const known = knownAccount(JSON.stringify(account));
	if (known.flight !== undefined) return await known.flight;
	if (known.token !== undefined && isReplacedBy(known, stale)) return known.token;
	throwIfJustRefused(known, stale);
	known.flight = login(helpers, account)
		.then(
			(token) => keepToken(known, token, stale),
			(failure: unknown) => keepRefusal(known, failure, stale),
		)
		.finally(() => delete known.flight);
	return await known.flight;
}

function keepToken(known: KnownAccount, token: string, stale: string): string {
	known.replaced.add(stale).delete(token);
	if (known.replaced.size > MOST_REPLACED) known.replaced.delete([...known.replaced][0]!);
	known.token = token;
	known.mintedAt = Date.now();
	return token;
}

function keepRefusal(known: KnownAccount, failure: unknown, onBehalfOf: string): never {
	if (failure instanceof LoginFailure && failure.refused) {
		known.refusal = { failure, onBehalfOf, at: Date.now() };
	}
	throw failure;
}

function knownAccount(key: string): KnownAccount {
	let known = accounts.get(key);
	if (known === undefined) {
		known = { mintedAt: 0, replaced: new Set() };
		accounts.set(key, known);
	}
	return known;
}

/** An empty token says nothing of its age, so it counts as replaced only just after a login. */
function isReplacedBy({ token, mintedAt, replaced }: KnownAccount, stale: string): boolean {
	if (stale === token) return false;
	return stale === '' ? Date.now() - mintedAt < FRESH_MS : replaced.has(stale);
}

/** Requests that were under way with the same expired token must not each try a refused login again. */
function throwIfJustRefused({ refusal }: KnownAccount, stale: string): void {
	if (refusal === undefined || stale === '' || refusal.onBehalfOf !== stale) return;
	if (Date.now() - refusal.at < REFUSAL_HOLDS_MS) throw refusal.failure;
}
