import { quotable } from '../request/text';
import type { Fault } from '../service/fault';
import { isWebPage, quoted, whyNoAnswer } from '../service/quote';
import type { Operation, PreparedRequest } from './operation';

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
	/** The service refused the request. */
	refused: { final: true, ofRun: false },
	/** The service may have acted on the request. */
	maybe: { final: true, ofRun: false },
	/** What was asked for is not there, or not yet. */
	notFound: { final: false, ofRun: false },
	/** What was asked for did not come. */
	unanswered: { final: false, ofRun: false },
	/** The applicant has not completed the screening. */
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

	/** Trying again within this execution would be useless or unsafe. */
	get isFinal(): boolean {
		return KINDS[this.kind].final;
	}

	/** It holds for every item. */
	get isOfRun(): boolean {
		return KINDS[this.kind].ofRun;
	}
}

interface Meaning {
	readonly kind: FailureKind;
	readonly cause: string;
	readonly hint: string;
}

const NOT_PROCESSED: Meaning = {
	kind: 'notProcessed',
	cause: 'The service did not process the request',
	hint: 'Run it again later.',
};

const REFUSED: Meaning = {
	kind: 'refused',
	cause: 'The service did not accept the request',
	hint: 'Correct the values of this item, or ask your provider.',
};

const UNCLEAR: Meaning = {
	kind: 'maybe',
	cause: 'The service could not process the request',
	hint: 'It was asked several times. Run it again later.',
};

/** What an answer to a request means; a status that is not here means `REFUSED` below 500, `UNCLEAR` from 500 on. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
	302: { ...UNCLEAR, cause: 'The service redirects to another address' },
	303: { ...UNCLEAR, cause: 'The service redirects to another address' },
	401: {
		kind: 'noAccess',
		cause: 'The service refused access',
		hint: 'A new login was refused as well. Test the credential, or ask your provider whether the account may do this.',
	},
	403: {
		...REFUSED,
		cause: 'The service does not allow this account to do this',
		hint: 'Ask your provider to allow this account to do it.',
	},
	408: { ...UNCLEAR, cause: 'The service answered that the request timed out' },
	421: NOT_PROCESSED,
	425: NOT_PROCESSED,
	429: {
		kind: 'notProcessed',
		cause: 'The service answers that there are too many requests',
		hint: "Lower 'Max Concurrency' in the options, or run again later.",
	},
	499: { ...UNCLEAR, cause: 'The service answered that the connection was closed' },
};

const REDIRECT: Meaning = {
	kind: 'notProcessed',
	cause: 'The service redirects to another address',
	hint: "The node does not follow redirects. Enter the final address as 'Base URL' in the credential.",
};

function meaningOf(status: number): Meaning {
	if (status >= 500) return UNCLEAR;
	return MEANINGS[status] ?? (status < 400 ? REDIRECT : REFUSED);
}

/** What a message about one request needs to know of it. */
export interface RequestSubject {
	readonly operation: Operation;
	readonly method: string;
	readonly request: PreparedRequest;
	/** Password and tokens, never to be shown. */
	readonly secrets: readonly string[];
}

/** The failure of a request that got no answer, or one other than 2xx. */
export function failureOf(fault: Fault, subject: RequestSubject): Failure {
	const { status } = fault;
	if (status === undefined) return withoutAnswer(fault, subject);
	const { kind, cause, hint } = referenceMissing(status, subject) ?? meaningOf(status);
	const happened = happenedIn(fault, cause, subject);
	if (kind !== 'maybe') return new Failure(kind, happened, hint, status);
	if (subject.method === 'GET') return new Failure('unanswered', happened, hint, status);
	return maybeAccepted(happened, subject, status);
}

/** The cause with the status and what the service says. A full stop follows the whole of it. */
function happenedIn({ status, body }: Fault, cause: string, { secrets }: RequestSubject): string {
	const said = quoted(body, secrets).replace(/[.\s]+$/, '');
	const quote = said === '' || cause.includes(said) ? '' : `: ${said}`;
	return `${cause} (${status})${quote}`;
}

/** What to do where the ID in the request may be the cause: a 404, or a 400 to a path that holds nothing else. */
function referenceMissing(
	status: number,
	{ operation: { refersTo }, method, request: { path, body } }: RequestSubject,
): Meaning | undefined {
	const mayBeMeant = status === 404 || (status === 400 && path !== undefined);
	if (refersTo === undefined || !mayBeMeant) return undefined;
	const { name, label, notFound, hint } = refersTo;
	const id = quotable(String(path?.[name] ?? body?.[name]));
	if (method === 'GET' && status === 404)
		return { kind: 'notFound', cause: `${notFound} '${id}'`, hint };
	return { kind: 'refused', cause: `The service did not accept the ${label} ID '${id}'`, hint };
}

function withoutAnswer(fault: Fault, subject: RequestSubject): Failure {
	const reason = whyNoAnswer(fault, subject.secrets);
	const hint = "Check 'Base URL' in the credential and the network, or run it again later.";
	if (fault.neverSent) {
		const isKnown = fault.reason !== undefined;
		const cause = isKnown ? 'The service could not be reached' : 'n8n did not send the request';
		return new Failure('unreachable', `${cause}: ${reason}`, hint);
	}
	if (subject.method === 'GET') {
		return new Failure('unanswered', `The service gave no complete answer: ${reason}`, hint);
	}
	return maybeAccepted(`The request may have been sent: ${reason}`, subject);
}

/** The failure of a 2xx that is not what the service document lists. `missing`: the members that it lacks. */
export function unexpectedAnswer(
	body: unknown,
	missing: readonly string[] | 'all',
	subject: RequestSubject,
): Failure {
	const said = missing === 'all' ? '' : quoted(body, subject.secrets);
	const cause = `The service answered ${whatIsWrong(body, missing)}${said === '' ? '' : `: ${said}`}`;
	if (subject.method !== 'GET') return maybeAccepted(cause, subject, 200);
	const hint = "Check 'Base URL' in the credential, or ask your provider.";
	return new Failure('unanswered', cause, hint, 200);
}

function whatIsWrong(body: unknown, missing: readonly string[] | 'all'): string {
	if (isWebPage(body)) return 'with a web page';
	if (missing === 'all') return 'with something other than a JSON object';
	return `without ${missing.map((name) => `'${name}'`).join(' and ')}`;
}

function maybeAccepted(cause: string, { operation }: RequestSubject, status?: number): Failure {
	return new Failure(
		'maybe',
		`${cause}. The ${operation.label} may have been accepted`,
		'It was not repeated. Look in the dashboard of the service before you send this item again.',
		status,
	);
}

/** Why the others are not sent when an answer, 429 or 5xx, asks to wait for long. */
export function asksToWait(fault: Fault, subject: RequestSubject): Failure {
	const { status = 0 } = fault;
	return new Failure(
		'unavailable',
		happenedIn(fault, meaningOf(status).cause, subject),
		'The service asks to wait. Run what is left again later.',
		status,
	);
}

/** Why the others are not sent when it is unclear what became of so many requests. */
export function serviceFails(times: number): Failure {
	const requests = times === 1 ? 'the first request' : `${times} requests`;
	return new Failure(
		'unavailable',
		`The service is failing: it is unclear what became of ${requests}`,
		'Run what is left again when the service works.',
	);
}

/** The failure of an item that is not sent any more, for the reason that closed the gate. */
export function notSent({ kind, message, hint, status }: Failure): Failure {
	return new Failure(kind, `Not sent. ${message}`, hint, status);
}

/** The failure of a request that is identical to one that may have been accepted. */
export function alreadySentUnclear({ label }: Operation, sentAt: number): Failure {
	const time = new Date(sentAt).toISOString();
	return new Failure(
		'maybe',
		`The same request was sent at ${time} and the ${label} may have been accepted. It was not sent again`,
		"Look in the dashboard of the service. Within 24 hours it is sent again only with 'Send Again', the option or a column of that name.",
	);
}

/** The failure of an item that a cancelled execution left; `label`: what was sent and may have been accepted. */
export function cancelled(label?: string): Failure {
	if (label === undefined) {
		return new Failure(
			'cancelled',
			'The execution was cancelled before this item was done',
			'Run the items that are left again.',
		);
	}
	return new Failure(
		'maybe',
		`The execution was cancelled while the request was in flight. The ${label} may have been accepted`,
		'Look in the dashboard of the service before you send this item again.',
	);
}

/** A thrown value as a failure. Anything else is a defect of the node; `label`: what was sent, and an answer came. */
export function asFailure(thrown: unknown, label?: string): Failure {
	if (thrown instanceof Failure) return thrown;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const maybe = label === undefined ? '' : `. The ${label} may have been accepted`;
	return new Failure(
		label === undefined ? 'unanswered' : 'maybe',
		`The answer could not be used: ${reason}${maybe}`,
		'Report this to the maintainers of the node.',
	);
}
