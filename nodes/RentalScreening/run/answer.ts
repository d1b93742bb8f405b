import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { isBlank, quotable } from '../request/text';
import { isRecord } from '../results/cells';
import type { Fault } from '../service/fault';
import { isWebPage, quoted, whyNoAnswer } from '../service/quote';
import { Failure, type FailureKind } from './failure';
import type { Operation, PreparedRequest } from './operation';

const HOLDS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Names of the required members that a 2xx answer lacks; 'all' where it is no JSON object. */
export function missingMembers(
	body: unknown,
	{ requiredMembers, laterMembers = [], pollPlan }: Operation,
	input: ItemInput,
): string[] | 'all' {
	if (!isRecord(body)) return 'all';
	const missing = Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind](body[name]))
		.map(([name]) => name);
	const mayCome = missing.every((name) => laterMembers.includes(name) && isBlank(body[name]));
	return mayCome && pollPlan?.(input).isComplete(body as IDataObject) === false ? [] : missing;
}

/** Characters of the service's message that are remembered: many answers are. */
const LONGEST_REMEMBERED = 300;

/** Of an answer what the service document lists: the IDs, and the message unless it is long. */
export function documentedMembers(
	answer: IDataObject,
	{ requiredMembers }: Operation,
): IDataObject {
	const { message } = answer;
	const isShort = typeof message === 'string' && message.length <= LONGEST_REMEMBERED;
	return {
		...Object.fromEntries(Object.keys(requiredMembers).map((name) => [name, answer[name]])),
		...(isShort ? { message } : {}),
	};
}

/** JSON that is cut where its length is not announced arrives as text. */
export function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

const DEEPEST = 100;

/** Whether an answer is nested so deep that a recursive function may not get through it. */
export function isDeep(body: unknown): boolean {
	let level = [body];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
		);
	}
	return level.length > 0;
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
