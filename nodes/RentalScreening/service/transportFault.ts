/** What is known of a request that got no usable answer, or an answer other than 200. */
export interface TransportFault {
	/** HTTP status of the answer, absent when there was none. */
	readonly status?: number;
	/** Body of the answer as it came (parsed when it was JSON). */
	readonly body?: unknown;
	/** Headers of the answer, names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** No connection came about, so the service cannot have acted. */
	readonly neverSent: boolean;
	/** Why there was no answer, in words of our own; absent when there was one, or nobody knows. */
	readonly reason?: string;
	/** What n8n says instead, where it failed by itself: for `serviceMessage`, as it may hold anything. */
	readonly n8nSays?: string;
	/** The execution was cancelled. */
	readonly cancelled: boolean;
}

interface RequestFault {
	code?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown;
	response?: { status?: unknown; data?: unknown; headers?: unknown };
	/** What n8n 1 keeps of the error that it wraps, in place of the error: status or code, words, JSON body. */
	httpCode?: unknown;
	message?: unknown;
	messages?: unknown;
	context?: { data?: unknown };
}

const CONNECTION_REASONS: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at that address',
	ENOTFOUND: 'there is no such host',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EADDRNOTAVAIL: 'no local port was free',
};

const ANSWER_REASONS: Record<string, string> = {
	ECONNRESET: 'the connection was cut before an answer came',
	EPIPE: 'the connection was cut before an answer came',
	ECONNABORTED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

/** How the beginning of a TLS connection fails; other TLS codes may come when the request is out already. */
const HANDSHAKE =
	/wrong.version|handshake|protocol.version|unsupported.protocol|unrecognized.name/i;

/** What n8n says when it does not let a request out. */
const KEPT_IN = /^(Domain not allowed|The request was blocked)/;

/** Node's calls on a connection that stands. */
const WHILE_CONNECTED = /^(read|write)\b/;

/**
 * Reads what a thrown request leaves behind (n8n's error around axios' error around Node's), without
 * keeping a reference to it: its configuration holds the request body and the Authorization header.
 */
export function readTransportFault(thrown: unknown): TransportFault {
	const chain = causesOf(thrown);
	const answer = chain.find((fault) => typeof fault.response?.status === 'number')?.response;
	if (answer !== undefined) {
		return {
			status: answer.status as number,
			body: answer.data,
			headers: { ...(answer.headers as Record<string, unknown> | undefined) },
			neverSent: false,
			cancelled: false,
		};
	}
	const told = statusTold(chain);
	if (told !== undefined) return told;
	const words = chain.flatMap(wordsOf);
	const codes = [
		...chain.flatMap(({ code, httpCode }) => [String(code ?? ''), String(httpCode ?? '')]),
		...words.flatMap(codesIn),
	];
	const tls = tlsReason(codes, words);
	const reason = reasonOf(codes, tls);
	const first = words.find((text) => text !== '');
	return {
		headers: {},
		neverSent: tls !== undefined || neverSent(codes, words, chain),
		cancelled: codes.includes('ERR_CANCELED'),
		...(reason === undefined ? {} : { reason }),
		...(reason === undefined && first !== undefined ? { n8nSays: first } : {}),
	};
}

function neverSent(codes: string[], words: string[], chain: RequestFault[]): boolean {
	const calls = [...chain.map(({ syscall }) => String(syscall ?? '')), ...words];
	if (calls.some((call) => /^connect\b/.test(call))) return true;
	if (words.some((text) => KEPT_IN.test(text))) return true;
	const refused = codes.some((code) => code in CONNECTION_REASONS);
	return refused && !calls.some((call) => WHILE_CONNECTED.test(call));
}

/** Why a TLS connection did not come about; undefined where it did, or none was wanted. */
function tlsReason(codes: string[], words: string[]): string | undefined {
	if (codes.some((code) => CERTIFICATE.test(code))) return 'its certificate could not be verified';
	const failedHandshake =
		codes.some((code) => /^(EPROTO$|ERR_SSL_)/.test(code)) &&
		[...codes, ...words].some((text) => HANDSHAKE.test(text));
	return failedHandshake ? 'it does not speak https there' : undefined;
}

/** n8n 1 keeps an answer's status and JSON body only; its headers are lost, `Retry-After` with them. */
function statusTold(chain: RequestFault[]): TransportFault | undefined {
	const told = chain.find(({ httpCode }) => /^[1-5]\d\d$/.test(String(httpCode)));
	if (told === undefined) return undefined;
	return {
		status: Number(told.httpCode),
		body: told.context?.data,
		headers: {},
		neverSent: false,
		cancelled: false,
	};
}

function wordsOf({ message, messages }: RequestFault): string[] {
	const all: unknown[] = [message, ...(Array.isArray(messages) ? (messages as unknown[]) : [])];
	return all.filter((text) => typeof text === 'string');
}

/** The codes of Node and axios in what they say, such as 'connect ECONNREFUSED 127.0.0.1:443'. */
function codesIn(text: string): string[] {
	if (text === 'socket hang up') return ['ECONNRESET'];
	if (text === 'canceled') return ['ERR_CANCELED'];
	if (/^timeout of \d+ms exceeded$/.test(text)) return ['ECONNABORTED'];
	return text.match(/\bE[A-Z_]{4,}\b/g) ?? [];
}

function reasonOf(codes: string[], tls: string | undefined): string | undefined {
	const refusedCode = codes.find((code) => code in CONNECTION_REASONS);
	if (refusedCode !== undefined) return CONNECTION_REASONS[refusedCode];
	if (tls !== undefined) return tls;
	const cutCode = codes.find((code) => code in ANSWER_REASONS);
	return cutCode === undefined ? undefined : ANSWER_REASONS[cutCode];
}

/** The thrown value and what caused it, outermost first; the parts of a failed dual-stack connect included. */
function causesOf(thrown: unknown): RequestFault[] {
	const chain: RequestFault[] = [];
	const open: unknown[] = [thrown];
	while (open.length > 0 && chain.length < 12) {
		const next = open.shift();
		if (typeof next !== 'object' || next === null || chain.includes(next)) continue;
		const fault = next as RequestFault;
		chain.push(fault);
		open.push(fault.cause, ...(Array.isArray(fault.errors) ? (fault.errors as unknown[]) : []));
	}
	return chain;
}
