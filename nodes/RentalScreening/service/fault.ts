/** What is known of a request that got no complete answer, or an answer other than 2xx. */
export interface Fault {
	/** HTTP status of the answer, never 2xx; absent where no complete answer came. */
	readonly status?: number;
	/** Body of that answer (parsed when it was JSON); absent when it was cut. */
	readonly body?: unknown;
	/** Headers of that answer, names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** Proven: nothing of the request reached the service. False whenever that is not known. */
	readonly neverSent: boolean;
	/** Why no complete answer came, a clause in our words; absent where there is one, or where it is not known. */
	readonly reason?: string;
	/** What n8n says instead. It may hold anything: show it through `quoted` only. */
	readonly n8nSays?: string;
	/** The execution was cancelled. */
	readonly cancelled: boolean;
}

/** The members of n8n's, axios's and Node's errors that are read. */
interface RequestError {
	readonly message?: unknown;
	readonly code?: unknown;
	readonly syscall?: unknown;
	readonly cause?: unknown;
	readonly errors?: unknown;
	readonly request?: { readonly protocol?: unknown; readonly socket?: Socket | null };
	readonly response?: Partial<Answer> | null;
}

interface Answer {
	readonly status: number;
	readonly data?: unknown;
	readonly headers?: unknown;
}

/** Node's socket; `secureConnecting` is true until the TLS handshake is complete and the certificate verified. */
interface Socket {
	readonly encrypted?: unknown;
	readonly secureConnecting?: unknown;
}

const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers at that address',
	ENOTFOUND: 'there is no such host',
	EAI_AGAIN: 'the host name could not be looked up',
	EAI_FAIL: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EADDRNOTAVAIL: 'no local port was free',
	EMFILE: 'this machine has too many open files',
	EPROTO: 'no secure connection could be made',
	ECONNRESET: 'the connection was cut before an answer came',
	EPIPE: 'the connection was cut before an answer came',
	ECONNABORTED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
};

/** The same where nothing was sent, as far as it differs. */
const REASONS_NEVER_SENT: Readonly<Record<string, string>> = {
	ECONNRESET: 'the connection was cut before it was ready',
	ECONNABORTED: 'no connection was made in time',
	ETIMEDOUT: 'no connection was made in time',
};

export const CUT_ANSWER = 'its answer was cut off or unreadable';
const BAD_CERTIFICATE = 'its certificate could not be verified';

/** Node's calls that come before a connection stands: looking the host up, and connecting. */
const CONNECT_CALLS = /^(connect|getaddrinfo|query[A-Z][A-Za-z]*)$/;

/** Codes that only looking a host up or connecting to it can end in. */
const CONNECT_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ECONNREFUSED']);

/** Why n8n's agent for proxies gives up a connection before the proxy has opened the tunnel for it. */
const NO_TUNNEL =
	/^(?:Proxy connection ended before receiving|No header received from proxy|Invalid header from proxy) CONNECT response/;

const CUT_HANDSHAKE =
	'Client network socket disconnected before secure TLS connection was established';

/** Codes of a certificate that Node refuses when the handshake ends; what waits to be sent is dropped. */
const CERTIFICATE_CODES = new Set([
	'CERT_CHAIN_TOO_LONG',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What n8n says when it does not let a request out. */
const BLOCKED_BY_N8N = /^(Domain not allowed|The request was blocked)/;

/**
 * Reads what a thrown request leaves behind (n8n's error around axios' around Node's). Keeps no reference to
 * it: it holds the request body and the Authorization header.
 */
export function readFault(thrown: unknown): Fault {
	const errors = errorsIn(thrown);
	const answer = errors.map(({ response }) => response).find(isAnswer);
	if (isOfProxy(errors)) {
		const status = answer === undefined ? '' : ` (${answer.status})`;
		const reason = `the proxy did not connect to the service${status}`;
		return { headers: {}, neverSent: true, cancelled: false, reason };
	}
	// axios reports a 2xx whose body is cut or badly compressed as an error with that status.
	if (answer !== undefined && answer.status >= 300) {
		return {
			status: answer.status,
			...(isStream(answer.data) ? {} : { body: answer.data }),
			headers: { ...(answer.headers as Record<string, unknown> | undefined) },
			neverSent: false,
			cancelled: false,
		};
	}
	const codes = errors.map(({ code }) => String(code ?? ''));
	const neverSent = answer === undefined && isNeverSent(errors, codes);
	const reason = answer === undefined ? reasonOf(codes, neverSent) : CUT_ANSWER;
	const n8nSays = errors.map(messageOf).find((text) => text !== '');
	return {
		headers: {},
		neverSent,
		cancelled: codes.includes('ERR_CANCELED'),
		...(reason === undefined ? {} : { reason }),
		...(reason === undefined && n8nSays !== undefined ? { n8nSays } : {}),
	};
}

function isAnswer(response: RequestError['response']): response is Answer {
	return typeof response?.status === 'number';
}

/**
 * Whether what came instead of an answer is a proxy's, which refused to open a tunnel to the service. The agent
 * then lets the request read it from a socket that leads nowhere: over https, one that is there and not encrypted.
 */
function isOfProxy(errors: readonly RequestError[]): boolean {
	if (errors.map(messageOf).some((text) => NO_TUNNEL.test(text))) return true;
	return errors.some(({ request }) => {
		const { protocol, socket } = request ?? {};
		if (socket === undefined || socket === null) return false;
		return protocol === 'https:' && socket.encrypted !== true;
	});
}

/** Where a body is cut, axios may leave its stream where the body belongs. */
function isStream(body: unknown): boolean {
	return typeof (body as { pipe?: unknown } | null | undefined)?.pipe === 'function';
}

/** Only proof counts: an error that may come after the first byte of a request is none. */
function isNeverSent(errors: readonly RequestError[], codes: readonly string[]): boolean {
	const socket = errors.find(({ request }) => request?.socket?.encrypted === true)?.request?.socket;
	if (socket?.secureConnecting === true) return true;
	const texts = errors.map(messageOf);
	if (texts.some((text) => BLOCKED_BY_N8N.test(text))) return true;
	const calls = errors.map(({ syscall }) => String(syscall ?? '')).filter((call) => call !== '');
	if (calls.length > 0) return calls.every((call) => CONNECT_CALLS.test(call));
	if (codes.some((code) => CONNECT_CODES.has(code))) return true;
	// A socket that is known to have been secure already speaks against the rest.
	if (socket !== undefined && socket !== null) return false;
	return texts.includes(CUT_HANDSHAKE) || codes.some((code) => CERTIFICATE_CODES.has(code));
}

function reasonOf(codes: readonly string[], neverSent: boolean): string | undefined {
	if (codes.some((code) => CERTIFICATE_CODES.has(code))) return BAD_CERTIFICATE;
	const code = codes.find((one) => Object.hasOwn(REASONS, one));
	if (code !== undefined)
		return (neverSent ? REASONS_NEVER_SENT[code] : undefined) ?? REASONS[code];
	return neverSent ? undefined : brokenAnswer(codes);
}

/** Why Node could not read what came: TLS or HTTP that is not valid. */
function brokenAnswer(codes: readonly string[]): string | undefined {
	if (codes.some((code) => code.startsWith('HPE_'))) return CUT_ANSWER;
	return codes.some((code) => code.startsWith('ERR_SSL_'))
		? 'the secure connection broke before an answer came'
		: undefined;
}

function messageOf({ message }: RequestError): string {
	return typeof message === 'string' ? message : '';
}

/** The thrown value and what caused it, outermost first; the parts of a failed dual-stack connect included. */
function errorsIn(thrown: unknown): RequestError[] {
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
