import type { IDataObject } from 'n8n-workflow';

import { quotedList } from '../core/field';
import { truncate, isBlank } from '../core/text';
import { isComplete } from '../results/applicant';
import { redactSsn } from '../results/ssn';
import { isWebPage, withQuote, type Fault } from '../service/fault';
import { Failure, maybeAccepted, type FailureKind } from '../core/failure';
import type { Operation } from '../core/operation';
import { isRecord } from '../core/json';
import type { Job } from './job';
import { Aborted } from './gate';

const HOLDS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Names of the required members that the body of a 2xx answer lacks. */
function missingMembers(body: unknown, { requiredMembers, pendingResult }: Operation): string[] {
	if (!isRecord(body)) return Object.keys(requiredMembers);
	const missing = Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind](body[name]))
		.map(([name]) => name);
	if (pendingResult === undefined || isComplete(body)) return missing;
	return missing.filter((name) => !pendingResult.members.includes(name) || !isBlank(body[name]));
}

const LONGEST_MESSAGE = 300;

/** Of the answer to a POST what the service document lists: the ID, and a message, which is masked and cut. */
export function documentedMembers(answer: IDataObject, { identifier = '' }: Operation) {
	const { [identifier]: id, message } = answer;
	if (typeof message !== 'string') return { [identifier]: id };
	return { [identifier]: id, message: truncate(redactSsn(message, answer), LONGEST_MESSAGE) };
}

const DEEPEST = 100;

/** Whether an answer is nested so deep that a recursive function may not get through it. */
function isDeep(value: unknown, left = DEEPEST): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return left === 0 || Object.values(value).some((member) => isDeep(member, left - 1));
}

/** JSON that is cut where its length is not announced arrives as text. */
export function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

/** What became of a request, and what to do. */
interface Meaning {
	readonly kind: FailureKind;
	readonly cause: string;
	readonly hint: string;
}

const CHECK_NETWORK = "Check 'Base URL' in the credential and the network, or run it again later.";

const UNREACHABLE: Meaning = {
	kind: 'unreachable',
	cause: 'The service could not be reached',
	hint: CHECK_NETWORK,
};

const NO_ANSWER: Meaning = {
	kind: 'maybe',
	cause: 'The service gave no complete answer',
	hint: CHECK_NETWORK,
};

const REDIRECT: Meaning = {
	kind: 'notProcessed',
	cause: 'The service redirects to another address',
	hint: "The node does not follow redirects. Enter the final address as 'Base URL' in the credential.",
};

const REFUSED: Meaning = {
	kind: 'refused',
	cause: 'The service did not accept the request',
	hint: 'Correct the values of this item, IDs included, or ask your provider.',
};

const NOT_PROCESSED: Meaning = {
	kind: 'notProcessed',
	cause: 'The service did not process the request',
	hint: 'Run it again later.',
};

const UNCLEAR: Meaning = {
	kind: 'maybe',
	cause: 'The service could not process the request',
	hint: 'It was asked several times. Run it again later.',
};

/** What a status means, where it is not that of its hundred: `REDIRECT`, `REFUSED`, `UNCLEAR`. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
	// A service may say by these that it is done, and where to look.
	302: { ...REDIRECT, kind: 'maybe' },
	303: { ...REDIRECT, kind: 'maybe' },
	401: {
		kind: 'noAccess',
		cause: 'The service refused access',
		hint: 'A new login was refused as well. Test the credential, or ask your provider whether the account may do this.',
	},
	408: UNCLEAR,
	421: NOT_PROCESSED,
	425: NOT_PROCESSED,
	429: {
		kind: 'notProcessed',
		cause: 'The service answers that there are too many requests',
		hint: "Lower 'Max Requests at Once' in the options, or run again later.",
	},
	499: UNCLEAR,
};

function meaningOf({ status, neverSent }: Fault, { pendingResult }: Operation): Meaning {
	if (status === undefined) return neverSent ? UNREACHABLE : NO_ANSWER;
	if (status === 404 && pendingResult !== undefined)
		return { kind: 'notFound', ...pendingResult.notFound };
	return MEANINGS[status] ?? (status < 400 ? REDIRECT : status < 500 ? REFUSED : UNCLEAR);
}

/** The failure of a request that got no answer, or one other than 2xx. */
export function failureOf(fault: Fault, item: Job, operation: Operation): Failure {
	const { status, body, reason } = fault;
	const { kind, cause, hint } = meaningOf(fault, operation);
	const happened = status === undefined ? cause : `${cause} (${status})`;
	return failureBy({ kind, cause: happened, hint }, body ?? reason, item, operation, status);
}

/**
 * The answer in the body of a 2xx, or its failure where it lacks a required member. Of a deep answer to a POST only what
 * the service document lists: what was accepted must not fail afterwards.
 */
export function answerIn(body: unknown, item: Job, operation: Operation): IDataObject | Failure {
	const missing = missingMembers(body, operation);
	if (missing.length === 0) {
		const answer = body as IDataObject;
		return item.isFetch || !isDeep(answer) ? answer : documentedMembers(answer, operation);
	}
	const what = isWebPage(body) ? 'with a web page' : `without ${quotedList(missing, 'and')}`;
	const meaning: Meaning = {
		kind: 'maybe',
		cause: `The service answered ${what}`,
		hint: "Check 'Base URL' in the credential, or ask your provider.",
	};
	return failureBy(meaning, body, item, operation, 200);
}

/** The failure with what the service says. A GET changes nothing, so that an unclear one is only not answered. */
function failureBy(
	{ kind, cause, hint }: Meaning,
	body: unknown,
	{ isFetch, secrets }: Job,
	{ label }: Operation,
	status?: number,
): Failure {
	const happened = withQuote(cause, body, secrets);
	if (kind !== 'maybe') return new Failure(kind, happened, hint, status);
	if (isFetch) return new Failure('unanswered', happened, hint, status);
	return maybeAccepted(happened, label, status);
}

/**
 * Why an item did not succeed, by what was thrown; undefined where it was aborted unsent, in a run whose output nobody
 * gets. `label`: what a POST sends. Anything but a `Failure` and `Aborted` is a defect of the node.
 */
export function failureOfThrown(
	thrown: unknown,
	label: string | undefined,
	isCancelled: boolean,
): Failure | undefined {
	if (thrown instanceof Failure) return thrown;
	if (thrown instanceof Aborted && !thrown.uncertain) return isCancelled ? CANCELLED : undefined;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const happened =
		thrown instanceof Aborted
			? 'The execution was cancelled while the request was in flight'
			: `The answer could not be used: ${reason}`;
	if (label !== undefined) return maybeAccepted(happened, label);
	return new Failure('unanswered', happened, 'Report this to the maintainers of the node.');
}

const CANCELLED = new Failure(
	'cancelled',
	'The execution was cancelled before this item was done',
	'Run the items that are left again.',
);
