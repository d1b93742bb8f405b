import type { IDataObject } from 'n8n-workflow';

import { quotable } from '../request/text';
import type { Fault } from '../service/fault';
import type { Redaction } from '../service/redaction';
import { isWebPage, serviceMessage, whyNoAnswer } from '../service/serviceMessage';
import { Failure, type FailureKind } from './failure';
import type { Operation, PreparedRequest, Reference } from './operation';
import { asksToWaitTooLong } from './retry';

/** What a message about one request needs to know of it. */
export interface RequestSubject {
	readonly operation: Operation;
	readonly method: string;
	readonly request: PreparedRequest;
	/** What of the service's answer must not be shown. */
	readonly redaction: Redaction;
}

interface Meaning {
	readonly cause: string;
	readonly hint: string;
}

const NOT_PROCESSED: Meaning = {
	cause: 'The service did not process the request',
	hint: 'Run it again later.',
};

/** What an answer means by its status. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
	400: {
		cause: 'The service did not accept the request',
		hint: 'Check the values of this item.',
	},
	401: {
		cause: 'The service refused access',
		hint: 'A new login was refused as well. Test the credential, or ask your provider whether the account may do this.',
	},
	403: {
		cause: 'The service does not allow this account to do this',
		hint: 'Ask your provider to allow this account to do it.',
	},
	404: {
		cause: 'The service did not find what was asked for',
		hint: 'Check the IDs of this item and the Base URL of the credential.',
	},
	408: {
		cause: 'The service answered that the request timed out',
		hint: 'Run it again later.',
	},
	409: {
		cause: 'The service says that this conflicts with what it has',
		hint: 'It may exist already. Look in the dashboard of the service before you send it again.',
	},
	422: {
		cause: 'The service did not accept the values',
		hint: 'Correct the row and run the workflow again.',
	},
	421: NOT_PROCESSED,
	425: NOT_PROCESSED,
	429: {
		cause: 'The service answers that there are too many requests',
		hint: "Lower 'Max Concurrency' in the options, or run again later.",
	},
	499: {
		cause: 'The service answered that the connection was closed',
		hint: 'Run it again later.',
	},
};

const REDIRECT: Meaning = {
	cause: 'The service redirects to another address',
	hint: "The node does not follow redirects. Enter the final address as 'Base URL' in the credential.",
};

const SERVICE_ERROR: Meaning = {
	cause: 'The service could not process the request',
	hint: 'It was asked several times. Run it again later.',
};

const OTHER: Meaning = {
	cause: 'The service did not accept the request',
	hint: 'Check the values of this item, or ask your provider.',
};

/** Answers after which the service may have acted: redirects that may say where the result is, and time-outs. */
const UNCLEAR = [302, 303, 408, 499];

/** Answers that prove that the service did not act, and may do so later. */
const TRY_LATER = [421, 425, 429];

/** Rule 8: the message for a request that got no answer or one other than 200. */
export function failureOf(fault: Fault, subject: RequestSubject): Failure {
	const { status } = fault;
	if (status === undefined) return withoutAnswer(fault, subject);
	const kind = kindOf(status, fault, subject);
	if (kind === 'unavailable') return askedToWait(fault, subject);
	const { cause, hint } = answered(status, fault, subject);
	if (kind === 'maybe') return maybeAccepted(cause, subject, status);
	return new Failure(kind, cause, hint, status);
}

function kindOf(status: number, fault: Fault, { method }: RequestSubject): FailureKind {
	const isFetch = method === 'GET';
	if (!isFetch && (status >= 500 || UNCLEAR.includes(status))) return 'maybe';
	if (status === 401) return 'noAccess';
	if (asksToWaitTooLong(fault)) return 'unavailable';
	if (TRY_LATER.includes(status)) return 'tryLater';
	if (!isFetch) return status < 400 ? 'redirected' : 'refused';
	if (status === 404) return 'notFound';
	return status >= 500 ? 'unanswered' : 'notFetched';
}

/** The failure where the service asks, in an answer, to wait for long; it keeps the others from being sent. */
export function askedToWait(fault: Fault, subject: RequestSubject): Failure {
	const status = fault.status!;
	const { cause } = answered(status, fault, subject);
	const hint = 'The service asks to wait. Run what is left again later.';
	return new Failure('unavailable', cause, hint, status);
}

/** What keeps the others from being sent when the service fails again and again. */
export function serviceFails(times: number): Failure {
	return new Failure(
		'unavailable',
		`The service is failing: it is unclear what became of ${times} requests`,
		'Run what is left again when the service works.',
	);
}

/** What an answer means, with what the service says. */
function answered(status: number, { body }: Fault, subject: RequestSubject): Meaning {
	// A full stop follows the whole of it.
	const said = serviceMessage(body, subject.redaction).replace(/[.\s]+$/, '');
	const { cause, hint } = meaningOf(status, said, subject);
	const quoted = said === '' || cause.includes(said) ? '' : `: ${said}`;
	return { cause: `${cause} (${status})${quoted}`, hint };
}

/** The message for a 200 that is not JSON or lacks what the service document lists. */
export function unexpectedAnswer(
	body: unknown,
	missing: string[] | 'all',
	subject: RequestSubject,
): Failure {
	const cause =
		missing === 'all'
			? `The service answered with ${isWebPage(body) ? 'a web page' : 'something other than a JSON object'}`
			: incompleteAnswer(body as IDataObject, missing, subject);
	if (subject.method !== 'GET') return maybeAccepted(cause, subject, 200);
	const hint = "Check 'Base URL' in the credential, or ask your provider.";
	return new Failure('notFetched', cause, hint, 200);
}

/** What a JSON object lacks, and what came in its place: a number that lost digits, or a reason. */
function incompleteAnswer(
	answer: IDataObject,
	missing: readonly string[],
	{ redaction }: RequestSubject,
): string {
	const inexact = missing.find((name) => Number.isInteger(answer[name]));
	if (inexact !== undefined) {
		return `The service answered with the number ${String(answer[inexact])} as '${inexact}', which is too large to be exact`;
	}
	const names = missing.map((name) => `'${name}'`).join(' and ');
	const said = serviceMessage(answer, redaction);
	return `The service answered without ${names}${said === '' ? '' : `: ${said}`}`;
}

/** The message for items that are not sent any more because the service does not take them. */
export function notSent({ kind, message, hint, status }: Failure): Failure {
	return new Failure(kind, `Not sent. ${message}`, hint, status);
}

/** The message for a request that is identical to one that may have been accepted. */
export function alreadySentUnclear({ label }: Operation, sentAt: number): Failure {
	const time = new Date(sentAt).toISOString();
	return new Failure(
		'maybe',
		`The same request was sent at ${time} and the ${label} may have been accepted. It was not sent again`,
		"Look in the dashboard of the service. Within 24 hours it is sent again only with 'Send Again', the option or a column of that name.",
	);
}

/** The failure of an item that a cancelled execution left; `label` is what a request in flight was about. */
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

function withoutAnswer(fault: Fault, subject: RequestSubject): Failure {
	const reason = whyNoAnswer(fault, subject.redaction);
	const { neverSent } = fault;
	const isKnown = fault.reason !== undefined;
	if (neverSent || subject.method === 'GET') {
		const unreachable = isKnown
			? 'The service could not be reached'
			: 'n8n did not send the request';
		return new Failure(
			neverSent ? 'unreachable' : 'unanswered',
			`${neverSent ? unreachable : 'The service gave no complete answer'}: ${reason}`,
			"Check 'Base URL' in the credential and the network, or run it again later.",
		);
	}
	return maybeAccepted(
		isKnown
			? `The request was sent, but ${reason}`
			: `It is unclear whether the request was sent: ${reason}`,
		subject,
	);
}

function maybeAccepted(cause: string, { operation }: RequestSubject, status?: number): Failure {
	return new Failure(
		'maybe',
		`${cause}. The ${operation.label} may have been accepted`,
		'It was not repeated. Look in the dashboard of the service before you send this item again.',
		status,
	);
}

function meaningOf(status: number, said: string, subject: RequestSubject): Meaning {
	const reference = referenceAt(status, said, subject);
	if (reference !== undefined) {
		const { label, notFound, hint, id } = reference;
		if (status === 404 && notFound !== undefined) return { cause: `${notFound} '${id}'`, hint };
		return { cause: `The service did not accept the request with the ${label} ID '${id}'`, hint };
	}
	if (status >= 500) return SERVICE_ERROR;
	if (status >= 300 && status < 400) return REDIRECT;
	return MEANINGS[status] ?? OTHER;
}

/** What the request refers to, where the answer may mean that the service does not know it. */
function referenceAt(
	status: number,
	said: string,
	{ operation: { refersTo }, request: { path, body }, redaction }: RequestSubject,
): (Reference & { id: string }) | undefined {
	if (refersTo === undefined || (status !== 400 && status !== 404)) return undefined;
	const id = path?.[refersTo.name] ?? body?.[refersTo.name];
	if (typeof id !== 'string') return undefined;
	const words: readonly string[] = said.toLowerCase().match(/[a-z\d]+/g) ?? [];
	const { name, label } = refersTo;
	const namesReference =
		said.includes(id) || words.some((word) => word === label || word === name.toLowerCase());
	const namesField = words.some((word) => redaction.fields.has(word));
	if (status === 400 && namesField && !namesReference) return undefined;
	return { ...refersTo, id: quotable(id) };
}
