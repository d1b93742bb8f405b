import { UserError } from 'n8n-workflow';

// What the errors of a request say: n8n's around axios's around Node's.

/** The members of n8n's, axios's and Node's errors that are read. */
export interface RequestError {
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

const MAX_ERRORS = 12;

/** The thrown value and what caused it, outermost first; the parts of a failed dual-stack connect included. */
export function unwrapErrors(thrown: unknown): RequestError[] {
	const found: RequestError[] = [];
	const open: unknown[] = [thrown];
	while (open.length > 0 && found.length < MAX_ERRORS) {
		const next = open.shift();
		if (typeof next !== 'object' || next === null || found.includes(next)) continue;
		const error = next as RequestError;
		found.push(error);
		open.push(error.cause, ...(Array.isArray(error.errors) ? (error.errors as unknown[]) : []));
	}
	return found;
}

export function readMessage({ message }: RequestError): string {
	return typeof message === 'string' ? message : '';
}

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

/** n8n checks the domains of a credential, and the address, right before it would open the connection. */
export function isRefusalOfN8n(error: RequestError): boolean {
	if (REFUSALS_OF_N8N.includes(String(error.constructor?.name))) return true;
	return (
		error instanceof UserError && /^(Domain not allowed|No allowed domains)/.test(error.message)
	);
}

/**
 * Whether what came instead of an answer is a proxy's, which refused to open a tunnel to the service. The agent
 * then lets the request read it from a socket that leads nowhere: over https, one that is there and not encrypted.
 */
export function isProxyAnswer(errors: readonly RequestError[]): boolean {
	if (errors.map(readMessage).some((text) => NO_TUNNEL.test(text))) return true;
	return errors.some(({ request }) => {
		const { protocol, socket } = request ?? {};
		if (socket === undefined || socket === null) return false;
		return protocol === 'https:' && socket.encrypted !== true;
	});
}

/** Whether a proxy could not be connected to. Over https only a request that waits for its proxy has no socket yet. */
export function isProxyMissing(errors: readonly RequestError[]): boolean {
	const isWaiting = errors.some(
		({ request }) => request?.protocol === 'https:' && request.socket === null,
	);
	return isWaiting && errors.some(({ syscall }) => CONNECT_CALLS.test(String(syscall)));
}

/** Only proof counts: an error that may come after the first byte of a request is none. */
export function isProvenUnsent(errors: readonly RequestError[]): boolean {
	const isInHandshake = ({ request }: RequestError) =>
		request?.socket?.encrypted === true && request.socket.secureConnecting === true;
	if (errors.some(isInHandshake)) return true;
	const calls = errors.map(({ syscall }) => String(syscall ?? '')).filter((call) => call !== '');
	if (calls.length > 0) return calls.every((call) => CONNECT_CALLS.test(call));
	return errors.some(({ code }) => CONNECT_CODES.has(String(code)));
}

/** Whether Node did not accept the certificate of the address. */
export function hasCertificateProblem(errors: readonly RequestError[]): boolean {
	return errors.some(({ code }) => isCertificateCode(code));
}

function isCertificateCode(code: unknown): boolean {
	return typeof code === 'string' && CERTIFICATE_CODES.test(code);
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

/** Why no answer came, as a clause: in words for people, else by its code, else in the words of an error. */
export function findReason(errors: readonly RequestError[]): string {
	const codes = errors.map(({ code }) => code).filter((code) => typeof code === 'string');
	const known = codes.find((code) => Object.hasOwn(REASONS, code));
	if (known !== undefined) return REASONS[known]!;
	const [first] = codes;
	if (first !== undefined) {
		return isCertificateCode(first) ? first : `the connection broke (${first})`;
	}
	return errors.map(readMessage).find((text) => text !== '') ?? 'no reason is given';
}
