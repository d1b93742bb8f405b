import { randomUUID } from 'node:crypto';

/** The one account of the sandbox. Its password occurs nowhere else, so that tests can search for it. */
export const demoAccount = {
	username: 'landlord@sandbox.example',
	password: 'Quokka-Lantern-42',
} as const;

/** Issues tokens for the demo account and knows which are valid. */
export class Accounts {
	issued: string[] = [];

	readonly #valid = new Set<string>();

	/** A new access token, or undefined where username and password are not those of the account. */
	login(username: string, password: string): string | undefined {
		if (username !== demoAccount.username || password !== demoAccount.password) return undefined;
		// Random, so that a token of an earlier process is not valid.
		const token = `sandbox-${randomUUID()}`;
		this.#valid.add(token);
		this.issued.push(token);
		return token;
	}

	isValid(token = ''): boolean {
		return this.#valid.has(token);
	}

	/** Makes every token invalid. */
	revokeAll(): void {
		this.#valid.clear();
	}

	/** Forgets every token. */
	reset(): void {
		this.revokeAll();
		this.issued = [];
	}
}
