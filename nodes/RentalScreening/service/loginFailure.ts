import { UserError } from 'n8n-workflow';

import type { Fault } from './fault';
import { recall, remember } from './n8n1';

/**
 * Why there is no access: the login (`POST /v1/auth/login`) gave none, or the base URL is unusable.
 * The credential dialog shows the message alone, so it holds the hint too. It carries no HTTP response:
 * n8n would take a 401 in it as a reason to try again.
 */
export class LoginFailure extends UserError {
	constructor(
		/** What happened, a sentence without full stop. */
		readonly happened: string,
		/** What to do about it, in whole sentences. */
		readonly hint: string,
		/** It may pass by itself, as when the service is down. */
		readonly passing = false,
		/** The headers of the service's answer: it may ask to wait. */
		readonly headers: Fault['headers'] = {},
	) {
		super(`${happened}. ${hint}`);
		remember(this);
	}
}

/** The `LoginFailure` that a thrown value is or was caused by, if any. */
export function loginFailureIn(thrown: unknown): LoginFailure | undefined {
	const errors: Error[] = [];
	for (let error = thrown; errors.length < 6 && error instanceof Error; error = error.cause) {
		errors.push(error);
	}
	return [...errors, ...errors.map(({ message }) => recall(message))].find(
		(error) => error instanceof LoginFailure,
	);
}
