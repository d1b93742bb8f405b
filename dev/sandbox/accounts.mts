import { randomUUID } from 'node:crypto';

import type { Clock } from './clock.mts';

/** The one account of the sandbox. The password is a word of its own, so that a leak can be found. */
export const demoAccount = {
	username: 'landlord@sandbox.example',
	password: 'Quokka-Lantern-42',
} as const;

interface Token {
	expiresAt: number;
	usesLeft: number;
}

/** Who may do what: mints tokens for the demo account and knows which are still good. */
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
		// Random, so that a token of an earlier process is as worthless as it would be in real life.
		const token = `sandbox-${randomUUID()}`;
		this.valid.set(token, {
			expiresAt: this.clock.now() + (this.lifetime.seconds ?? Infinity) * 1000,
			usesLeft: this.lifetime.uses ?? Infinity,
		});
		this.issued.push(token);
		return token;
	}

	/** Uses a token once: true while it is good, false once it is unknown, expired or used up. */
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

	/** Forgets every token, so that it is as if none had been minted. */
	reset(): void {
		this.revokeAll();
		this.issued = [];
	}
}
