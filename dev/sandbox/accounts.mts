import { randomUUID } from 'node:crypto';

import type { Clock } from './clock.mts';
import type { SandboxOptions } from './types.mts';

/** The one account of the sandbox. Its password occurs nowhere else, so that tests can search for it. */
export const demoAccount = {
	username: 'landlord@sandbox.example',
	password: 'Quokka-Lantern-42',
} as const;

/** Issues tokens for the demo account and knows which are valid. */
export class Accounts {
	issued: string[] = [];

	readonly #clock: Clock;
	readonly #lifetime: NonNullable<SandboxOptions['tokenLifetime']>;
	readonly #valid = new Map<string, { expiresAt: number; usesLeft: number }>();

	constructor(clock: Clock, lifetime: NonNullable<SandboxOptions['tokenLifetime']>) {
		this.#clock = clock;
		this.#lifetime = lifetime;
	}

	/** A new access token, or undefined where username and password are not those of the account. */
	login(username: string, password: string): string | undefined {
		if (username !== demoAccount.username || password !== demoAccount.password) return undefined;
		// Random, so that a token of an earlier process is not valid.
		const token = `sandbox-${randomUUID()}`;
		const { seconds = Infinity, uses = Infinity } = this.#lifetime;
		this.#valid.set(token, { expiresAt: this.#clock.now() + seconds * 1000, usesLeft: uses });
		this.issued.push(token);
		return token;
	}

	/** Uses a token once. False if it is unknown, expired or used up. */
	use(token = ''): boolean {
		const known = this.#valid.get(token);
		if (!known || known.usesLeft < 1 || this.#clock.now() >= known.expiresAt) return false;
		known.usesLeft -= 1;
		return true;
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
