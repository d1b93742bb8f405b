/**
 * The outcome of an item that did not succeed. `final`: trying it again within this execution would be useless or
 * unsafe. `ofRun`: it holds for every item, because it is about the account, the address or the connection.
 */
const KINDS = {
	/** The item's values are not valid: nothing was sent. */
	invalid: { final: true, ofRun: false },
	/** The same, of several items; its message names them. */
	invalidItems: { final: true, ofRun: false },
	/** Nothing got through to the service. */
	unreachable: { final: false, ofRun: true },
	/** The login, or the account's access, was refused. */
	noAccess: { final: true, ofRun: true },
	/** The service did not process the request, and may do so later. */
	tryLater: { final: false, ofRun: false },
	/** The service fails, or asks to wait longer than a run waits: it is left alone. */
	unavailable: { final: true, ofRun: false },
	/** The service refused what was to be sent. */
	refused: { final: true, ofRun: false },
	/** The service redirects what was to be sent. */
	redirected: { final: true, ofRun: false },
	/** The service may have acted on the request. */
	maybe: { final: true, ofRun: false },
	/** What was asked for is not there, or not yet. */
	notFound: { final: false, ofRun: false },
	/** What was asked for did not come: no complete answer, or an error of the service. */
	unanswered: { final: false, ofRun: false },
	/** What was asked for was refused, or could not be read. */
	notFetched: { final: false, ofRun: false },
	/** The applicant has not completed the screening. */
	incomplete: { final: true, ofRun: false },
	/** The execution was cancelled before the request was sent. */
	cancelled: { final: true, ofRun: false },
	/** The node itself failed at an answer that changes nothing. */
	defect: { final: true, ofRun: false },
} as const;

export type FailureKind = keyof typeof KINDS;

/** Why an item did not succeed, in words that may be shown: what happened, then how to fix it. */
export class Failure extends Error {
	constructor(
		readonly kind: FailureKind,
		message: string,
		readonly hint: string,
		/** HTTP status of the service's answer, for error items. */
		readonly status?: number,
	) {
		super(message);
	}

	/** Trying again within this execution would be useless or unsafe. */
	get isFinal(): boolean {
		return KINDS[this.kind].final;
	}

	/** It holds for every item. */
	get isOfRun(): boolean {
		return KINDS[this.kind].ofRun;
	}
}

/**
 * A thrown value as a failure; anything but a failure is a defect of the node. `label` is what was being sent,
 * if anything: it may have been accepted.
 */
export function asFailure(thrown: unknown, label?: string): Failure {
	if (thrown instanceof Failure) return thrown;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const maybe = label === undefined ? '' : `. The ${label} may have been accepted`;
	return new Failure(
		label === undefined ? 'defect' : 'maybe',
		`The answer could not be used: ${reason}${maybe}`,
		'Report this to the maintainers of the node.',
	);
}
