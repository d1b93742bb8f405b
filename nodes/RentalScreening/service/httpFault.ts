import { Failure } from '../core/failure';
import {
	findReason,
	hasCertificateProblem,
	isProvenUnsent,
	isProxyAnswer,
	isProxyMissing,
	isRefusalOfN8n,
	readMessage,
	unwrapErrors,
	type RequestError,
} from './requestError';

/** What is known of a request that got no complete answer, or an answer other than 2xx. */
export interface HttpFault {
	/** HTTP status of the answer, never 2xx; absent where no complete answer came. */
	readonly status?: number;
	/** Body of that answer (parsed when it was JSON); absent when it was cut. */
	readonly body?: unknown;
	/** How long a busy or failing service asks to wait (its header `Retry-After`). */
	readonly retryAfterMs?: number;
	/** Proven: nothing of the request reached the service. False whenever that is not known. */
	readonly provenUnsent: boolean;
	/** What kept it from the service; known only where it is proven that nothing was sent. */
	readonly obstacle?: Failure;
	/** Why no complete answer came, a clause. It may hold n8n's words: show it through `quote` only. */
	readonly reason?: string;
}

export const BLOCKED_BY_N8N = new Failure(
	'blocked',
	'n8n blocked the request',
	"Check 'Base URL' and 'Allowed HTTP Request Domains' in the credential, or ask who runs n8n to allow the address.",
);

export const UNTRUSTED = new Failure(
	'blocked',
	"The certificate of the service's address is not trusted",
	"Check 'Base URL' in the credential. If the address is right, have n8n trust its certificate: name the file of its authority in NODE_EXTRA_CA_CERTS where n8n is started.",
);

export const NO_PROXY = new Failure(
	'unreachable',
	'The service could not be reached',
	"Check the proxy: HTTPS_PROXY where n8n is started, or 'Proxy' under 'Request Options' of the node.",
);

/** An answer that came, but not whole: a POST may have been accepted. */
export const CUT: HttpFault = {
	provenUnsent: false,
	reason: 'its answer was cut off or unreadable',
};

/**
 * Reads what a thrown request leaves behind (n8n's error around axios' around Node's). Keeps no reference to
 * it: it holds the request body and the Authorization header. `wasAboutToBeSent`: n8n called `BEFORE_SEND` for it.
 */
export function readHttpFault(thrown: unknown, wasAboutToBeSent = true): HttpFault {
	const errors = unwrapErrors(thrown);
	const refusal = errors.find(isRefusalOfN8n);
	if (refusal !== undefined) return toUnsent(BLOCKED_BY_N8N, readMessage(refusal));
	const responses = errors.map(({ response }) => response);
	const answer = responses.find((response) => typeof response?.status === 'number');
	const { status, data } = answer ?? {};
	if (isProxyAnswer(errors)) {
		const code = status === undefined ? '' : ` (${status})`;
		return toUnsent(NO_PROXY, `the proxy did not connect to the service${code}`);
	}
	if (status === undefined) return toUnanswered(errors, wasAboutToBeSent);
	// axios reports a 2xx whose body is cut or badly compressed as an error with that status.
	if (status < 300) return CUT;
	const retryAfterMs = readRetryAfter(status, answer?.headers);
	return {
		status,
		...(isStream(data) ? {} : { body: data }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		provenUnsent: !wasAboutToBeSent,
	};
}

/** No answer came, neither of the service nor of a proxy. */
function toUnanswered(errors: readonly RequestError[], wasAboutToBeSent: boolean): HttpFault {
	const reason = findReason(errors);
	if (wasAboutToBeSent && !isProvenUnsent(errors)) return { provenUnsent: false, reason };
	if (isProxyMissing(errors)) return toUnsent(NO_PROXY, `the proxy: ${reason}`);
	if (hasCertificateProblem(errors)) return toUnsent(UNTRUSTED, reason);
	return { provenUnsent: true, reason };
}

/** The header `Retry-After` (seconds or a date), unless its time is over; beside a 404 it is about one item only. */
function readRetryAfter(status: number, headers: unknown): number | undefined {
	const header = (headers as Record<string, unknown> | undefined)?.['retry-after'];
	if ((status !== 429 && status < 500) || typeof header !== 'string' || header.trim() === '') {
		return undefined;
	}
	const seconds = Number(header);
	const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return milliseconds >= 0 ? milliseconds : undefined;
}

function toUnsent(obstacle: Failure, reason: string): HttpFault {
	return { provenUnsent: true, obstacle, reason };
}

/** Where a body is cut, axios may leave its stream where the body belongs. */
function isStream(body: unknown): boolean {
	return typeof (body as { pipe?: unknown } | null | undefined)?.pipe === 'function';
}
