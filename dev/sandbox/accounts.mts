import { randomUUID } from 'node:crypto';

import type { Clock } from './clock.mts';

/** The one account of the sandbox. Its password occurs nowhere else, so that tests can search for it. */
export const demoAccount = {
	username: 'landlord@sandbox.example',
	password: 'Quokka-Lantern-42',
} as const;

interface Token {
	expiresAt: number;
	usesLeft: number;
}

/** Issues tokens for the demo account and knows which are valid. */
export class Accounts {
	issued: string[] = [];

	private readonly valid = new Map<string, Token>();

	constructor(
		private readonly clock: Clock,
		private readonly lifetime: { seconds?: number; uses?: number },
	) {}

	/** A new access token, or undefined where username and password are not those of the account. */
	login(username: string, password: string): string | undefined {
		if (username !== demoAccount.username || password !== demoAccount.password) return undefined;
		// Random, so that a token of an earlier process is not valid.
		const token = `sandbox-${randomUUID()}`;
		this.valid.set(token, {
			expiresAt: this.clock.now() + (this.lifetime.seconds ?? Infinity) * 1000,
			usesLeft: this.lifetime.uses ?? Infinity,
		});
		this.issued.push(token);
		return token;
	}

	/** Uses a token once. False if it is unknown, expired or used up. */
	use(token: string | undefined): boolean {
		const known = token === undefined ? undefined : this.valid.get(token);
		if (!known || known.usesLeft < 1 || this.clock.now() >= known.expiresAt) return false;
		known.usesLeft -= 1;
		return true;
	}

	/** Makes every token invalid. */
	revokeAll(): void {
		this.valid.clear();
	}

	/** Forgets every token. */
	reset(): void {
		this.revokeAll();
		this.issued = [];
	}
}
