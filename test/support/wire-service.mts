import { createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';

import type { Certificate } from '../../dev/host/certificate.mts';
import { listen } from './local-server.mts';

/** One connection to the service, as a fault sees it. */
export interface Wire {
	/** The bytes as they travel; of a TLS connection, the encrypted ones. */
	readonly tcp: Socket;
	/** Where answers are written: the TLS connection where there is one. */
	readonly http: Duplex;
	/** What a good service answers: a JSON body. */
	readonly body: string;
}

/** What goes wrong on a connection. */
export interface WireTrouble {
	/** Takes the connection before a byte is read. */
	readonly onConnect?: (tcp: Socket) => void;
	/** Takes the connection when the first bytes of the request have come. */
	readonly onFirstBytes?: (tcp: Socket) => void;
	/** Takes the connection when the whole request was read, instead of a good answer. */
	readonly onRequest?: (wire: Wire) => void;
}

export type RequestKind = 'POST' | 'GET' | 'login';

/** How one request is answered. */
export interface WireReply {
	readonly body: string;
	/** What happens instead of a good answer with that body. */
	readonly onRequest?: WireTrouble['onRequest'];
}

export type WireService = Awaited<ReturnType<typeof startWireService>>;

const BODIES: Record<RequestKind, string> = {
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

interface WireServiceOptions {
	/** Speaks TLS with it; plain HTTP without. */
	readonly certificate?: Certificate | undefined;
	/** The trouble with each connection, the first is 1. */
	readonly disrupt?: (connection: number) => WireTrouble;
	/** Called with every request that was read wholly, head and body. */
	readonly replyTo?: (request: string, kind: RequestKind) => WireReply;
}

/** A service over bare sockets that answers every request well, but for the trouble with its connection. */
export async function startWireService({
	certificate,
	disrupt = () => ({}),
	replyTo = (_, kind) => ({ body: BODIES[kind] }),
}: WireServiceOptions) {
	const read: Record<RequestKind, number> = { POST: 0, GET: 0, login: 0 };
	let connections = 0;
	const secureContext = certificate && createSecureContext({ ...certificate });

	const server = createServer((tcp) => {
		connections += 1;
		const trouble = disrupt(connections);
		if (trouble.onConnect !== undefined) return trouble.onConnect(tcp);
		const http = secureContext ? secure(tcp, secureContext) : tcp;
		let text = '';
		http
			.on('error', () => {})
			.on('data', (chunk: Buffer) => {
				if (trouble.onFirstBytes !== undefined) return trouble.onFirstBytes(tcp);
				text += chunk.toString('latin1');
				if (!isComplete(text)) return;
				const kind = findKind(text);
				read[kind] += 1;
				const { body, onRequest = trouble.onRequest } = replyTo(text, kind);
				text = '';
				if (onRequest !== undefined) onRequest({ tcp, http, body });
				else http.end(answer(200, body));
			});
	});

	const { port, close } = await listen(server);
	return {
		baseUrl: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
		/** How many requests of each kind were read wholly. */
		read,
		/** Connections that came, those included that brought no request. */
		connections: () => connections,
		close,
	};
}

/** Puts the service's side of TLS over `tcp`, which stays free to carry other bytes as well. */
function secure(tcp: Socket, secureContext: SecureContext): Duplex {
	const bytes = Duplex.from({ readable: tcp, writable: tcp });
	return new TLSSocket(bytes, { isServer: true, secureContext });
}

function findKind(text: string): RequestKind {
	if (/^POST \S*\/v1\/auth\/login /.test(text)) return 'login';
	return text.startsWith('POST ') ? 'POST' : 'GET';
}

function isComplete(text: string): boolean {
	const [top = '', body] = text.split('\r\n\r\n');
	const [, length = 0] = /^content-length: *(\d+)/im.exec(top) ?? [];
	return body !== undefined && body.length >= Number(length);
}
