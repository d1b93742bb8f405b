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

interface Traits {
	/** Nothing more comes: ends only by a time-out. */
	readonly stalls?: true;
	/** What comes looks like a whole answer with another body: a GET is not repeated for it. */
	readonly looksWhole?: true;
	/** The status of the answer, where there is one other than 2xx. */
	readonly status?: number;
	/** It may also come before anything was sent, and then is proof of that. */
	readonly mayComeEarly?: true;
}

export interface WireFault extends WireTrouble, Traits {
	readonly name: string;
	readonly proof: Proof;
	/** Only over TLS, or only without; over both where absent. */
	readonly over?: 'tls' | 'http';
}

type Fault = [name: string, trouble: WireTrouble & Traits, traits?: Traits];

/** Faults with what they have in common. */
const all = (common: Pick<WireFault, 'over' | 'proof'>, faults: Fault[]): WireFault[] =>
	faults.map(([name, trouble, traits]) => ({ name, ...trouble, ...traits, ...common }));

type Text = string | Buffer;

/** Answers with that and closes the connection. */
const ending = (text: (body: string) => Text): WireTrouble => ({
	onRequest: ({ http, body }) => http.end(text(body)),
});
/** Answers with that and leaves the connection open. */
const staying = (text: (body: string) => Text): WireTrouble => ({
	onRequest: ({ http, body }) => http.write(text(body)),
});
const stalling = (text: (body: string) => Text) => ({ ...staying(text), stalls: true as const });
/** Ends the connection below TLS with that. */
const plain = (text: Text): WireTrouble => ({ onRequest: ({ tcp }) => tcp.end(text) });
/** Answers the first bytes of the TLS handshake with that. */
const toHello = (text: Text): WireTrouble => ({
	onConnect: (tcp) => tcp.once('data', () => tcp.end(text)),
});

const makeHeaders = (body: Text) => ({
	'Content-Type': 'application/json',
	'Content-Length': Buffer.byteLength(body),
});
const CHUNKED = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
const chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;
const cutInHalf = (body: string) => head(200, makeHeaders(body)) + body.slice(0, body.length / 2);
const encoded = (encoding: string, body: Text) =>
	Buffer.concat([
		Buffer.from(head(200, { ...makeHeaders(body), 'Content-Encoding': encoding })),
		Buffer.from(body),
	]);

const ALERT = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
const DAMAGED_RECORD = Buffer.concat([Buffer.from([0x17, 3, 3, 0, 40]), Buffer.alloc(40, 0x5a)]);

const cut: WireTrouble = { onConnect: (tcp) => tcp.destroy() };
const reset: WireTrouble = { onConnect: (tcp) => tcp.resetAndDestroy() };

const onConnect = all({ over: 'http', proof: 'none' }, [
	['cut on connect', cut],
	['reset on connect', reset, { mayComeEarly: true }],
	['nothing is read', { onConnect: (tcp) => tcp.pause() }, { stalls: true }],
	[
		'an answer before the request',
		{ onConnect: (tcp) => tcp.end(`${head(200, { 'Content-Length': 2 })}{}`) },
		{ looksWhole: true },
	],
]);

const handshake = all({ over: 'tls', proof: 'never sent' }, [
	['cut on connect', cut],
	['reset on connect', reset],
	['cut after the hello', toHello('')],
	['reset after the hello', { onConnect: (tcp) => tcp.once('data', () => tcp.resetAndDestroy()) }],
	['no answer to the hello', { onConnect: (tcp) => tcp.resume() }, { stalls: true }],
	['plain HTTP instead of TLS', toHello(head(400))],
	['a handshake alert', toHello(ALERT)],
	['garbage instead of TLS', toHello(Buffer.alloc(200, 0xa5))],
	...[1, 5, 60, 300].map((handshakeBytes): Fault => [
		`cut after ${handshakeBytes} bytes of the handshake`,
		{ handshakeBytes },
	]),
]);

const onLiveTls = all({ over: 'tls', proof: 'none' }, [
	['plain text in a secure connection', plain(`${head(200)}{}`)],
	['a plain alert in a secure connection', plain(ALERT)],
	['a damaged record in a secure connection', plain(DAMAGED_RECORD)],
	['no close_notify', plain('')],
]);

const withoutAnswer = all({ proof: 'none' }, [
	['cut while the request is read', { onFirstBytes: ({ tcp }) => tcp.destroy() }],
	['reset while the request is read', { onFirstBytes: ({ tcp }) => tcp.resetAndDestroy() }],
	[
		'stall while the request is read',
		{ onFirstBytes: ({ http }) => http.pause() },
		{ stalls: true },
	],
	['the end instead of an answer', ending(() => '')],
	['a reset instead of an answer', { onRequest: ({ tcp }) => tcp.resetAndDestroy() }],
	['no answer', { onRequest: () => {} }, { stalls: true }],
	['garbage instead of an answer', ending(() => 'FOO\r\n\r\n')],
	['HTTP/0.9', ending((body) => body)],
	// 101 is not here: axios never ends a request that is answered with it.
	['100 and nothing more', ending(() => head(100))],
	['102 and a stall', stalling(() => head(102))],
	['cut in the headers', ending(() => 'HTTP/1.1 200 OK\r\nContent-Ty')],
	['a stall in the headers', stalling(() => 'HTTP/1.1 200 OK\r\nContent-Ty')],
	['garbage in the headers', ending(() => 'HTTP/1.1 200 OK\r\na b\u0000: c\r\n\r\n{}')],
	['too many headers', ending(() => head(200, { 'X-Long': 'x'.repeat(100_000) }))],
	['a Content-Length that is no number', ending(() => head(200, { 'Content-Length': 'x' }))],
]);

const resetInBody = ({ http, tcp, body }: Wire) => {
	http.write(cutInHalf(body), () => setImmediate(() => tcp.resetAndDestroy()));
};
const whole = { looksWhole: true } as const;
const inBody = all({ proof: 'none' }, [
	['half a body', ending(cutInHalf)],
	['half a body and a reset', { onRequest: resetInBody }],
	['half a body and a stall', stalling(cutInHalf)],
	['half a body without length', ending((body) => head(200) + body.slice(0, 9)), whole],
	['a length that is too long', ending((body) => head(200, makeHeaders(`${body}12345`)) + body)],
	[
		'a length that is too short',
		ending((body) => head(200, makeHeaders(body.slice(5))) + body),
		whole,
	],
	['204', ending(() => head(204)), whole],
	['no last chunk', ending((body) => head(200, CHUNKED) + chunk(body))],
	['a chunk of no size', ending((body) => `${head(200, CHUNKED)}zz\r\n${body}\r\n0\r\n\r\n`)],
	['not gzip', ending((body) => encoded('gzip', body))],
	['gzip that is damaged', ending((body) => encoded('gzip', gzipSync(body).fill(0xff, 12, 24)))],
	['not brotli', ending((body) => encoded('br', body))],
]);

/** What is proved by a status, though its body is cut or unreadable. */
const PROOFS: ReadonlyArray<readonly [status: number, proof: Proof]> = [
	[400, 'refused'],
	[403, 'refused'],
	[422, 'refused'],
	[401, 'rate limited or logged out'],
	[429, 'rate limited or logged out'],
	[500, 'none'],
	[503, 'none'],
];
const withStatus = PROOFS.flatMap(([status, proof]) => {
	const headers = { 'Retry-After': 0 };
	const half = ending(
		(body) => head(status, { ...makeHeaders(body), ...headers }) + body.slice(0, 5),
	);
	const encoding = { ...headers, 'Content-Encoding': 'gzip' };
	const notGzip = ending((body) => head(status, { ...makeHeaders(body), ...encoding }) + body);
	return all({ proof }, [
		[`${status} with half a body`, half, { status }],
		[`${status} with a body that is not gzip`, notGzip, { status }],
	]);
});

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
	// By 302 and 303 a service may say that it is done, and where to look.
	all({ proof: status === 302 || status === 303 ? 'none' : 'refused' }, [
		[
			`${status} to the same address`,
			ending(() => answer(status, '{}', { Location: '/v2/screening/send' })),
			{ status },
		],
	]),
);

const accepted = all({ proof: 'accepted' }, [
	['no end after the body', staying((body) => answer(200, body))],
	['100 first', ending((body) => head(100) + answer(200, body))],
	['103 first', ending((body) => head(103) + answer(200, body))],
	['two answers', ending((body) => answer(200, body) + answer(500, '{}'))],
	['a body without length', ending((body) => head(200) + body)],
	['an unknown encoding', ending((body) => encoded('foo', body))],
	['gzip', ending((body) => encoded('gzip', gzipSync(body)))],
	['brotli', ending((body) => encoded('br', brotliCompressSync(body)))],
]);

/** Everything that may go wrong with one request on its way there and back, phase by phase. */
export const WIRE_FAULTS: readonly WireFault[] = [
	...onConnect,
	...handshake,
	...onLiveTls,
	...withoutAnswer,
	...inBody,
	...withStatus,
	...redirects,
	...accepted,
];

/** The forms in which a body may be cut at any of its bytes: the headers, and the bytes. */
export const BODY_FORMS: Record<string, (body: string) => [headers: object, bytes: Buffer]> = {
	'with its length': (body) => [makeHeaders(body), Buffer.from(body)],
	'without length': (body) => [{}, Buffer.from(body)],
	'in chunks': (body) => [CHUNKED, Buffer.from(`${chunk(body)}0\r\n\r\n`)],
	'as gzip': (body) => {
		const bytes = gzipSync(body);
		return [{ ...makeHeaders(bytes), 'Content-Encoding': 'gzip' }, bytes];
	},
	'as gzip without length': (body) => [{ 'Content-Encoding': 'gzip' }, gzipSync(body)],
	'as brotli without length': (body) => [{ 'Content-Encoding': 'br' }, brotliCompressSync(body)],
};

/** A 200 whose body, in the given form, ends after `count` bytes. */
export function cutBodyAt(form: keyof typeof BODY_FORMS, count: number): WireFault {
	return {
		name: `a body ${form} that ends after ${count} bytes`,
		proof: 'none',
		...ending((body) => {
			const [headers, bytes] = BODY_FORMS[form]!(body);
			return Buffer.concat([Buffer.from(head(200, { ...headers })), bytes.subarray(0, count)]);
		}),
	};
}
