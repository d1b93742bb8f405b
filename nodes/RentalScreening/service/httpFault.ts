import { UserError } from 'n8n-workflow';

import { Failure } from '../core/failure';
import { isRecord } from '../core/json';
import { withQuote } from './quote';

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
	/** Why no request can be sent until a person changes something. Nothing was sent. */
	readonly obstacle?: Failure;
	/** A clause: why no complete answer came. It may quote n8n, so show it through `describeFault` only. */
	readonly reason?: string;
}

/** The members of n8n's, axios's and Node's errors that are read. */
interface RequestError {
	readonly message?: unknown;
	readonly code?: unknown;
	readonly syscall?: unknown;
	readonly cause?: unknown;
	readonly errors?: unknown;
	readonly response?: { status?: number; data?: unknown; headers?: Record<string, unknown> } | null;
}

/** An answer that came, but not whole: a POST may have been accepted. */
const CUT: HttpFault = { provenUnsent: false, reason: 'its answer was cut or unreadable' };

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

// The next three lists prove that nothing was sent. Any other error may come after the first byte of a request.

/** Errors that n8n throws instead of opening a connection; the last one where it cannot read the credential. */
const REFUSALS_OF_N8N = ['SsrfBlockedIpError', 'SsrfBlockedHostnameError', 'CredentialDataError'];

/** Node's calls that come before a connection stands: looking the host up, and connecting. */
const CONNECT_CALLS = /^(connect|getaddrinfo|query[A-Z]\w*)$/;

/** Node's codes of a certificate that it does not accept, with the reason. */
const UNTRUSTED_CODES = new Map([
	['CERT_HAS_EXPIRED', 'it has expired'],
	['CERT_NOT_YET_VALID', 'it is not valid yet'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'it is self-signed'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'it is self-signed'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'it is for another host'],
	['UNABLE_TO_GET_ISSUER_CERT', 'its authority is not known'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its authority is not known'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its authority is not known'],
]);

const REASONS = new Map([
	...UNTRUSTED_CODES,
	['ECONNREFUSED', 'nothing answers at that address'],
	['ENOTFOUND', 'there is no such host'],
	['ECONNRESET', 'the connection was cut before an answer came'],
	['ECONNABORTED', 'no answer came in time'],
	['ERR_CANCELED', 'the execution was cancelled'],
	['ETIMEDOUT', 'no answer came in time'],
]);

/**
 * Reads what a thrown request leaves behind (n8n's error around axios's around Node's). Keeps no reference to it: it holds
 * the request body and the Authorization header. `wasAboutToBeSent`: n8n called `BEFORE_SEND` for it.
 */
export function readHttpFault(thrown: unknown, wasAboutToBeSent = true): HttpFault {
	const errors = unwrapErrors(thrown);
	const refusal = errors.find(isRefusalOfN8n);
	if (refusal !== undefined) {
		return { provenUnsent: true, obstacle: BLOCKED_BY_N8N, reason: String(refusal.message) };
	}
	const answer = errors.find(({ response }) => typeof response?.status === 'number')?.response;
	if (!answer) return toUnanswered(errors, wasAboutToBeSent);
	const { status = 0, data, headers } = answer;
	// axios reports a 2xx whose body is cut or badly compressed as an error with that status.
	if (status < 300) return CUT;
	// It may leave its stream where the body belongs.
	const isStream = isRecord(data) && typeof data.pipe === 'function';
	const retryAfterMs = readRetryAfter(status, headers?.['retry-after']);
	return {
		status,
		...(isStream ? {} : { body: data }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		provenUnsent: !wasAboutToBeSent,
	};
}

/** The thrown value and what caused it, outermost first; the parts of a failed dual-stack connect included. */
export function unwrapErrors(thrown: unknown): RequestError[] {
	const found = new Set<RequestError>();
	const add = (error: unknown) => isRecord(error) && found.add(error);
	add(thrown);
	// A set is walked with what is added meanwhile.
	for (const { cause, errors } of found) {
		add(cause);
		if (Array.isArray(errors)) errors.forEach(add);
	}
	return [...found];
}

/** n8n checks the address, and the domains of the credential, right before it would open the connection. */
function isRefusalOfN8n(error: RequestError): boolean {
	if (!(error instanceof Error)) return false;
	const isAboutDomains = /^(Domain not allowed|No allowed domains)/.test(error.message);
	if (error instanceof UserError && isAboutDomains) return true;
	return REFUSALS_OF_N8N.includes(error.constructor.name);
}

function toUnanswered(errors: readonly RequestError[], wasAboutToBeSent: boolean): HttpFault {
	const listTexts = (member: 'code' | 'syscall' | 'message') =>
		errors.map((error) => error[member]).filter((text) => typeof text === 'string');
	const codes = listTexts('code');
	const code = codes.find((one) => REASONS.has(one)) ?? codes[0] ?? '';
	const message = listTexts('message').find((one) => one !== '') ?? 'no reason is given';
	const unknown = code === '' ? message : `the connection broke (${code})`;
	const reason = REASONS.get(code) ?? unknown;
	if (UNTRUSTED_CODES.has(code)) return { provenUnsent: true, obstacle: UNTRUSTED, reason };
	const calls = listTexts('syscall');
	const hasNoConnection = calls.length > 0 && calls.every((call) => CONNECT_CALLS.test(call));
	return { provenUnsent: hasNoConnection || !wasAboutToBeSent, reason };
}

/** The header `Retry-After` (seconds or a date) in milliseconds. Beside a 404 it is about one item only. */
function readRetryAfter(status: number, header: unknown): number | undefined {
	const isBusy = status === 429 || status >= 500;
	if (!isBusy || typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	return milliseconds >= 0 ? milliseconds : undefined;
}

/** What happened, with the status and what the service or n8n says: 'Could not log in (503): too busy'. See `quote`. */
export function describeFault(
	summary: string,
	fault: HttpFault,
	secrets: readonly string[],
): string {
	const { status, body, reason } = fault;
	const what = status === undefined ? summary : `${summary} (${status})`;
	return withQuote(what, body ?? reason, secrets);
}
