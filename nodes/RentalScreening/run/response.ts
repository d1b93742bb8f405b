import type { IDataObject } from 'n8n-workflow';

import { Failure, maybeAccepted, type FailureKind } from '../core/failure';
import { quotedList } from '../core/field';
import { isRecord } from '../core/json';
import type { Operation } from '../core/operation';
import { isBlank, truncate } from '../core/text';
import { redactSsn } from '../results/ssn';
import { OBSTACLES, type HttpFault } from '../service/httpFault';
import { isWebPage, withQuote } from '../service/quote';
import { Stopped } from './cancellation';
import type { Job } from './job';
import { requestedWaitMs } from './retry';

const TYPE_CHECKS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Names of the required members that the body of a 2xx answer lacks. */
function findMissingMembers(
	body: unknown,
	{ requiredMembers, pendingResult }: Operation,
): string[] {
	if (!isRecord(body)) return Object.keys(requiredMembers);
	const missing = Object.entries(requiredMembers)
		.filter(([name, type]) => !TYPE_CHECKS[type](body[name]))
		.map(([name]) => name);
	if (pendingResult === undefined || pendingResult.isComplete(body as IDataObject)) return missing;
	return missing.filter((name) => !pendingResult.members.includes(name) || !isBlank(body[name]));
}

const MAX_MESSAGE_LENGTH = 300;

/** Of the answer to a POST what the service document lists: the ID, and a message, which is masked and cut. */
export function pickDocumented(answer: IDataObject, { identifier = '' }: Operation): IDataObject {
	const { [identifier]: id, message } = answer;
	if (typeof message !== 'string') return { [identifier]: id };
	return { [identifier]: id, message: truncate(redactSsn(message, answer), MAX_MESSAGE_LENGTH) };
}

const MAX_DEPTH = 100;

/** Whether an answer is nested so deep that a recursive function may not get through it. */
function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return left === 0 || Object.values(value).some((member) => isTooDeep(member, left - 1));
}

/** JSON that is cut where its length is not announced arrives as text. */
export function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

/** What happened to a request, and what to do. */
interface Meaning {
	readonly kind: FailureKind;
	readonly summary: string;
	readonly hint: string;
}

const CHECK_NETWORK = "Check 'Base URL' in the credential and the network, or run it again later.";

const UNREACHABLE: Meaning = {
	kind: 'unreachable',
	summary: 'The service could not be reached',
	hint: CHECK_NETWORK,
};

const NO_ANSWER: Meaning = {
	kind: 'maybe',
	summary: 'The service gave no complete answer',
	hint: CHECK_NETWORK,
};

const REDIRECT: Meaning = {
	kind: 'notProcessed',
	summary: 'The service redirects to another address',
	hint: "The node does not follow redirects. Enter the final address as 'Base URL' in the credential.",
};

const REFUSED: Meaning = {
	kind: 'refused',
	summary: 'The service did not accept the request',
	hint: 'Correct the values of this item, IDs included, or ask your provider.',
};

const WEB_PAGE: Meaning = {
	kind: 'notProcessed',
	summary: 'A web page came in place of an answer of the service',
	hint: "Check 'Base URL' in the credential, and whether a firewall lets n8n through to the service.",
};

const NOT_PROCESSED: Meaning = {
	kind: 'notProcessed',
	summary: 'The service did not process the request',
	hint: 'Run it again later.',
};

const UNCLEAR: Meaning = {
	kind: 'maybe',
	summary: 'The service could not process the request',
	hint: 'It was asked several times. Run it again later.',
};

/** What a status means, where it is not that of its hundred: `REDIRECT`, `REFUSED`, `UNCLEAR`. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
	// A service may say by these that it is done, and where to look.
	302: { ...REDIRECT, kind: 'maybe' },
	303: { ...REDIRECT, kind: 'maybe' },
	401: {
		kind: 'noAccess',
		summary: 'The service refused access',
		hint: 'A new login was refused as well. Test the credential, or ask your provider whether the account may do this.',
	},
	408: UNCLEAR,
	421: NOT_PROCESSED,
	425: NOT_PROCESSED,
	429: {
		kind: 'rateLimited',
		summary: 'The service answers that there are too many requests',
		hint: "Lower 'Max Requests at Once' in the options, or run again later.",
	},
	499: UNCLEAR,
};

function classify(
	{ status, body, provenUnsent, obstacle }: HttpFault,
	{ pendingResult }: Operation,
): Meaning {
	if (obstacle !== undefined) return OBSTACLES[obstacle];
	if (status === undefined) return provenUnsent ? UNREACHABLE : NO_ANSWER;
	if (MEANINGS[status] !== undefined) return MEANINGS[status];
	if (status < 400) return REDIRECT;
	if (status >= 500) return UNCLEAR;
	if (isWebPage(body)) return WEB_PAGE;
	if (status !== 404 || pendingResult === undefined) return REFUSED;
	return { kind: 'notFound', ...pendingResult.notFound };
}

/** The failure of a request that got no answer, or one other than 2xx. */
export function toFailure(fault: HttpFault, job: Job, operation: Operation): Failure {
	const { status, body, reason } = fault;
	const meaning = classify(fault, operation);
	const summary = status === undefined ? meaning.summary : `${meaning.summary} (${status})`;
	const waitMs = requestedWaitMs(fault);
	return quoteInFailure({ ...meaning, summary }, body ?? reason, job, operation, status, waitMs);
}

/**
 * The answer in the body of a 2xx, or its failure where it lacks a required member. Of a deep answer to a POST only what
 * the service document lists: what was accepted must not fail afterwards.
 */
export function readAnswer(body: unknown, job: Job, operation: Operation): IDataObject | Failure {
	const missing = findMissingMembers(body, operation);
	if (missing.length === 0) {
		const answer = body as IDataObject;
		return job.isFetch || !isTooDeep(answer) ? answer : pickDocumented(answer, operation);
	}
	const what = isWebPage(body) ? 'with a web page' : `without ${quotedList(missing, 'and')}`;
	const meaning: Meaning = {
		kind: 'maybe',
		summary: `The service answered ${what}`,
		hint: "Check 'Base URL' in the credential, or ask your provider.",
	};
	return quoteInFailure(meaning, body, job, operation, 200);
}

/** The failure with what the service says. A GET changes nothing, so that an unclear one is only not answered. */
function quoteInFailure(
	{ kind, summary, hint }: Meaning,
	body: unknown,
	{ isFetch, secrets }: Job,
	{ label }: Operation,
	status?: number,
	waitMs?: number,
): Failure {
	const message = withQuote(summary, body, secrets);
	if (kind !== 'maybe') return new Failure(kind, message, hint, status, waitMs);
	if (isFetch) return new Failure('unanswered', message, hint, status);
	return maybeAccepted(message, label, status);
}

const CANCELLED = new Failure(
	'cancelled',
	'The execution was cancelled before this item was done',
	'Run the remaining items again.',
);

/**
 * Why an item did not succeed, by what was thrown; undefined where it was stopped unsent, in a run whose output nobody
 * gets. `label`: what a POST sends. Anything but a `Failure` and `Stopped` is a defect of the node.
 */
export function fromThrown(
	thrown: unknown,
	label: string | undefined,
	isCancelled: boolean,
): Failure | undefined {
	if (thrown instanceof Failure) return thrown;
	if (thrown instanceof Stopped) return isCancelled ? CANCELLED : undefined;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const message = `The answer could not be used: ${reason}`;
	if (label !== undefined) return maybeAccepted(message, label);
	return new Failure('defect', message, 'Report this to the maintainers of the node.');
}
