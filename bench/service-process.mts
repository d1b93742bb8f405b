// The service of the benchmark, a process of its own: answers the two measured operations after a set time,
// counts, and does nothing else. The sandbox checks every request against the contract, which costs more
// than the request itself; here the service must never be what is measured.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { finishedResults } from '../dev/sandbox/data/results.mts';

/** What the service counted since the last `begin`. */
export interface ServiceFigures {
	logins: number;
	/** Requests answered with 401. */
	refused: number;
	sent: number;
	/** Sends to an address that had been sent to before. */
	sentTwice: number;
	fetched: number;
	/** The most requests of the measured work that were being answered at once. */
	mostInFlight: number;
}

const STEPS = JSON.stringify({ steps: [] });
const RESULTS_ID = 'usr-of-results';
const RESULTS = JSON.stringify(
	finishedResults({
		userId: RESULTS_ID,
		screeningId: 'scr-1',
		completedAt: new Date('2026-07-01T00:00:00Z'),
		checkType: 'CHECK_TYPE_DEEP_CHECK',
		email: 'applicant@example.com',
		phone: '+14165550100',
		rent: 2100,
	}),
);

let latencyMs = 0;
let inFlight = 0;
let figures = noFigures();
const tokens = new Set<string>();
const applicants = new Set<string>();

function noFigures(): ServiceFigures {
	return { logins: 0, refused: 0, sent: 0, sentTwice: 0, fetched: 0, mostInFlight: 0 };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { url = '', method } = request;
	const body = await text(request);
	if (url === '/v1/auth/login') {
		await delay(latencyMs);
		return reply(response, 200, login());
	}
	if (url === '/v1/flows/steps/list') return reply(response, 200, STEPS);
	inFlight += 1;
	figures.mostInFlight = Math.max(figures.mostInFlight, inFlight);
	await delay(latencyMs);
	inFlight -= 1;
	if (!tokens.has(request.headers.authorization ?? '')) {
		figures.refused += 1;
		return reply(response, 401, '{"message":"Unauthorized"}');
	}
	if (method === 'POST' && url === '/v2/screening/send') return reply(response, 200, send(body));
	figures.fetched += 1;
	reply(response, 200, RESULTS.replace(RESULTS_ID, url.slice(url.lastIndexOf('/') + 1)));
}

function login(): string {
	figures.logins += 1;
	const accessToken = `token-${tokens.size + 1}`;
	tokens.add(accessToken);
	return JSON.stringify({ accessToken });
}

function send(body: string): string {
	const { email } = JSON.parse(body) as { email: string };
	figures.sent += 1;
	if (applicants.has(email)) figures.sentTwice += 1;
	applicants.add(email);
	return JSON.stringify({ userId: `usr-${applicants.size}`, message: 'Screening sent' });
}

function reply(response: ServerResponse, status: number, json: string): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(json);
}

const certificate = JSON.parse(process.argv[2]!) as ServerOptions;
const tls = { ...certificate, minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const;
const server = createServer(tls, (request, response) => void answer(request, response));
server.listen({ port: 0, host: '127.0.0.1', backlog: 20_000 }, () => {
	process.send!({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit());
process.on('message', (message: { latencyMs?: number }) => {
	if (message.latencyMs !== undefined) {
		latencyMs = message.latencyMs;
		figures = noFigures();
		applicants.clear();
	}
	process.send!(figures);
});
