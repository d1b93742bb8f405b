import type { Failure as Declaration } from 'n8n-workflow';

/**
 * All that follows from the kind of a failure:
 * - scope: whether it is about one item or about every item of the run (account, address, connection, settings);
 * - later tries: whether another try of Retry On Fail may do better, without risk;
 * - row: what the status column says then; 'open': it may have been accepted, or is not complete;
 * - reached: the service has answered or may have acted, so that a later failure is about one item;
 * - remembered: an equal request must not be sent within the next 24 hours;
 * - cause: the reason by n8n's list.
 */
type Consequences = readonly [
	scope: 'item' | 'run',
	laterTries: boolean,
	row: 'notDone' | 'open' | 'refused',
	reached: boolean,
	remembered: boolean,
	cause: Declaration['cause'] | undefined,
];

// prettier-ignore
const KINDS = {
	//              scope   later   row        reached remembered  cause
	/** The values of the item are not valid: nothing was sent. */
	invalid:       ['item', false, 'notDone',  false,  false, 'configuration-invalid'],
	/** The sheet, or the node, is not set up for Update Rows: nothing was sent. */
	notSetUp:      ['run',  false, 'notDone',  false,  false, 'configuration-invalid'],
	/** n8n does not let the request out, or does not trust the address: nothing was sent. */
	blocked:       ['run',  false, 'notDone',  false,  false, 'configuration-invalid'],
	/** The service refused the login, or the account's access. */
	noAccess:      ['run',  false, 'notDone',  false,  false, 'credential-invalid'],
	/** No request reached the service. */
	unreachable:   ['run',  true,  'notDone',  false,  false, 'temporarily-unavailable'],
	/** The service fails, or asks to wait longer than a run waits: no more requests are sent. */
	unavailable:   ['item', false, 'notDone',  false,  false, 'temporarily-unavailable'],
	rateLimited:   ['item', true,  'notDone',  false,  false, 'rate-limited'],
	/** The service did not act on the request, and may do so later or at another address. */
	notProcessed:  ['item', true,  'notDone',  true,   false, 'temporarily-unavailable'],
	refused:       ['item', false, 'refused',  true,   false, 'configuration-invalid'],
	/** The service may have acted on the request. */
	maybe:         ['item', false, 'open',     true,   true,  'temporarily-unavailable'],
	/** The results are not there, or not yet. */
	notFound:      ['item', true,  'notDone',  true,   false, 'configuration-invalid'],
	/** A request that changes nothing got no usable answer. */
	unanswered:    ['item', true,  'notDone',  true,   false, 'temporarily-unavailable'],
	incomplete:    ['item', false, 'open',     true,   false, 'temporarily-unavailable'],
	/** The execution was cancelled before the request was sent. */
	cancelled:     ['item', false, 'notDone',  false,  false, undefined],
	/** The node itself could not use what it got. */
	defect:        ['item', false, 'notDone',  true,   false, 'node-defect'],
} as const satisfies Readonly<Record<string, Consequences>>;

export type FailureKind = keyof typeof KINDS;

/** Why an item did not succeed, in words that may be shown: what happened, then how to fix it. */
export class Failure extends Error {
	/** `status`: HTTP status of the service's answer, for error items. `retryAfterMs`: the wait that the service asks for. */
	constructor(
		readonly kind: FailureKind,
		message: string,
		readonly hint: string,
		readonly status?: number,
		readonly retryAfterMs?: number,
	) {
		super(message);
	}

	/** The same in other words, as with what the service says about it. */
	withMessage(message: string, status = this.status, retryAfterMs = this.retryAfterMs): Failure {
		return new Failure(this.kind, message, this.hint, status, retryAfterMs);
	}

	get scope(): 'item' | 'run' {
		return KINDS[this.kind][0];
	}

	/** Another try within this execution would be useless or unsafe. */
	get isFinal(): boolean {
		return !KINDS[this.kind][1];
	}

	get rowStatus(): 'notDone' | 'open' | 'refused' {
		return KINDS[this.kind][2];
	}

	get reachedService(): boolean {
		return KINDS[this.kind][3];
	}

	get isRemembered(): boolean {
		return KINDS[this.kind][4];
	}

	/** It may pass without anybody doing something. */
	get isTemporary(): boolean {
		return ['temporarily-unavailable', 'rate-limited'].includes(KINDS[this.kind][5] ?? '');
	}

	/** What n8n's error says of it. */
	get declaration(): Declaration | undefined {
		const cause = KINDS[this.kind][5];
		if (cause !== 'rate-limited' || this.retryAfterMs === undefined) return cause && { cause };
		return { cause, retryAfterMs: this.retryAfterMs };
	}
}

/** The failure of a request that may have been accepted; `label`: what it sends. */
export function maybeAccepted(message: string, label: string, status?: number): Failure {
	return new Failure(
		'maybe',
		`${message}. The ${label} may have been accepted`,
		'It was not repeated. Look in the dashboard of the service before you send this item again.',
		status,
	);
}
