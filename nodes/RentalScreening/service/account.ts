import { createHash, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Fault } from './fault';

export interface Account {
	readonly baseUrl: string;
	readonly username: string;
	readonly password: string;
	/** The same for the same base URL, username and password, in this process only; tells nothing about them. */
	readonly key: string;
}

const processKey = randomBytes(32).toString('base64');

/** The account that a credential describes. Throws a `UserError` for an unusable base URL. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	const baseUrl = toBaseUrl(credentials.baseUrl);
	const username = String(credentials.username ?? '').trim();
	const password = String(credentials.password ?? '');
	return { baseUrl, username, password, key: hashOf([processKey, baseUrl, username, password]) };
}

/** A hash of values, a secret first. An HMAC would make a key object for each request, a tenth of its whole cost. */
export function hashOf(values: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(values)).digest('base64');
}

/** What a request may know of the account that it is sent for; its password and token are never to be shown. */
export interface RequestAccount extends Pick<Account, 'key'> {
	readonly secrets: readonly string[];
}

/**
 * A member of request options: called with the account right before the request is sent, and again before it is
 * repeated after a 401. If it throws, nothing goes out. So a request that it was not called for was never sent.
 */
export const ON_ACCOUNT = Symbol('onAccount');

export type OnAccount = (account: RequestAccount) => void;

export type RequestWithAccount = IHttpRequestOptions & { [ON_ACCOUNT]?: OnAccount };

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Host and path, with nothing that a URL may hold beside them. */
const ADDRESS = /^https?:\/\/[^\s/\\@?#]+(?:\/[^\s\\?#]*)?$/i;

/** Origin and path, without a slash at the end. Throws `NoAccess` for all but an https address (http for localhost). */
function toBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const url = ADDRESS.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	const path = url?.pathname.replace(/(?<!\/)\/+$/, '') ?? '';
	const isSecure = url?.protocol === 'https:' || LOCAL_HOSTS.has(url?.hostname ?? '');
	if (url === undefined || !isSecure || /\/v[12]$/i.test(path)) {
		throw new NoAccess(
			'The base URL cannot be used',
			"Open the credential and set 'Base URL' to the address that your provider gave you. It starts with https:// (http is for localhost only), without login details, question mark, hash sign and version, such as /v1.",
		);
	}
	return url.origin + path;
}

/** Whether `target` (absolute, or relative to the base URL) has the origin of `baseUrl`. */
export function staysAtBase(target: string, baseUrl: string): boolean {
	const base = `${baseUrl}/`;
	return URL.canParse(target, base) && new URL(target, base).origin === new URL(base).origin;
}

/** There is no access: the base URL is unusable, or the login gave none. */
export class NoAccess extends UserError {
	constructor(
		/** What happened, a sentence without full stop. */
		readonly happened: string,
		/** What to do about it, in whole sentences. */
		readonly hint: string,
		/** Why the login did not work, where that may pass by itself, as when the service is down. */
		readonly passing?: Fault,
	) {
		// The credential dialog shows the message alone.
		super(`${happened}. ${hint}`);
	}
}
