import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import type { Certificate } from '../dev/host/certificate.mts';
import { makeResultsOf } from './answer.mts';

const NO_FIGURES = {
	logins: 0,
	done: 0,
	/** Sends to an address that had been sent to before, or results that had been fetched before. */
	doneTwice: 0,
	/** The most requests, logins excluded, that were being answered at once. */
	mostInFlight: 0,
};

/** An outage: sends get a 429, or are accepted and the connection is cut instead of the answer. */
type Outage = 'too many requests' | 'cut answers';

const LOGIN = '/v1/auth/login';
/** Where results are, before the userId. */
export const DATA = '/v1/screening/data/';

export type BenchService = Awaited<ReturnType<typeof startService>>;

/**
 * Starts a service on a free port of 127.0.0.1 that logs in, accepts screenings, gives results to any userId,
 * counts, and does nothing else: the sandbox checks every request against the contract, which costs more than the request itself.
 * With a certificate it speaks TLS 1.3 only.
 */
export async function startService(certificate?: Certificate) {
	let latencyMs = 0;
	let inFlight = 0;
	let figures = { ...NO_FIGURES };
	let outage: Outage | undefined;
	const tokens = new Set<string>();
	const accepted = new Map<string, string[]>();

	const count = (applicant: string, userId: string) => {
		const earlier = accepted.get(applicant) ?? [];
		if (earlier.length > 0) figures.doneTwice += 1;
		accepted.set(applicant, [...earlier, userId]);
	};
	const answer = (url: string, token = '', body: string): [status: number, json: string] => {
		if (url === LOGIN) {
			figures.logins += 1;
			const accessToken = `token-${tokens.size + 1}`;
			tokens.add(accessToken);
			return [200, JSON.stringify({ accessToken })];
		}
		if (!tokens.has(token)) return [401, '{"message":"Unauthorized"}'];
		if (outage === 'too many requests') return [429, '{"message":"Too many requests"}'];
		figures.done += 1;
		if (url.startsWith(DATA)) {
			const userId = url.slice(DATA.length);
			count(userId, userId);
			return [200, makeResultsOf(userId)];
		}
		const { email } = JSON.parse(body) as { email: string };
		const userId = `usr-${figures.done}`;
		count(email, userId);
		return [200, JSON.stringify({ userId, message: 'Screening sent' })];
	};
	const respond = async (request: IncomingMessage, response: ServerResponse) => {
		const { url = '', headers } = request;
		// The send counts at once and is answered later: a caller that dies meanwhile does not get the userId.
		const [status, json] = answer(url, headers.authorization, await text(request));
		if (url !== LOGIN) figures.mostInFlight = Math.max(figures.mostInFlight, ++inFlight);
		await delay(latencyMs);
		if (url !== LOGIN) inFlight -= 1;
		if (outage === 'cut answers' && url !== LOGIN) request.destroy();
		else response.writeHead(status, { 'content-type': 'application/json' }).end(json);
	};
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		// The caller was killed before its request was complete.
		respond(request, response).catch(() => request.destroy());
	};
	const server = certificate
		? createTlsServer({ ...certificate, minVersion: 'TLSv1.3' }, listener)
		: createServer(listener);
	const listen = async (port: number) => {
		server.listen({ port, host: '127.0.0.1', backlog: 20_000 });
		await once(server, 'listening');
	};
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	await listen(0);
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
		/** The userIds issued since the last `begin`, by email address, or those whose results were fetched. */
		accepted: accepted as ReadonlyMap<string, readonly string[]>,
		figures: () => figures,
		/** From now on every request takes `milliseconds`, and all counters are 0. */
		begin(milliseconds: number) {
			latencyMs = milliseconds;
			figures = { ...NO_FIGURES };
			accepted.clear();
		},
		/** Has this outage for so many milliseconds. */
		async fail(how: Outage, milliseconds: number) {
			outage = how;
			await delay(milliseconds);
			outage = undefined;
		},
		/** Refuses connections for so many milliseconds. */
		async goDown(milliseconds: number) {
			close();
			await delay(milliseconds);
			await listen(port);
		},
		close,
	};
}
