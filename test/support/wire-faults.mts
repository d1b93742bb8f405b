import { brotliCompressSync, gzipSync } from 'node:zlib';

import { answer, head, type WireTrouble } from './wire-service.mts';

/** What is known about a request after the fault. */
export type Proof =
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

const unmeasured = (gzip: Buffer) =>
	Buffer.concat([Buffer.from(head(200, { 'Content-Encoding': 'gzip' })), gzip]);

const ALERT = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
const DAMAGED_RECORD = Buffer.concat([Buffer.from([0x17, 3, 3, 0, 40]), Buffer.alloc(40, 0x5a)]);
const whole = { looksWhole: true } as const;

const onConnect = all({ over: 'http', proof: 'none' }, [
	['cut on connect', { onConnect: (tcp) => tcp.destroy() }],
	['nothing is read', { onConnect: (tcp) => tcp.pause() }, { stalls: true }],
]);

// A fault of the handshake looks like a later one, so it proves nothing.
const overTls = all({ over: 'tls', proof: 'none' }, [
	['cut after the hello', toHello('')],
	['plain HTTP instead of TLS', toHello(head(400))],
	['a handshake alert', toHello(ALERT)],
	['plain text in a secure connection', plain(`${head(200)}{}`)],
	['a damaged record in a secure connection', plain(DAMAGED_RECORD)],
	['no close_notify', plain('')],
]);

const withoutAnswer = all({ proof: 'none' }, [
	['cut while the request is read', { onFirstBytes: (tcp) => tcp.destroy() }],
	['the end instead of an answer', ending(() => '')],
	['a reset instead of an answer', { onRequest: ({ tcp }) => tcp.resetAndDestroy() }],
	['no answer', { onRequest: () => {} }, { stalls: true }],
	['garbage instead of an answer', ending(() => 'FOO\r\n\r\n')],
	// 101 is not here: axios never ends a request that is answered with it.
	['cut in the headers', ending(() => 'HTTP/1.1 200 OK\r\nContent-Ty')],
]);

const inBody = all({ proof: 'none' }, [
	['half a body', ending(cutInHalf)],
	['half a body and a stall', stalling(cutInHalf)],
	['half a body without length', ending((body) => head(200) + body.slice(0, 9)), whole],
	['a length that is too long', ending((body) => head(200, makeHeaders(`${body}12345`)) + body)],
	['204', ending(() => head(204)), whole],
	['no last chunk', ending((body) => head(200, CHUNKED) + chunk(body))],
	['not gzip', ending((body) => encoded('gzip', body))],
	[
		'half of a gzip without length',
		ending((body) => unmeasured(gzipSync(body).subarray(0, 30))),
		whole,
	],
	['gzip that is damaged', ending((body) => encoded('gzip', gzipSync(body).fill(0xff, 12, 24)))],
]);

/** An answer with that status, whose body is cut. */
const withStatus = (proof: Proof, status: number) =>
	all({ proof }, [
		[
			`${status} with half a body`,
			ending((body) => {
				const headers = { ...makeHeaders(body), 'Retry-After': 0, Location: '/elsewhere' };
				return head(status, headers) + body.slice(0, 5);
			}),
			{ status },
		],
	]);

const accepted = all({ proof: 'accepted' }, [
	['no end after the body', staying((body) => answer(200, body))],
	['103 first', ending((body) => head(103) + answer(200, body))],
	['two answers', ending((body) => answer(200, body) + answer(500, '{}'))],
	['a body without length', ending((body) => head(200) + body)],
	['brotli', ending((body) => encoded('br', brotliCompressSync(body)))],
]);

/** What may go wrong with one request on its way there and back, phase by phase. */
export const WIRE_FAULTS: readonly WireFault[] = [
	...onConnect,
	...overTls,
	...withoutAnswer,
	...inBody,
	...[400, 403].flatMap((status) => withStatus('refused', status)),
	...[401, 429].flatMap((status) => withStatus('rate limited or logged out', status)),
	...[302, 307, 500].flatMap((status) => withStatus('none', status)),
	...accepted,
];
