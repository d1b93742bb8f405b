import type { IDataObject } from 'n8n-workflow';

import { Failure, maybeAccepted } from '../core/failure';
import { isRecord } from '../core/json';
import { isFetch, type Operation } from '../core/operation';
import { redactSsn } from '../core/ssn';
import { formatList, isNoId, truncate } from '../core/text';
import { describeFault, type HttpFault } from '../service/httpFault';
import { withQuote } from '../service/quote';
import type { Job } from './job';

// What an answer means, and every reason why an item of a run does not succeed.

const CHECK_NETWORK = "Check 'Base URL' in the credential and the network, or run it again later.";

const UNREACHABLE = new Failure('unreachable', 'The service could not be reached', CHECK_NETWORK);

const NO_ANSWER = new Failure('maybe', 'The service gave no complete answer', CHECK_NETWORK);

const NOT_ACCEPTED = new Failure(
	'refused',
	'The service did not accept the request',
	'Correct the values of this item, IDs included, or ask your provider.',
);

const UNCLEAR = new Failure(
	'maybe',
	'The service could not process the request',
	'Run it again later.',
);

/** What a status means. Any other 4xx refuses the request, and the rest is unclear. */
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
		"Run again later, or lower 'Max Requests at Once' in the options.",
	),
	499: UNCLEAR,
};

export const SERVICE_FAILS = new Failure(
	'unavailable',
	'The service is failing: the last requests got no clear answer',
	'Run the remaining items again when the service works.',
);

export const LATE = new Failure(
	'late',
	'Not sent within 40 minutes after it was marked',
	'The next run sends it.',
);

/** The run ends, as the service asks for a longer wait than it waits. */
export function toLongWait({ details }: Failure): Failure {
	const message = 'The service asks to wait for more than five minutes';
	return new Failure('unavailable', message, 'Run the remaining items again later.', details);
}

/** The failure of an item that is not sent, as the run has ended. */
export function toUnsent(reason: Failure, operation: Operation): Failure {
	const not = isFetch(operation) ? 'Not fetched' : 'Not sent';
	return reason.withMessage(`${not}. ${reason.message}`);
}

/** The failure of a request whose equal one may have been accepted. */
export function toMaybeFailure(sentAt: number, { row }: Job, { label }: Operation): Failure {
	const at = new Date(sentAt).toISOString();
	const look = 'Look in the dashboard of the service.';
	const again = " Within 24 hours it is sent again only with the option 'Send Again'.";
	return new Failure(
		'maybe',
		`The same request was sent at ${at} and the ${label} may have been accepted. It was not sent again`,
		row === undefined ? look + again : look,
	);
}

/** Anything thrown except a `Failure` is a defect of the node; the POST may have been accepted. */
export function fromThrown(thrown: unknown, operation: Operation): Failure {
	if (thrown instanceof Failure) return thrown;
	const reason = thrown instanceof Error ? thrown.message : String(thrown);
	const message = `The answer could not be used: ${reason}`;
	if (!isFetch(operation)) return maybeAccepted(message, operation.label);
	return new Failure('defect', message, 'Report this to the maintainers of the node.');
}

function classify({ status, provenUnsent, obstacle }: HttpFault, { notFound }: Operation): Failure {
	if (obstacle !== undefined) return obstacle;
	if (status === undefined) return provenUnsent ? UNREACHABLE : NO_ANSWER;
	if (status === 404 && notFound !== undefined) return notFound;
	const isOfRequest = status >= 400 && status < 500;
	return MEANINGS[status] ?? (isOfRequest ? NOT_ACCEPTED : UNCLEAR);
}

/** The failure of a request that got no answer, or one other than 2xx. */
export function toFailure(fault: HttpFault, job: Job, operation: Operation): Failure {
	const { status, retryAfterMs } = fault;
	const meaning = classify(fault, operation);
	const message = describeFault(meaning.message, fault, [...job.secrets]);
	return adaptToMethod(meaning.withMessage(message, { status, retryAfterMs }), operation);
}

/** The answer in the body of a 2xx, or its failure where it lacks a required member. */
export function readAnswer(body: unknown, job: Job, operation: Operation): IDataObject | Failure {
	const missing = findMissingMembers(body, operation);
	if (missing.length === 0) return body as IDataObject;
	const summary = `The service answered without ${formatList(missing, 'and')}`;
	const message = withQuote(summary, body, [...job.secrets]);
	const hint = "Check 'Base URL' in the credential, or ask your provider.";
	// n8n passes the body alone: 200 stands for any 2xx.
	return adaptToMethod(new Failure('maybe', message, hint, { status: 200 }), operation);
}

const TYPE_CHECKS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	// Each such member is an ID: a row that holds 0 or a dash has none, so nothing would be asked for with it.
	text: (value) => (typeof value === 'string' || Number.isSafeInteger(value)) && !isNoId(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Names of the required members that the body of a 2xx answer lacks. */
function findMissingMembers(body: unknown, { requiredMembers }: Operation): string[] {
	if (!isRecord(body)) return Object.keys(requiredMembers);
	return Object.entries(requiredMembers)
		.filter(([name, type]) => !TYPE_CHECKS[type](body[name]))
		.map(([name]) => name);
}

const MAX_MESSAGE_LENGTH = 300;

/** Of the answer to a POST what the service document lists: the ID, and a message, which is masked and cut. */
export function pickDocumented(answer: IDataObject, { identifier = '' }: Operation): IDataObject {
	const { [identifier]: id, message } = answer;
	if (typeof message !== 'string') return { [identifier]: id };
	return { [identifier]: id, message: truncate(redactSsn(message, answer), MAX_MESSAGE_LENGTH) };
}

/** An unclear answer: a POST may have been accepted, a GET is unanswered. */
function adaptToMethod(failure: Failure, operation: Operation): Failure {
	const { kind, message, hint, details } = failure;
	if (kind !== 'maybe') return failure;
	return isFetch(operation)
		? new Failure('unanswered', message, hint, details)
		: maybeAccepted(message, operation.label, details.status);
}
