import type { Failure as Declaration } from 'n8n-workflow';

/** All that follows from the kind of a failure. */
interface Consequences {
	/** Whether it is about one item, or about every item of the run (account, address, connection, settings). */
	readonly scope: 'item' | 'run';
	/** Another try of Retry On Fail may do better, without risk. */
	readonly mayTryAgain: boolean;
	/** What the status column says then; 'open': it may have been accepted, or is not complete. */
	readonly rowStatus: 'notDone' | 'open' | 'refused';
	/** The service has answered or may have acted, so that a later failure is about one item. */
	readonly reachedService: boolean;
	/** An equal request must not be sent within the next 24 hours. */
	readonly isRemembered: boolean;
	/** The cause by n8n's list. */
	readonly cause?: Declaration['cause'];
}

/** What most kinds have in common: a kind names what is different. */
const USUAL: Consequences = {
	scope: 'item',
	mayTryAgain: false,
	rowStatus: 'notDone',
	reachedService: false,
	isRemembered: false,
};

const KINDS = {
	/** The values of the item are not valid: nothing was sent. */
	invalid: { cause: 'configuration-invalid' },
	/** The sheet, or the node, is not set up for Update Rows: nothing was sent. */
	notSetUp: { scope: 'run', cause: 'configuration-invalid' },
	/** n8n does not let the request out, or does not trust the address: nothing was sent. */
	blocked: { scope: 'run', cause: 'configuration-invalid' },
	/** The service refused the login, or the account's access. */
	noAccess: { scope: 'run', cause: 'credential-invalid' },
	/** No request reached the service. */
	unreachable: { scope: 'run', mayTryAgain: true, cause: 'temporarily-unavailable' },
	/** The service fails, or asks to wait longer than a run waits: no more requests are sent. */
	unavailable: { cause: 'temporarily-unavailable' },
	rateLimited: { mayTryAgain: true, cause: 'rate-limited' },
	/** The service did not act on the request, and may do so later or at another address. */
	notProcessed: { mayTryAgain: true, reachedService: true, cause: 'temporarily-unavailable' },
	refused: { rowStatus: 'refused', reachedService: true, cause: 'configuration-invalid' },
	/** The service may have acted on the request. */
	maybe: {
		rowStatus: 'open',
		reachedService: true,
		isRemembered: true,
		cause: 'temporarily-unavailable',
	},
	/** The results are not there, or not yet. */
	notFound: { mayTryAgain: true, reachedService: true, cause: 'configuration-invalid' },
	/** A request that changes nothing got no usable answer. */
	unanswered: { mayTryAgain: true, reachedService: true, cause: 'temporarily-unavailable' },
	incomplete: { rowStatus: 'open', reachedService: true, cause: 'temporarily-unavailable' },
	/** The execution was cancelled before the request was sent. */
	cancelled: {},
	/** The node itself could not use what it got. */
	defect: { reachedService: true, cause: 'node-defect' },
} as const satisfies Readonly<Record<string, Partial<Consequences>>>;

/** What an answer of the service says beside why it failed. */
type AnswerDetails = Partial<Pick<Failure, 'status' | 'retryAfterMs'>>;

/** Why an item did not succeed, in words that may be shown: what happened, then how to fix it. */
export class Failure extends Error {
	/** HTTP status of the service's answer, for error items. */
	readonly status: number | undefined;
	/** The wait that the service asks for. */
	readonly retryAfterMs: number | undefined;

	constructor(
		readonly kind: keyof typeof KINDS,
		message: string,
		readonly hint: string,
		details: AnswerDetails = {},
	) {
		super(message);
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
	}

	/** The same failure with another message, such as one that quotes the service. */
	withMessage(message: string, details: AnswerDetails = {}): Failure {
		const { status = this.status, retryAfterMs = this.retryAfterMs } = details;
		return new Failure(this.kind, message, this.hint, { status, retryAfterMs });
	}

	get scope(): 'item' | 'run' {
		return this.consequences.scope;
	}

	/** Another try within this execution would be useless or unsafe. */
	get isFinal(): boolean {
		return !this.consequences.mayTryAgain;
	}

	get rowStatus(): Consequences['rowStatus'] {
		return this.consequences.rowStatus;
	}

	get reachedService(): boolean {
		return this.consequences.reachedService;
	}

	get isRemembered(): boolean {
		return this.consequences.isRemembered;
	}

	/** It may pass without anybody doing something. */
	get isTemporary(): boolean {
		const { cause } = this.consequences;
		return cause === 'temporarily-unavailable' || cause === 'rate-limited';
	}

	/** How n8n's error declares its cause. */
	get declaration(): Declaration | undefined {
		const { cause } = this.consequences;
		if (cause !== 'rate-limited' || this.retryAfterMs === undefined) return cause && { cause };
		return { cause, retryAfterMs: this.retryAfterMs };
	}

	private get consequences(): Consequences {
		return { ...USUAL, ...KINDS[this.kind] };
	}
}

/** The failure of a request that may have been accepted; `label`: what it sends. */
export function maybeAccepted(message: string, label: string, status?: number): Failure {
	return new Failure(
		'maybe',
		`${message}. The ${label} may have been accepted`,
		'It was not repeated. Look in the dashboard of the service before you send this item again.',
		{ status },
	);
}
