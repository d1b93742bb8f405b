import { truncate, onOneLine } from '../core/text';
import { redactSsn } from '../results/ssn';
import { isRecord } from '../core/json';

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
	/** Why no complete answer came, a clause. It may hold n8n's words: show it through `quoted` only. */
	readonly reason?: string;
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

/** The reasons that people can do something about; others are given by their code. */
const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers at that address',
	ENOTFOUND: 'there is no such host',
	ECONNRESET: 'the connection was cut before an answer came',
	ECONNABORTED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
};

/** A GET whose answer came, but not whole. */
export const CUT: Fault = {
	headers: {},
	neverSent: false,
	reason: 'its answer was cut off or unreadable',
};

/** Node's calls that come before a connection stands: looking the host up, and connecting. */
const CONNECT_CALLS = /^(connect|getaddrinfo|query[A-Z][A-Za-z]*)$/;

/** Codes that only looking a host up or connecting to it can end in. */
const CONNECT_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ECONNREFUSED']);

/** Why n8n's agent for proxies gives up a connection before the proxy has opened the tunnel for it. */
const NO_TUNNEL =
	/^(?:Proxy connection ended before receiving|No header received from proxy|Invalid header from proxy) CONNECT response/;

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
		return { headers: {}, neverSent: true, reason };
	}
	if (answer === undefined) {
		return { headers: {}, neverSent: isNeverSent(errors), reason: reasonIn(errors) };
	}
	// axios reports a 2xx whose body is cut or badly compressed as an error with that status.
	if (answer.status < 300) return CUT;
	return {
		status: answer.status,
		...(isStream(answer.data) ? {} : { body: answer.data }),
		headers: { ...(answer.headers as Record<string, unknown> | undefined) },
		neverSent: false,
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
function isNeverSent(errors: readonly RequestError[]): boolean {
	const isInHandshake = ({ request }: RequestError) =>
		request?.socket?.encrypted === true && request.socket.secureConnecting === true;
	if (errors.some(isInHandshake)) return true;
	const calls = errors.map(({ syscall }) => String(syscall ?? '')).filter((call) => call !== '');
	if (calls.length > 0) return calls.every((call) => CONNECT_CALLS.test(call));
	return errors.some(({ code }) => CONNECT_CODES.has(String(code)));
}

function reasonIn(errors: readonly RequestError[]): string {
	const codes = errors.map(({ code }) => code).filter((code) => typeof code === 'string');
	const known = codes.find((code) => Object.hasOwn(REASONS, code));
	if (known !== undefined) return REASONS[known]!;
	if (codes.length > 0) return `the connection broke (${codes[0]})`;
	return errors.map(messageOf).find((text) => text !== '') ?? 'no reason is given';
}

function messageOf({ message }: RequestError): string {
	return typeof message === 'string' ? message : '';
}

/** The thrown value and what caused it, outermost first; the parts of a failed dual-stack connect included. */
export function errorsIn(thrown: unknown): RequestError[] {
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

/** Whether the body is a web page, as a proxy or a wrong address would answer. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|\?xml)/i.test(body);
}

const LONGEST_QUOTE = 300;
const DEEPEST = 6;
const MOST_ENTRIES = 20;

/** Members whose texts stand without the member's name. */
const UNNAMED = ['message', 'error', 'errors', 'detail', 'details'];

/** What happened, followed by what the service says about it, if anything: a sentence without full stop. */
export function withQuote(happened: string, body: unknown, secrets: readonly string[]): string {
	const said = quoted(body, secrets);
	return said === '' ? happened : `${happened}: ${said}`;
}

/**
 * Rule 9: what the body of an answer, or n8n, says, on one line of at most 300 characters, without a full stop at its
 * end; '' for a web page. `secrets` (password, token) and SSNs are replaced; what the user typed may be in it.
 */
export function quoted(body: unknown, secrets: readonly string[]): string {
	if (isWebPage(body)) return '';
	let text = textsIn(body, DEEPEST).join('; ');
	// The longest first: a short one may be a part of it.
	const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
	for (const secret of spellings) text = text.replaceAll(secret, '[redacted]');
	return truncate(onOneLine(redactSsn(text, body)), LONGEST_QUOTE).replace(/[.\s]+$/, '');
}

/** Each text once, after the name of its member: 'phone: must be …'. */
function textsIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	const named = isRecord(value)
		? Object.entries(value)
		: Object.values(value).map((entry) => ['', entry] as const);
	const texts = named.slice(0, MOST_ENTRIES).flatMap(([name, member]) => {
		const isNamed = name !== '' && !UNNAMED.includes(name);
		return textsIn(member, depth - 1).map((text) => (isNamed ? `${name}: ${text}` : text));
	});
	return [...new Set(texts)];
}

/** A secret as it is, and as JSON and an address would hold it. */
function spellingsOf(secret: string): string[] {
	const text = secret.trim();
	if (text === '') return [];
	return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
}
