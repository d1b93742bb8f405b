import { isWebPage, serviceMessage, whyNoAnswer } from '../service/serviceMessage';
import type { Fault } from '../service/fault';
import type { Redaction } from '../service/redaction';
import { Failure } from './failure';
import type { Operation } from './operation';

/** What a sentence about one request needs to know of it. */
export interface RequestStory {
	readonly operation: Operation;
	readonly method: string;
	/** Values of the path's placeholders, such as the user id; they may be shown. */
	readonly path: Readonly<Record<string, string>>;
	/** What of the service's answer must not be shown. */
	readonly redaction: Redaction;
}

const HINTS: Record<number, string> = {
	400: 'Check the values of this item against what the service expects.',
	401: 'It logged in again and was refused again. Open the credential and test it, or ask the service operator whether the account may do this.',
	403: 'Ask the service operator to allow this account to do it.',
	404: 'Check the identifiers of this item and the base URL of the credential.',
	409: 'It may exist already. Look in the dashboard of the service before you send it again.',
	422: 'Correct the values of this item and run it again.',
	429: "Lower 'Max Concurrency' in the options, or run again later.",
};

const CAUSES: Record<number, string> = {
	400: 'The service did not accept the request: it is malformed',
	401: 'The service refused access',
	403: 'The service does not allow this account to do this',
	404: 'The service does not know what was asked for',
	409: 'The service says that this conflicts with what it has',
	422: 'The service could not work with the values',
	429: 'The service keeps answering that there are too many requests',
};

/** Redirects by which a service may say that it is done and where to look. */
const SEE_OTHER = [302, 303];

/** Rule 7 of the request policy: the sentence for a request that got no answer or one other than 200. */
export function failureOf(fault: Fault, story: RequestStory): Failure {
	if (fault.status === undefined) return withoutAnswer(fault, story);
	const { status } = fault;
	const said = serviceMessage(fault.body, story.redaction);
	const uncertain = story.method !== 'GET' && (status >= 500 || SEE_OTHER.includes(status));
	const happened = causeOf(status, story);
	const adds = said !== '' && !happened.includes(said);
	const cause = `${happened} (${status})${adds ? `: ${said}` : ''}`;
	if (uncertain) return perhapsAccepted(cause, story, status);
	return new Failure(cause, hintOf(fault, story), { status, final: status === 401 });
}

/** The sentence for a 200 that is not JSON or lacks what the service document requiredMembers. */
export function unexpectedAnswer(body: unknown, lacking: string[], story: RequestStory): Failure {
	const cause =
		lacking.length > 0
			? `The service answered without ${lacking.map((name) => `'${name}'`).join(' and ')}`
			: `The service answered with ${isWebPage(body) ? 'a web page' : 'something other than a JSON object'}`;
	if (story.method !== 'GET') return perhapsAccepted(cause, story, 200);
	return new Failure(cause, "Check 'Base URL' in the credential, or ask the service operator.", {
		status: 200,
	});
}

/** The sentence for items that are not sent any more because the service does not take them. */
export function notSent(because: Failure): Failure {
	return new Failure(`Not sent. ${because.message}`, because.hint, {
		status: because.status,
		final: because.final,
	});
}

function withoutAnswer(fault: Fault, story: RequestStory): Failure {
	const { neverSent } = fault;
	const reason = whyNoAnswer(fault, story.redaction);
	if (neverSent || story.method === 'GET') {
		return new Failure(
			neverSent
				? `The service could not be reached: ${reason}`
				: `The service was asked, but ${reason}`,
			"Check 'Base URL' in the credential and the network, or run it again later.",
		);
	}
	return perhapsAccepted(
		fault.n8nSays === undefined
			? `The request went out, but ${reason}`
			: `Nobody knows whether the request went out: ${reason}`,
		story,
	);
}

function perhapsAccepted(cause: string, { operation }: RequestStory, status?: number): Failure {
	return new Failure(
		`${cause}. The ${operation.label} may have been accepted`,
		`Look in the dashboard of the service before you send this item again: it was not repeated, so that nothing is sent twice.`,
		{ status, uncertain: true },
	);
}

function causeOf(status: number, { operation, path }: RequestStory): string {
	if (status === 404 && path.userId !== undefined) {
		return `No ${operation.label} for user '${path.userId}'`;
	}
	if (status === 400 && path.userId !== undefined) {
		return `The service did not accept user '${path.userId}': the user id is invalid or the request malformed`;
	}
	if (status >= 500) return 'The service was not able to do it';
	if (status >= 300 && status < 400) return 'The service sends the request on to another address';
	return CAUSES[status] ?? 'The service did not accept the request';
}

function hintOf({ status }: Fault, { path }: RequestStory): string {
	if (status === undefined) return '';
	if (status === 404 && path.userId !== undefined) {
		return "Check 'userId'. Results exist once the applicant has completed the screening: 'Wait Up To (Minutes)' asks again until then.";
	}
	if (status >= 500) return 'It was asked several times. Run it again later.';
	if (status >= 300 && status < 400) {
		return "Nothing follows it there. Enter the final address as 'Base URL' in the credential.";
	}
	return HINTS[status] ?? 'Check the values of this item, or ask the service operator.';
}
