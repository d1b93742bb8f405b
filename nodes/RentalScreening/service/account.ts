import { createHmac, randomBytes } from 'node:crypto';
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
	/** The same for the same base URL and username, in this process only; tells nothing about them. */
	readonly key: string;
	/** Password and token, never to be shown; a token from a new login (after a 401) is added. */
	readonly secrets: readonly string[];
}

/**
 * A member of request options: called once per request when its account is known, right before it is sent.
 * If it throws, the request is not sent.
 */
export const ON_ACCOUNT = Symbol('onAccount');

/** Replaces `ON_ACCOUNT` once that was called: n8n passes the same options again after a 401. */
const ANNOUNCED = Symbol('announced');

export type RequestWithAccount = IHttpRequestOptions & {
	[ON_ACCOUNT]?: (account: RequestAccount) => void;
	[ANNOUNCED]?: { secrets: string[] };
};

const processKey = randomBytes(32);

/** A hash that means something in this process only. */
export function keyOf(...parts: string[]): string {
	return createHmac('sha256', processKey).update(JSON.stringify(parts)).digest('base64');
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
 * Stored beside the token: which account it was given to. A keyed hash, since the editor can read it: without
 * the token it cannot be used to test passwords.
 */
export function tokenMark(credentials: ICredentialDataDecryptedObject): string {
	const { baseUrl, username, password, accessToken } = credentials;
	return createHmac('sha256', String(accessToken ?? ''))
		.update(JSON.stringify([baseUrl, username, password]))
		.digest('hex');
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

/** `request` after its `ON_ACCOUNT` was called with the account of `credentials`. */
export function announceAccount(
	request: RequestWithAccount,
	credentials: ICredentialDataDecryptedObject,
): RequestWithAccount {
	const { [ON_ACCOUNT]: onAccount, ...announced } = request;
	const token = String(credentials.accessToken ?? '');
	announced[ANNOUNCED]?.secrets.push(token);
	if (onAccount === undefined) return announced;
	const { baseUrl, username, password } = accountOf(credentials);
	const secrets = [password, token];
	onAccount({ key: keyOf(baseUrl, username), secrets });
	return { ...announced, [ANNOUNCED]: { secrets } };
}
