import { createHash, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Fault } from './fault';

export interface Account {
	/** As `toBaseUrl` returns it. */
	readonly baseUrl: string;
	readonly username: string;
	readonly password: string;
}

/** The account that a credential describes. Throws a `UserError` for an unusable base URL. */
export function accountOf(credentials: ICredentialDataDecryptedObject): Account {
	return {
		baseUrl: toBaseUrl(credentials.baseUrl),
		username: String(credentials.username ?? '').trim(),
		password: String(credentials.password ?? ''),
	};
}

const processKey = randomBytes(32).toString('base64');

/** The same for the same base URL, username and password, in this process only; tells nothing about them. */
export function accountKey({ baseUrl, username, password }: Account): string {
	return hashOf([processKey, baseUrl, username, password]);
}

/** A hash of values, a secret first. An HMAC would make a key object for each request, a tenth of its whole cost. */
export function hashOf(values: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(values)).digest('base64');
}

/** What a request may know of the account that it is sent for. */
export interface RequestAccount {
	/** See `accountKey`. */
	readonly key: string;
	/** Password and token, never to be shown. */
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

/**
 * The base URL as requests use it: origin and path, without a slash at the end. Throws `NoAccess` for anything else
 * than an https address (http is for localhost only), and for one that holds more than an address.
 */
export function toBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const url = /^https?:\/\/[^/\\]/i.test(text) ? parse(text) : undefined;
	if (url === undefined || /\s/.test(text)) {
		throw unusable(
			`The base URL is ${text === '' ? 'missing' : 'not a web address'}`,
			'It starts with https://',
		);
	}
	if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
		throw unusable(
			'The base URL must start with https://',
			'Plain http would send applicant data unencrypted; it is allowed for localhost only',
		);
	}
	const path = withoutSlashes(url.pathname);
	const hasLogin = /^https?:\/\/[^/]*@/i.test(text);
	if (hasLogin || /[?#\\]/.test(text) || /\/v[12]$/i.test(path)) {
		throw unusable(
			'The base URL must hold an address only',
			'Leave out login details, question marks, hash signs and the version, such as /v1',
		);
	}
	return url.origin + path;
}

/** Whether `target` (absolute, or relative to the base URL) has the origin of `baseUrl`. */
export function staysAtBase(target: string, baseUrl: string): boolean {
	return parse(target, `${baseUrl}/`)?.origin === new URL(baseUrl).origin;
}

function parse(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** `path` without the slashes at its end; a regular expression would take quadratic time for many. */
function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
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

function unusable(happened: string, reason: string): NoAccess {
	const hint = "Open the credential and set 'Base URL' to the address that your provider gave you.";
	return new NoAccess(happened, `${reason}. ${hint}`);
}
