import { brotliCompressSync, gzipSync } from 'node:zlib';

import { answer, head, type Wire, type WireTrouble } from './wire-service.mts';

/** What is known about a request after the fault. */
export type Proof =
	/** Nothing of it was sent: it may be sent again. */
	| 'never sent'
	/** The service says that it did not act: it may be sent again (429, and 401 after a login). */
	| 'rate limited or logged out'
	/** The service says no. */
	| 'refused'
	/** Nothing: it may have been accepted, and is not sent again. */
	| 'none'
	/** It was accepted, and there is an answer. */
	| 'accepted';

export interface WireFault extends WireTrouble {
	readonly name: string;
	readonly proof: Proof;
	/** Only over TLS, or only without; over both where absent. */
	readonly over?: 'tls' | 'http';
	/** Nothing more comes: ends only by a time-out. */
	readonly stalls?: true;
	/** What comes looks like a whole answer with another body: a GET is not repeated for it. */
	readonly looksWhole?: true;
	/** The status of the answer, where there is one other than 2xx. */
	readonly status?: number;
	/** It may also come before anything was sent, and then is proof of that. */
	readonly mayComeEarly?: true;
}

const LENGTH = (body: string | Buffer) => ({
	'Content-Type': 'application/json',
	'Content-Length': Buffer.byteLength(body),
});
const CHUNKED = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };

/** Half of an answer's body with the head of the whole. */
const halfOf = (status: number, body: string) =>
	head(status, LENGTH(body)) + body.slice(0, body.length / 2);

const ending = (text: (wire: Wire) => string | Buffer) => (wire: Wire) => {
	wire.http.end(text(wire));
};
const staying = (text: (wire: Wire) => string | Buffer) => (wire: Wire) => {
	wire.http.write(text(wire));
};
const withHead = (headers: Record<string, string | number>, body: Buffer) =>
	Buffer.concat([Buffer.from(head(200, headers)), body]);
const compressed = (encoding: string, body: Buffer) =>
	withHead({ ...LENGTH(body), 'Content-Encoding': encoding }, body);

type Fault = Partial<WireFault> & Pick<WireFault, 'name'>;

/** Faults with what they have in common. */
const all = (common: Pick<WireFault, 'over' | 'proof'>, faults: Fault[]): WireFault[] =>
	faults.map((fault) => ({ ...fault, ...common }));

const onConnect = all({ over: 'http', proof: 'none' }, [
	{ name: 'cut on connect', onConnect: (tcp) => tcp.destroy() },
	{ name: 'reset on connect', mayComeEarly: true, onConnect: (tcp) => tcp.resetAndDestroy() },
	{ name: 'nothing is read', stalls: true, onConnect: (tcp) => tcp.pause() },
	{
		name: 'an answer before the request',
		onConnect: (tcp) => tcp.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'),
		looksWhole: true,
	},
]);

const handshake = all({ over: 'tls', proof: 'never sent' }, [
	{ name: 'cut on connect', onConnect: (tcp) => tcp.destroy() },
	{ name: 'reset on connect', onConnect: (tcp) => tcp.resetAndDestroy() },
	{ name: 'cut after the hello', onConnect: (tcp) => tcp.once('data', () => tcp.end()) },
	{
		name: 'reset after the hello',
		onConnect: (tcp) => tcp.once('data', () => tcp.resetAndDestroy()),
	},
	{ name: 'no answer to the hello', stalls: true, onConnect: (tcp) => tcp.resume() },
	{
		name: 'plain HTTP instead of TLS',
		onConnect: (tcp) => tcp.once('data', () => tcp.end(head(400))),
	},
	{
		name: 'a handshake alert',
		onConnect: (tcp) => tcp.once('data', () => tcp.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 40]))),
	},
	{
		name: 'garbage instead of TLS',
		onConnect: (tcp) => tcp.once('data', () => tcp.end(Buffer.alloc(200, 0xa5))),
	},
	...[1, 5, 60, 300].map((bytes) => ({
		name: `cut after ${bytes} bytes of the handshake`,
		handshakeBytes: bytes,
	})),
]);

const whileReading = all({ proof: 'none' }, [
	{ name: 'cut while the request is read', onFirstBytes: ({ tcp }) => tcp.destroy() },
	{ name: 'reset while the request is read', onFirstBytes: ({ tcp }) => tcp.resetAndDestroy() },
	{
		name: 'stall while the request is read',
		stalls: true,
		onFirstBytes: ({ http }) => http.pause(),
	},
]);

const onLiveTls = all({ over: 'tls', proof: 'none' }, [
	{
		name: 'plain text in a secure connection',
		onRequest: ({ tcp }) => tcp.end('HTTP/1.1 200 OK\r\n\r\n{}'),
	},
	{
		name: 'a plain alert in a secure connection',
		onRequest: ({ tcp }) => tcp.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
	},
	{
		name: 'a damaged record in a secure connection',
		onRequest: ({ tcp }) =>
			tcp.end(Buffer.concat([Buffer.from([0x17, 3, 3, 0, 40]), Buffer.alloc(40, 0x5a)])),
	},
	{ name: 'no close_notify', onRequest: ({ tcp }) => tcp.end() },
]);

const beforeStatus = all({ proof: 'none' }, [
	{ name: 'the end instead of an answer', onRequest: ({ http }) => http.end() },
	{ name: 'a reset instead of an answer', onRequest: ({ tcp }) => tcp.resetAndDestroy() },
	{ name: 'no answer', stalls: true, onRequest: () => {} },
	{ name: 'garbage instead of an answer', onRequest: ending(() => 'FOO\r\n\r\n') },
	{ name: 'HTTP/0.9', onRequest: ending(({ body }) => body) },
	{ name: 'half a status line', onRequest: ending(() => 'HTTP/1.1 20') },
	{ name: 'a stall in the status line', stalls: true, onRequest: staying(() => 'HTTP/1.1 20') },
	// 101 is not here: axios never ends a request that is answered with it.
	{ name: '100 and nothing more', onRequest: ending(() => head(100)) },
	{ name: '102 and a stall', stalls: true, onRequest: staying(() => head(102)) },
]);

const inHeaders = all({ proof: 'none' }, [
	{ name: 'cut in the headers', onRequest: ending(() => 'HTTP/1.1 200 OK\r\nContent-Ty') },
	{
		name: 'a stall in the headers',
		stalls: true,
		onRequest: staying(() => 'HTTP/1.1 200 OK\r\nContent-Ty'),
	},
	{
		name: 'garbage in the headers',
		onRequest: ending(() => 'HTTP/1.1 200 OK\r\na b\u0000: c\r\n\r\n{}'),
	},
	{
		name: 'too many headers',
		onRequest: ending(() => head(200, { 'X-Long': 'x'.repeat(100_000) })),
	},
	{
		name: 'a Content-Length that is no number',
		onRequest: ending(() => head(200, { 'Content-Length': 'x' })),
	},
]);

const inBody = all({ proof: 'none' }, [
	{ name: 'no body', onRequest: ending(({ body }) => head(200, LENGTH(body))) },
	{ name: 'half a body', onRequest: ending(({ body }) => halfOf(200, body)) },
	{
		name: 'half a body and a reset',
		onRequest: ({ http, tcp, body }) => {
			http.write(halfOf(200, body), () => setImmediate(() => tcp.resetAndDestroy()));
		},
	},
	{
		name: 'half a body and a stall',
		stalls: true,
		onRequest: staying(({ body }) => halfOf(200, body)),
	},
	{
		name: 'half a body without length',
		looksWhole: true,
		onRequest: ending(({ body }) => head(200) + body.slice(0, 9)),
	},
	{
		name: 'a Content-Length that is too long',
		onRequest: ending(({ body }) => head(200, LENGTH(`${body}12345`)) + body),
	},
	{
		name: 'a Content-Length that is too short',
		looksWhole: true,
		onRequest: ending(({ body }) => head(200, LENGTH(body.slice(5))) + body),
	},
	{ name: '204', looksWhole: true, onRequest: ending(() => head(204)) },
	{ name: 'half a chunk', onRequest: ending(({ body }) => `${head(200, CHUNKED)}ff\r\n${body}`) },
	{
		name: 'no last chunk',
		onRequest: ending(
			({ body }) => `${head(200, CHUNKED)}${body.length.toString(16)}\r\n${body}\r\n`,
		),
	},
	{
		name: 'a stall before the last chunk',
		stalls: true,
		onRequest: staying(
			({ body }) => `${head(200, CHUNKED)}${body.length.toString(16)}\r\n${body}\r\n`,
		),
	},
	{
		name: 'a chunk of no size',
		onRequest: ending(({ body }) => `${head(200, CHUNKED)}zz\r\n${body}\r\n0\r\n\r\n`),
	},
	{ name: 'not gzip', onRequest: ending(({ body }) => compressed('gzip', Buffer.from(body))) },
	{
		name: 'gzip that is damaged',
		onRequest: ending(({ body }) => compressed('gzip', gzipSync(body).fill(0xff, 12, 24))),
	},
	{ name: 'not brotli', onRequest: ending(({ body }) => compressed('br', Buffer.from(body))) },
	{
		name: 'brotli that is called gzip',
		onRequest: ending(({ body }) => compressed('gzip', brotliCompressSync(body))),
	},
]);

const withStatus: WireFault[] = [
	...[400, 403, 422].map((status) => ({ status, proof: 'refused' as const })),
	{ status: 401, proof: 'rate limited or logged out' as const },
	{ status: 429, proof: 'rate limited or logged out' as const },
	{ status: 500, proof: 'none' as const },
	{ status: 503, proof: 'none' as const },
].flatMap(({ status, proof }) => [
	{
		name: `${status} with half a body`,
		status,
		proof,
		onRequest: ending(({ body }) => {
			return head(status, { ...LENGTH(body), 'Retry-After': 0 }) + body.slice(0, 5);
		}),
	},
	{
		name: `${status} with a body that is not gzip`,
		status,
		proof,
		onRequest: ending(({ body }) => {
			const headers = { ...LENGTH(body), 'Content-Encoding': 'gzip', 'Retry-After': 0 };
			return head(status, headers) + body;
		}),
	},
]);

const redirects: WireFault[] = [301, 302, 303, 307, 308].map((status) => ({
	name: `${status} to the same address`,
	status,
	// By 302 and 303 a service may say that it is done, and where to look.
	proof: status === 302 || status === 303 ? 'none' : 'refused',
	onRequest: ending(() => answer(status, '{}', { Location: '/v2/screening/send' })),
}));

const accepted = all({ proof: 'accepted' }, [
	{ name: 'no end after the body', onRequest: staying(({ body }) => answer(200, body)) },
	{ name: '100 first', onRequest: ending(({ body }) => head(100) + answer(200, body)) },
	{ name: '103 first', onRequest: ending(({ body }) => head(103) + answer(200, body)) },
	{ name: 'two answers', onRequest: ending(({ body }) => answer(200, body) + answer(500, '{}')) },
	{ name: 'a body without length', onRequest: ending(({ body }) => head(200) + body) },
	{
		name: 'an unknown encoding',
		onRequest: ending(({ body }) => compressed('foo', Buffer.from(body))),
	},
	{ name: 'gzip', onRequest: ending(({ body }) => compressed('gzip', gzipSync(body))) },
	{ name: 'brotli', onRequest: ending(({ body }) => compressed('br', brotliCompressSync(body))) },
]);

/** Everything that may go wrong with one request on its way there and back, phase by phase. */
export const WIRE_FAULTS: readonly WireFault[] = [
	...onConnect,
	...handshake,
	...whileReading,
	...onLiveTls,
	...beforeStatus,
	...inHeaders,
	...inBody,
	...withStatus,
	...redirects,
	...accepted,
];

/** The forms in which a body may be cut at any of its bytes. */
export const BODY_FORMS: Record<string, (body: string) => { head: string; bytes: Buffer }> = {
	'with its length': (body) => ({ head: head(200, LENGTH(body)), bytes: Buffer.from(body) }),
	'without length': (body) => ({ head: head(200), bytes: Buffer.from(body) }),
	'in chunks': (body) => ({
		head: head(200, CHUNKED),
		bytes: Buffer.from(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
	}),
	'as gzip': (body) => {
		const bytes = gzipSync(body);
		return { head: head(200, { ...LENGTH(bytes), 'Content-Encoding': 'gzip' }), bytes };
	},
	'as gzip without length': (body) => ({
		head: head(200, { 'Content-Encoding': 'gzip' }),
		bytes: gzipSync(body),
	}),
	'as brotli without length': (body) => ({
		head: head(200, { 'Content-Encoding': 'br' }),
		bytes: brotliCompressSync(body),
	}),
};

/** A 200 whose body, in the given form, ends after `count` bytes. */
export function cutBodyAt(form: keyof typeof BODY_FORMS, count: number): WireFault {
	return {
		name: `a body ${form} that ends after ${count} bytes`,
		proof: 'none',
		onRequest: ending(({ body }) => {
			const { head: start, bytes } = BODY_FORMS[form]!(body);
			return Buffer.concat([Buffer.from(start), bytes.subarray(0, count)]);
		}),
	};
}
