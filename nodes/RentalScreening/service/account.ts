import { createHash, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { toBaseUrl } from './baseUrl';

export interface Account {
	/** As `toBaseUrl` returns it. */
	readonly baseUrl: string;
	readonly username: string;
	readonly password: string;
}

/** What a request may know of the account that it is sent for. */
export interface RequestAccount {
	/** The same for the same base URL, username and password, in this process only; tells nothing about them. */
	readonly key: string;
	/** Password and tokens, never to be shown: those of the request before a new login (after a 401) as well. */
	readonly secrets: readonly string[];
}

/**
 * A member of request options: called with the account right before the request is sent, and again before it is
 * sent after a new login (after a 401); with nothing when that login begins. If it throws, nothing more is sent. So
 * it also tells when a login begins and is over, and whether the request may still go.
 */
export const ON_ACCOUNT = Symbol('onAccount');

export type OnAccount = (account?: RequestAccount) => void;

export type RequestWithAccount = IHttpRequestOptions & { [ON_ACCOUNT]?: OnAccount };

const processKey = randomBytes(32).toString('base64');

/** A hash that means something in this process only. */
export function keyOf(...parts: string[]): string {
	return hashOf([processKey, ...parts]);
}

/** A hash of values, a secret first. An HMAC would make a key object for each request, a tenth of its whole cost. */
export function hashOf(values: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(values)).digest('base64');
}

/** The account that a credential describes; throws a `LoginFailure` for an unusable base URL. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	return {
		baseUrl: toBaseUrl(credentials.baseUrl),
		username: String(credentials.username ?? '').trim(),
		password: String(credentials.password ?? ''),
	};
}

/**
 * Stored beside the token: which account it was given to. The hash holds the token too, since the editor can read
 * it: without the token it cannot be used to test passwords.
 */
export function tokenMark(credentials: ICredentialDataDecryptedObject): string {
	const { baseUrl, username, password, accessToken } = credentials;
	return hashOf([String(accessToken ?? ''), baseUrl, username, password]);
}

/** Whether the stored token was given to another account than the credential names now. */
export function isOfAnotherAccount(credentials: ICredentialDataDecryptedObject): boolean {
	const mark = credentials.tokenMark ?? '';
	return mark !== '' && mark !== tokenMark(credentials);
}

/** Makes n8n log in and try again, as after a 401 of the service, before anything was sent. */
export class TokenOfAnotherAccount extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The stored access belongs to another account');
	}
}

let moments = 0;

/** A number that is larger than all before it: tells what came first, where a clock may say the same of both. */
export function nextMoment(): number {
	return (moments += 1);
}

interface Sending {
	/** When it last went out. */
	readonly moment: number;
	readonly onAccount: OnAccount | undefined;
}

/** Requests by their credentials, which n8n reads for each and passes around it. */
const sendings = new WeakMap<ICredentialDataDecryptedObject, Sending>();

/** Notes that a request is about to go out with these credentials. */
export function noteSending(
	credentials: ICredentialDataDecryptedObject,
	request: RequestWithAccount = { url: '' },
): void {
	sendings.set(credentials, { moment: nextMoment(), onAccount: request[ON_ACCOUNT] });
}

/** Tells the request that came back with a 401 that n8n logs in for it. */
export function noteLogin(credentials: ICredentialDataDecryptedObject): void {
	sendings.get(credentials)?.onAccount?.();
}

/** The moment at which the request went out that these credentials were read for; undefined where none did yet. */
export function sentWith(credentials: ICredentialDataDecryptedObject): number | undefined {
	return sendings.get(credentials)?.moment;
}

/** `request` after its `ON_ACCOUNT` was called with the account of `credentials`. */
export function announceAccount(
	request: RequestWithAccount,
	credentials: ICredentialDataDecryptedObject,
): RequestWithAccount {
	const { [ON_ACCOUNT]: onAccount } = request;
	if (onAccount === undefined) return request;
	const { baseUrl, username, password } = accountOf(credentials);
	const secrets = [password, String(credentials.accessToken ?? '')];
	onAccount({ key: keyOf(baseUrl, username, password), secrets });
	return {
		...request,
		// n8n passes what is returned here again after a 401.
		[ON_ACCOUNT]: (account) =>
			onAccount(account && { ...account, secrets: [...secrets, ...account.secrets] }),
	};
}
