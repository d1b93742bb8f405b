import { createHash, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { Failure } from '../core/failure';

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

/** A hash of values, a secret first. An HMAC would make a key object for each request, a tenth of its whole cost. */
export function hash(values: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(values)).digest('base64');
}

/** What a request may know of the account that it is sent for; its password and token are never to be shown. */
export interface RequestAccount {
	/** That of the account. */
	readonly key: string;
	readonly secrets: readonly string[];
	/** Makes the next request log in, if the token is from before `time` (milliseconds since 1970). Returns whether. */
	dropTokenOlderThan(time: number): boolean;
}

/**
 * A member of request options: called with the account right before the request is sent, and again before it is
 * repeated after a 401. If it throws, nothing is sent. So a request that it was not called for was never sent.
 */
export const BEFORE_SEND = Symbol('beforeSend');

export type RequestWithHook = IHttpRequestOptions & {
	[BEFORE_SEND]?: (account: RequestAccount) => void;
};

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Origin and path, without a slash at the end. Throws `NoAccess`, which names the rule that the address breaks. */
function toBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const broken = findBrokenRule(text);
	if (broken !== undefined) {
		const hint =
			"Open the credential and set 'Base URL' to the address that your provider gave you, such as https://api.example.com.";
		throw new NoAccess(new Failure('noAccess', `'Base URL' in the credential ${broken}`, hint));
	}
	const { origin, pathname } = new URL(text);
	return origin + pathname.replace(/(?<!\/)\/+$/, '');
}

/** What is wrong with a base URL, as a clause that follows its name; never what is in it. */
function findBrokenRule(text: string): string | undefined {
	if (text === '') return 'is empty';
	if (/[\s\\]/.test(text)) return 'must not hold blanks or backslashes';
	if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return 'must start with https://';
	if (/[?#]/.test(text)) return 'must end before the question mark or hash sign';
	const { protocol, hostname, pathname } = new URL(text);
	if (/^[^/]*\/\/[^/]*@/.test(text)) return 'must not hold login details: enter them below it';
	if (protocol !== 'https:' && !LOCAL_HOSTS.has(hostname)) {
		return 'must start with https:// (http:// is for localhost only)';
	}
	const version = /\/(v[12])\/*$/i.exec(pathname)?.[1];
	return version && `must end before the version: remove /${version}`;
}

/** Whether `target` (absolute, or relative to the base URL) has the origin of `baseUrl`. */
export function isSameOrigin(target: string, baseUrl: string): boolean {
	const base = `${baseUrl}/`;
	return URL.canParse(target, base) && new URL(target, base).origin === new URL(base).origin;
}

/** There is no access: the base URL is unusable, or the login gave none. */
export class NoAccess extends UserError {
	/** `failure`: temporary where the login may work later, as when the service is down. */
	constructor(readonly failure: Failure) {
		// The credential dialog shows the message alone.
		super(`${failure.message}. ${failure.hint}`);
	}
}
