import type { IDataObject } from 'n8n-workflow';

import { Failure, maybeAccepted } from '../core/failure';
import { isRecord } from '../core/json';
import { isFetch, type Operation } from '../core/operation';
import { formatList, isBlank, truncate } from '../core/text';
import { redactSsn } from '../results/ssn';
import { describeFault, type HttpFault } from '../service/httpFault';
import { withQuote } from '../service/quote';
import { Stopped } from './cancellation';
import type { Job } from './job';

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

const CHECK_NETWORK = "Check 'Base URL' in the credential and the network, or run it again later.";

const UNREACHABLE = new Failure('unreachable', 'The service could not be reached', CHECK_NETWORK);

const NO_ANSWER = new Failure('maybe', 'The service gave no complete answer', CHECK_NETWORK);

const REFUSED = new Failure(
	'refused',
	'The service did not accept the request',
	'Correct the values of this item, IDs included, or ask your provider.',
);

const UNCLEAR = new Failure(
	'maybe',
	'The service could not process the request',
	'Run it again later.',
);

/** What a status means, where it is not `REFUSED` (4xx) or `UNCLEAR`. */
const MEANINGS: Readonly<Record<number, Failure>> = {
	401: new Failure(
		'noAccess',
		'The service refused access',
		'A new login was refused as well. Test the credential, or ask your provider whether the account may do this.',
	),
	408: UNCLEAR,
	429: new Failure(
		'rateLimited',
		'The service answers that there are too many requests',
		"Lower 'Max Requests at Once' in the options, or run again later.",
	),
	499: UNCLEAR,
};

function classify(
	{ status, provenUnsent, obstacle }: HttpFault,
	{ pendingResult }: Operation,
): Failure {
	if (obstacle !== undefined) return obstacle;
	if (status === undefined) return provenUnsent ? UNREACHABLE : NO_ANSWER;
	if (MEANINGS[status] !== undefined) return MEANINGS[status];
	if (status < 400 || status >= 500) return UNCLEAR;
	return (status === 404 ? pendingResult?.notFound : undefined) ?? REFUSED;
}

/** The failure of a request that got no answer, or one other than 2xx. */
export function toFailure(fault: HttpFault, job: Job, operation: Operation): Failure {
	const { status, retryAfterMs } = fault;
	const meaning = classify(fault, operation);
	const message = describeFault(meaning.message, fault, [...job.secrets]);
	return adaptToMethod(meaning.withMessage(message, { status, retryAfterMs }), operation);
}

/**
 * The answer in the body of a 2xx, or its failure where it lacks a required member. Of a deep answer to a POST only what
 * the service document lists: what was accepted must not fail afterwards.
 */
export function readAnswer(body: unknown, job: Job, operation: Operation): IDataObject | Failure {
	const missing = findMissingMembers(body, operation);
	if (missing.length === 0) {
		const answer = body as IDataObject;
		return isFetch(operation) || !isTooDeep(answer) ? answer : pickDocumented(answer, operation);
	}
	const what = `The service answered without ${formatList(missing, 'and')}`;
	const message = withQuote(what, body, [...job.secrets]);
	const hint = "Check 'Base URL' in the credential, or ask your provider.";
	// n8n passes the body alone: 200 stands for any 2xx.
	return adaptToMethod(new Failure('maybe', message, hint, { status: 200 }), operation);
}

/** Of an unclear answer: a POST may have been accepted, with that hint; a GET changes nothing and is only not answered. */
function adaptToMethod(failure: Failure, operation: Operation): Failure {
	const { kind, message, hint, status } = failure;
	if (kind !== 'maybe') return failure;
	return isFetch(operation)
		? new Failure('unanswered', message, hint, { status })
		: maybeAccepted(message, operation.label, status);
}

const CANCELLED = new Failure(
	'cancelled',
	'The execution was cancelled before this item was done',
	'Run the remaining items again.',
);

/**
 * Why an item did not succeed, by what was thrown; undefined where it was stopped unsent, in a run whose output nobody
 * gets. Anything but a `Failure` and `Stopped` is a defect of the node, behind which a POST may have been accepted.
 */
export function fromThrown(
	thrown: unknown,
	operation: Operation,
	isCancelled: boolean,
): Failure | undefined {
	if (thrown instanceof Failure) return thrown;
	if (thrown instanceof Stopped) return isCancelled ? CANCELLED : undefined;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const message = `The answer could not be used: ${reason}`;
	if (!isFetch(operation)) return maybeAccepted(message, operation.label);
	return new Failure('defect', message, 'Report this to the maintainers of the node.');
}
