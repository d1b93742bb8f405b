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
const encoded = (encoding: string, body: Text, headers: object = makeHeaders(body)) => {
	const start = head(200, { ...headers, 'Content-Encoding': encoding });
	return Buffer.concat([Buffer.from(start), Buffer.from(body)]);
};
/** The first bytes of a gzip, as if they were all. */
const cutGzip = (body: string) => encoded('gzip', gzipSync(body).subarray(0, 30), {});

const ALERT = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
const DAMAGED_RECORD = Buffer.concat([Buffer.from([0x17, 3, 3, 0, 40]), Buffer.alloc(40, 0x5a)]);

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
	['half a body and a stall', staying(cutInHalf), { stalls: true }],
	['half a body without length', ending((body) => head(200) + body.slice(0, 9))],
	['a length that is too long', ending((body) => head(200, makeHeaders(`${body}12345`)) + body)],
	['204', ending(() => head(204))],
	['no last chunk', ending((body) => head(200, CHUNKED) + chunk(body))],
	['not gzip', ending((body) => encoded('gzip', body))],
	['half of a gzip without length', ending(cutGzip)],
	['gzip that is damaged', ending((body) => encoded('gzip', gzipSync(body).fill(0xff, 12, 24)))],
]);

/** Answers with these statuses, whose bodies are cut. */
const withStatus = (proof: Proof, ...statuses: number[]) =>
	statuses.flatMap((status) => {
		const more = { 'Retry-After': 0, Location: '/elsewhere' };
		const cut = (body: string) =>
			head(status, { ...makeHeaders(body), ...more }) + body.slice(0, 5);
		return all({ proof }, [[`${status} with half a body`, ending(cut), { status }]]);
	});

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
	...withStatus('refused', 400, 403),
	...withStatus('rate limited or logged out', 401, 429),
	...withStatus('none', 302, 307, 500),
	...accepted,
];
