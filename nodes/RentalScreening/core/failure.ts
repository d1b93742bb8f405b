/** What follows from the kind of a failure. */
interface Effects {
	/** Whether it is about one item, or about every item of the run (account, address, connection, settings). */
	readonly scope: 'item' | 'run';
	/** What the status column says; 'open': it may have been accepted, or is not complete. */
	readonly rowStatus: 'notDone' | 'open' | 'refused';
	/** Retry On Fail may try it again without risk. */
	readonly mayTryAgain: boolean;
}

/** The effects of a kind where it names no others. */
const USUAL: Effects = { scope: 'item', rowStatus: 'notDone', mayTryAgain: false };

const KINDS = {
	/** The values of the item are not valid: nothing was sent. */
	invalid: { rowStatus: 'refused' },
	/** The sheet, or the node, is not set up for Update Rows: nothing was sent. */
	notSetUp: { scope: 'run' },
	/** n8n does not let the request out, or does not trust the address: nothing was sent. */
	blocked: { scope: 'run' },
	/** The service refused the login, or the account's access. */
	noAccess: { scope: 'run' },
	/** No request reached the service. */
	unreachable: { scope: 'run', mayTryAgain: true },
	/** The service fails, or asks to wait longer than a run waits: no more requests are sent. */
	unavailable: {},
	rateLimited: { mayTryAgain: true },
	/** The row was marked too long ago to be sent. */
	late: {},
	refused: { rowStatus: 'refused' },
	/** The service may have acted on the request. */
	maybe: { rowStatus: 'open' },
	/** The results are not there, or not yet. */
	notFound: { rowStatus: 'open', mayTryAgain: true },
	incomplete: { rowStatus: 'open' },
	/** The results are not those of the row's person. */
	mismatch: {},
	/** A request that changes nothing got no usable answer. */
	unanswered: { mayTryAgain: true },
	/** The node itself could not use what it got. */
	defect: {},
} as const satisfies Readonly<Record<string, Partial<Effects>>>;

/** What the answer says beside the reason. */
interface AnswerDetails {
	/** HTTP status, for error items. */
	readonly status?: number | undefined;
	/** The wait that the service asks for. */
	readonly retryAfterMs?: number | undefined;
}

/** Why an item did not succeed, in words that may be shown: what happened, then how to fix it. */
export class Failure extends Error {
	readonly effects: Effects;

	constructor(
		readonly kind: keyof typeof KINDS,
		message: string,
		readonly hint: string,
		readonly details: AnswerDetails = {},
	) {
		super(message);
		this.effects = { ...USUAL, ...KINDS[kind] };
	}

	/** The same failure with another message, such as one that quotes the service. */
	withMessage(message: string, details: AnswerDetails = this.details): Failure {
		return new Failure(this.kind, message, this.hint, details);
	}
}

/** The failure at which a run stops. */
export interface FailedItem {
	readonly index: number;
	readonly failure: Failure;
	/** It names its items itself. */
	readonly namesRows?: true;
}

/** The failure of a request that may have been accepted; `label`: what it sends. It is never repeated, so it has no wait. */
export function maybeAccepted(message: string, label: string, status?: number): Failure {
	return new Failure(
		'maybe',
		`${message}. The ${label} may have been accepted`,
		'It was not repeated. Look in the dashboard of the service before you send this item again.',
		{ status },
	);
}
