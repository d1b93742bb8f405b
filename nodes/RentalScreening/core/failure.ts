/**
 * The outcome of an item that did not succeed. `final`: trying it again within this execution would be useless or
 * unsafe. `ofRun`: it holds for every item, because it is about the sheet, the account, the address or the connection.
 */
const KINDS = {
	/** The item's values are not valid: nothing was sent. */
	invalid: { final: true, ofRun: false },
	/** The sheet, or the node, is not set up for Update Rows: nothing was sent. */
	notSetUp: { final: true, ofRun: true },
	/** The login, or the account's access, was refused. */
	noAccess: { final: true, ofRun: true },
	/** Nothing got through to the service. */
	unreachable: { final: false, ofRun: true },
	/** The service fails, or asks to wait longer than a run waits: it is left alone. */
	unavailable: { final: true, ofRun: false },
	/** The service did not act on the request, and may do so later or at another address. */
	notProcessed: { final: false, ofRun: false },
	refused: { final: true, ofRun: false },
	/** The service may have acted on the request. */
	maybe: { final: true, ofRun: false },
	/** What was asked for is not there, or not yet. */
	notFound: { final: false, ofRun: false },
	/** What was asked for did not come. */
	unanswered: { final: false, ofRun: false },
	incomplete: { final: true, ofRun: false },
	/** The execution was cancelled before the request was sent. */
	cancelled: { final: true, ofRun: false },
} as const;

export type FailureKind = keyof typeof KINDS;

/** Why an item did not succeed, in words that may be shown: what happened, then how to fix it. */
export class Failure extends Error {
	/** `status`: HTTP status of the service's answer, for error items. */
	constructor(
		readonly kind: FailureKind,
		message: string,
		readonly hint: string,
		readonly status?: number,
	) {
		super(message);
	}

	get isFinal(): boolean {
		return KINDS[this.kind].final;
	}

	get isOfRun(): boolean {
		return KINDS[this.kind].ofRun;
	}
}

/** The failure of a request that may have been accepted; `label`: what it sends. */
export function maybeAccepted(happened: string, label: string, status?: number): Failure {
	return new Failure(
		'maybe',
		`${happened}. The ${label} may have been accepted`,
		'It was not repeated. Look in the dashboard of the service before you send this item again.',
		status,
	);
}
