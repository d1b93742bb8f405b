import { randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { hash } from '../core/hash';

/** What a credential gives access to. */
export interface Account {
	readonly baseUrl: string;
	readonly username: string;
	readonly password: string;
	/** Tells accounts apart in this process, by base URL and username, and gives neither away. */
	readonly key: string;
	/** Tells logins apart: by the password too. */
	readonly loginKey: string;
}

const processKey = randomBytes(32).toString('base64');

/** The account that a credential describes. Throws `NoAccess` for an unusable base URL. */
export function toAccount(credentials: ICredentialDataDecryptedObject): Account {
	const baseUrl = toBaseUrl(credentials.baseUrl);
	const username = String(credentials.username ?? '').trim();
	const password = String(credentials.password ?? '');
	const key = hash([processKey, baseUrl, username]);
	return { baseUrl, username, password, key, loginKey: hash([key, password]) };
}

/** What a run may know of the account that a request is sent for. `secrets` are replaced in all that is shown. */
export interface RequestAccount {
	readonly key: string;
	readonly secrets: readonly string[];
	/** Makes the next request log in if the token is older than `time` (milliseconds since 1970). Returns whether. */
	dropTokenOlderThan(time: number): boolean;
}

/**
 * A hook in the request options, called right before each sending, also when n8n repeats a request after a 401. If it
 * throws, nothing is sent. A request for which it was not called was never sent.
 */
export const BEFORE_SEND = Symbol('beforeSend');

export type RequestWithHook = IHttpRequestOptions & {
	[BEFORE_SEND]?: (account: RequestAccount) => void;
	/** Not sent: n8n hands it on from the credential's test to `authenticate`. */
	isCredentialTest?: boolean;
};

const UNUSABLE_BASE_URL = new Failure(
	'noAccess',
	"'Base URL' in the credential cannot be used",
	'Enter the address that your provider gave you, such as https://api.example.com: with https:// in front (http:// is for localhost only), without /v1 or /v2 at its end, and without blanks, login details, ? or #.',
);

/** Origin and path, without a slash at the end. */
function toBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!isUsable(text)) throw new NoAccess(UNUSABLE_BASE_URL);
	const { origin, pathname } = new URL(text);
	return origin + pathname.replace(/(?<!\/)\/+$/, '');
}

function isUsable(text: string): boolean {
	// Node would repair other texts, and might arrive at another host.
	if (!/^https?:\/\/[^/\s\\@?#][^\s\\@?#]*$/i.test(text) || !URL.canParse(text)) return false;
	const { protocol, hostname, pathname } = new URL(text);
	const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
	return (protocol === 'https:' || isLocal) && !/\/v[12]\/*$/i.test(pathname);
}

/** Whether `target` (absolute, or relative to the base URL) has the origin of `baseUrl`. */
export function isSameOrigin(target: string, baseUrl: string): boolean {
	const base = `${baseUrl}/`;
	return URL.canParse(target, base) && new URL(target, base).origin === new URL(base).origin;
}

/** The base URL is unusable, or the login gave no token. Its message says all: the credential dialog shows that alone. */
export class NoAccess extends UserError {
	constructor(readonly failure: Failure) {
		super(`${failure.message}. ${failure.hint}`);
	}
}
