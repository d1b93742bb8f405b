import { UserError } from 'n8n-workflow';

type Kind = 'refused' | 'passing' | 'lasting';

/** The few that there have been, to know them again where n8n 1 has kept the words and nothing else. */
const known = new Map<string, LoginFailure>();
const MOST_KNOWN = 100;

/**
 * Why there is no access, in words fit to show: the sign-in (`POST /v1/auth/login`) gave none, or there is no
 * address for it. The credential dialog shows the message alone, so it holds the hint too. It deliberately
 * carries no HTTP response: n8n would take a 401 in it as a reason to try once more.
 */
export class LoginFailure extends UserError {
	/** The service does not let this account in: trying again would only lock it. */
	readonly refused: boolean;

	/** Something that may pass by itself, such as a service that is down. */
	readonly passing: boolean;

	constructor(
		/** What happened, a sentence without full stop. */
		readonly happened: string,
		/** What to do about it, in whole sentences. */
		readonly hint: string,
		kind: Kind,
		/** The header of that name in the service's answer, if it asked to wait. */
		readonly retryAfter?: unknown,
	) {
		super(`${happened}. ${hint}`);
		this.refused = kind === 'refused';
		this.passing = kind === 'passing';
		if (known.size === MOST_KNOWN) known.clear();
		known.set(this.message, this);
	}
}

/** The `LoginFailure` that a thrown value is, was caused by (n8n 2) or tells in its words (n8n 1), if any. */
export function loginFailureIn(thrown: unknown): LoginFailure | undefined {
	let fault = thrown;
	for (let depth = 0; depth < 6 && fault instanceof Error; depth++) {
		if (fault instanceof LoginFailure) return fault;
		const told = known.get(fault.message);
		if (told !== undefined) return told;
		fault = fault.cause;
	}
	return undefined;
}
