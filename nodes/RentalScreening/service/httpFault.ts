import { UserError } from 'n8n-workflow';

import { Failure } from '../core/failure';

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
	'Change that in the credential, or ask who runs n8n.',
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

/** The members of n8n's, axios's and Node's errors that are read. */
interface RequestError {
	readonly constructor?: { readonly name?: unknown };
	readonly message?: unknown;
	readonly code?: unknown;
	readonly syscall?: unknown;
	readonly cause?: unknown;
	readonly errors?: unknown;
	readonly request?: {
		readonly protocol?: unknown;
		/** Node's; `secureConnecting` until the TLS handshake is complete and the certificate verified. */
		readonly socket?: { readonly encrypted?: unknown; readonly secureConnecting?: unknown } | null;
	};
	readonly response?: {
		readonly status?: number;
		readonly data?: unknown;
		readonly headers?: unknown;
	} | null;
}

/** The reasons that people can do something about; others are given by their code. */
const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers at that address',
	ENOTFOUND: 'there is no such host',
	ECONNRESET: 'the connection was cut before an answer came',
	ECONNABORTED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'it is self-signed',
	CERT_HAS_EXPIRED: 'it has expired',
	CERT_NOT_YET_VALID: 'it is not valid yet',
	ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
};

/** A GET whose answer came, but not whole. */
export const CUT: HttpFault = {
	provenUnsent: false,
	reason: 'its answer was cut off or unreadable',
};

/** Node's calls that come before a connection stands: looking the host up, and connecting. */
const CONNECT_CALLS = /^(connect|getaddrinfo|query[A-Z][A-Za-z]*)$/;

/** Codes that only looking a host up or connecting to it can end in. */
const CONNECT_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ECONNREFUSED']);

/** Why n8n's agent for proxies gives up a connection before the proxy has opened the tunnel for it. */
const NO_TUNNEL =
	/^(?:Proxy connection ended before receiving|No header received from proxy|Invalid header from proxy) CONNECT response/;

/** Codes of certificates that Node does not accept. */
const CERTIFICATE_CODES = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

/** Errors that n8n throws instead of opening a connection; the last one, where it cannot read the credential. */
const REFUSALS_OF_N8N = ['SsrfBlockedIpError', 'SsrfBlockedHostnameError', 'CredentialDataError'];

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
	if (errors.some(({ code }) => isCertificateCode(code))) return toUnsent(UNTRUSTED, reason);
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

/** n8n checks the domains of a credential, and the address, right before it would open the connection. */
function isRefusalOfN8n(error: RequestError): boolean {
	if (REFUSALS_OF_N8N.includes(String(error.constructor?.name))) return true;
	return (
		error instanceof UserError && /^(Domain not allowed|No allowed domains)/.test(error.message)
	);
}

/**
 * Whether what came instead of an answer is a proxy's, which refused to open a tunnel to the service. The agent
 * then lets the request read it from a socket that leads nowhere: over https, one that is there and not encrypted.
 */
function isProxyAnswer(errors: readonly RequestError[]): boolean {
	if (errors.map(readMessage).some((text) => NO_TUNNEL.test(text))) return true;
	return errors.some(({ request }) => {
		const { protocol, socket } = request ?? {};
		if (socket === undefined || socket === null) return false;
		return protocol === 'https:' && socket.encrypted !== true;
	});
}

/** Whether a proxy could not be connected to. Over https only a request that waits for its proxy has no socket yet. */
function isProxyMissing(errors: readonly RequestError[]): boolean {
	const isWaiting = errors.some(
		({ request }) => request?.protocol === 'https:' && request.socket === null,
	);
	return isWaiting && errors.some(({ syscall }) => CONNECT_CALLS.test(String(syscall)));
}

function isCertificateCode(code: unknown): boolean {
	return typeof code === 'string' && CERTIFICATE_CODES.test(code);
}

/** Where a body is cut, axios may leave its stream where the body belongs. */
function isStream(body: unknown): boolean {
	return typeof (body as { pipe?: unknown } | null | undefined)?.pipe === 'function';
}

/** Only proof counts: an error that may come after the first byte of a request is none. */
function isProvenUnsent(errors: readonly RequestError[]): boolean {
	const isInHandshake = ({ request }: RequestError) =>
		request?.socket?.encrypted === true && request.socket.secureConnecting === true;
	if (errors.some(isInHandshake)) return true;
	const calls = errors.map(({ syscall }) => String(syscall ?? '')).filter((call) => call !== '');
	if (calls.length > 0) return calls.every((call) => CONNECT_CALLS.test(call));
	return errors.some(({ code }) => CONNECT_CODES.has(String(code)));
}

function findReason(errors: readonly RequestError[]): string {
	const codes = errors.map(({ code }) => code).filter((code) => typeof code === 'string');
	const known = codes.find((code) => Object.hasOwn(REASONS, code));
	if (known !== undefined) return REASONS[known]!;
	if (codes.length > 0)
		return isCertificateCode(codes[0]) ? codes[0]! : `the connection broke (${codes[0]})`;
	return errors.map(readMessage).find((text) => text !== '') ?? 'no reason is given';
}

function readMessage({ message }: RequestError): string {
	return typeof message === 'string' ? message : '';
}

/** The thrown value and what caused it, outermost first; the parts of a failed dual-stack connect included. */
export function unwrapErrors(thrown: unknown): RequestError[] {
	const found: RequestError[] = [];
	const open: unknown[] = [thrown];
	while (open.length > 0 && found.length < 12) {
		const next = open.shift();
		if (typeof next !== 'object' || next === null || found.includes(next)) continue;
		const error = next as RequestError;
		found.push(error);
		open.push(error.cause, ...(Array.isArray(error.errors) ? (error.errors as unknown[]) : []));
	}
	return found;
}
