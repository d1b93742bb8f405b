import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * A mark of the account that a token was given to: it changes with base URL, username or password. It is
 * stored beside the token, so that after an edit of the credential the old token is not used for another
 * account or sent to another address. The editor hands it out, so the token is part of it: without the token
 * nobody can try passwords against it.
 */
export function accountMark(credentials: ICredentialDataDecryptedObject): string {
	const { baseUrl, username, password, accessToken } = credentials;
	return hash(JSON.stringify([baseUrl, username, password, accessToken])).toString(36);
}

/** Whether the stored token is known to have been given to another account than the credential now names. */
export function isOfAnotherAccount(credentials: ICredentialDataDecryptedObject): boolean {
	const mark = credentials.accountMark ?? '';
	return mark !== '' && mark !== accountMark(credentials);
}

/** Makes n8n sign in anew and ask again, as after a 401 of the service, before anything has been sent. */
export class TokenOfAnotherAccount extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The stored access belongs to another account');
	}
}

/** Two 32-bit multiplicative hashes side by side, mixed at the end. */
function hash(text: string): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return 4294967296 * (2097151 & low) + (high >>> 0);
}
