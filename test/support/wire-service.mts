import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureVersion, TLSSocket } from 'node:tls';

import { makeCertificate, type Certificate } from './certificate.mts';
import { eventually } from './eventually.mts';

/** One connection to the service, as a fault sees it. */
export interface Wire {
	/** The bytes as they travel; of a TLS connection, the encrypted ones. */
	readonly tcp: Socket;
	/** Where answers are written: the TLS connection where there is one. */
	readonly http: Duplex;
	/** What a good service answers: a JSON body. */
	readonly body: string;
}

/** What goes wrong on the first connection that brings a request of the chosen kind. */
export interface WireTrouble {
	/** Takes the connection before a byte is read. */
	readonly onConnect?: (tcp: Socket) => void;
	/** Cuts the connection after so many bytes of the service's part of the TLS handshake. */
	readonly handshakeBytes?: number;
	/** Takes the connection when the first bytes of the request have come. */
	readonly onFirstBytes?: (wire: Wire) => void;
	/** Takes the connection when the whole request was read, instead of a good answer. */
	readonly onRequest?: (wire: Wire) => void;
}

export type RequestKind = 'POST' | 'GET' | 'login';

/** How one request of many is answered. */
export interface WireReply {
	readonly body: string;
	/** What happens instead of a good answer with that body; only its `onRequest` counts. */
	readonly trouble?: WireTrouble | undefined;
}

export interface WireService {
	readonly baseUrl: string;
	/** How many requests of each kind were read wholly. */
	readonly read: Record<RequestKind, number>;
	/** Connections that came after the trouble, those included that brought no request. */
	readonly connectionsAfterTrouble: () => number;
	/** Resolves when all requests that are on their way were read and answered, or given up. */
	quiet(): Promise<void>;
	close(): Promise<void>;
}

export const BODIES: Record<RequestKind, string> = {
	POST: JSON.stringify({ userId: 'user-1', message: 'Sent' }),
	GET: JSON.stringify({ steps: [{ id: 'step-1', name: 'Credit' }] }),
	login: JSON.stringify({ accessToken: 'k9x-aa71-77fe' }),
};

/** `HTTP/1.1 <status>` and headers, up to the blank line. */
export function head(status: number, headers: Record<string, string | number> = {}): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 ${status} Text\r\n${lines.join('')}\r\n`;
}

/** A complete answer with a JSON body. */
export function answer(status: number, body: string, headers: Record<string, string> = {}): string {
	const type = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
	return head(status, { ...type, ...headers }) + body;
}

export interface WireServiceOptions {
	/** The kind of request that the trouble is for. */
	readonly kind: RequestKind;
	readonly tls?: SecureVersion | undefined;
	/** Called with every request that was read wholly, head and body. */
	readonly replyTo?: (request: string, kind: RequestKind) => WireReply;
	/** The trouble with each connection, the first is 1; its `onRequest` does not count. */
	readonly troubleOf?: (connection: number) => WireTrouble;
}

/**
 * A service over bare sockets that answers every request well, but for the trouble with the first connection
 * for a request of `kind`. (Before a request is read its kind is unknown: then it is the first connection.)
 */
export async function startWireService(
	trouble: WireTrouble,
	{ kind, tls, replyTo, troubleOf }: WireServiceOptions,
): Promise<WireService> {
	const read: Record<RequestKind, number> = { POST: 0, GET: 0, login: 0 };
	const open = new Set<Socket>();
	const isWithConnection = trouble.onConnect !== undefined || trouble.handshakeBytes !== undefined;
	let connections = 0;
	let connectionsAfterTrouble = 0;
	let spent = false;

	const server = createServer((tcp) => {
		connections += 1;
		// A busy machine may give up a connection before it has brought the request.
		if (spent || (isWithConnection && connections > 1)) connectionsAfterTrouble += 1;
		open.add(tcp.on('error', () => {}).on('close', () => open.delete(tcp)));
		const own = troubleOf?.(connections) ?? (connections === 1 ? trouble : {});
		if (own.onConnect !== undefined) return own.onConnect(tcp);
		const http = tls === undefined ? tcp : secured(tcp, tls, own);
		http.on('error', () => {});
		if (troubleOf !== undefined && own.onFirstBytes !== undefined) {
			http.once('data', () => own.onFirstBytes?.({ tcp, http, body: BODIES[kind] }));
		} else serve(tcp, http);
	});

	function serve(tcp: Socket, http: Duplex): void {
		let text = '';
		const onData = (chunk: Buffer) => {
			text += chunk.toString('latin1');
			const wire = { tcp, http, body: BODIES[kind] };
			const isChosen = !spent && kindOf(text) === kind;
			if (isChosen && trouble.onFirstBytes !== undefined) {
				spent = true;
				http.off('data', onData);
				return trouble.onFirstBytes(wire);
			}
			if (!isComplete(text)) return;
			const arrived = kindOf(text);
			read[arrived] += 1;
			const request = text;
			text = '';
			if (replyTo !== undefined) {
				const { body, trouble: own } = replyTo(request, arrived);
				if (own?.onRequest !== undefined) return own.onRequest({ tcp, http, body });
				return http.end(answer(200, body));
			}
			if (isChosen && trouble.onRequest !== undefined) {
				spent = true;
				return trouble.onRequest(wire);
			}
			http.end(answer(200, BODIES[arrived]));
		};
		http.on('data', onData);
	}

	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
		read,
		connectionsAfterTrouble: () => connectionsAfterTrouble,
		async quiet() {
			// Connections are taken in the order in which they came: this is behind all others.
			const last = connect(port, '127.0.0.1').resume();
			last.end();
			await new Promise((closed) => last.on('close', closed));
			await eventually(() => [...open].every(({ writableEnded }) => writableEnded));
		},
		async close() {
			for (const socket of open) socket.destroy();
			await new Promise((closed) => server.close(closed));
		},
	};
}

/** The service's side of TLS over `tcp`, which stays free to carry other bytes as well. */
function secured(tcp: Socket, version: SecureVersion, { handshakeBytes }: WireTrouble): Duplex {
	let left = handshakeBytes ?? Infinity;
	const bytes = new Duplex({
		read: () => {},
		write: (chunk: Buffer, _encoding, done) => {
			if (left === Infinity) return void tcp.write(chunk, () => done());
			tcp.write(chunk.subarray(0, left));
			left -= chunk.length;
			if (left <= 0) tcp.end();
			done();
		},
		final: (done) => {
			tcp.end();
			done();
		},
	});
	tcp.on('data', (chunk) => bytes.push(chunk)).on('close', () => bytes.push(null));
	const secureContext = createSecureContext({
		...certificate(),
		minVersion: version,
		maxVersion: version,
	});
	return new TLSSocket(bytes, { isServer: true, secureContext });
}

let made: Certificate | undefined;

/** A certificate for 127.0.0.1 that no client trusts. */
function certificate(): Certificate {
	if (made !== undefined) return made;
	const folder = mkdtempSync(path.join(tmpdir(), 'wire-service-'));
	made = makeCertificate(folder, '127.0.0.1');
	rmSync(folder, { recursive: true });
	return made;
}

function kindOf(text: string): RequestKind {
	if (/^POST \S*\/v1\/auth\/login /.test(text)) return 'login';
	return text.startsWith('POST ') ? 'POST' : 'GET';
}

function isComplete(text: string): boolean {
	const end = text.indexOf('\r\n\r\n');
	if (end === -1) return false;
	const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
	return text.length - end - 4 >= length;
}
