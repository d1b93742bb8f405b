import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { checkRequest, findOperation } from './contract.mts';
import { demoAccount, demoFlowId, demoPropertyId, demoRecords } from './data/demo.mts';
import { answerDisrupted, Disruptions } from './disruptions.mts';
import { answerInbox } from './inbox.mts';
import { refuse, Service, type Answer } from './service.mts';
import type {
	Disruption,
	OperationId,
	RecordedRequest,
	SandboxOptions,
	Settings,
} from './types.mts';

export type { Clock, Disruption, OperationId, RecordedRequest, SandboxOptions } from './types.mts';

const DEFAULTS: Settings = {
	username: demoAccount.username,
	completesAtFetch: true,
	latencyMs: 0,
	records: demoRecords,
	clock: {
		now: () => Date.now(),
		wait: async (milliseconds, signal) => await sleep(milliseconds, undefined, { signal }),
	},
};

/**
 * Starts a stand-in of the screening service on 127.0.0.1. Every request is checked against the
 * description in `openapi/`. Rejects with `EADDRINUSE` when the port is taken.
 */
export async function startSandbox({
	port = 0,
	...options
}: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new Sandbox({ ...DEFAULTS, ...options });
	await sandbox.listen(port);
	return sandbox;
}

/** The stand-in for the service: receives, records, checks and answers requests, and serves the inbox. */
export class Sandbox extends Service {
	/** `http://127.0.0.1:PORT` */
	baseUrl = '';
	/** A property and a flow that exist from the start. */
	readonly propertyId: string = demoPropertyId;
	readonly flowId: string = demoFlowId;
	/** Every request since the start, in order of arrival. */
	readonly requests: RecordedRequest[] = [];

	/** Aborts when the sandbox closes: a request that waits then never acts. */
	readonly #closing = new AbortController();
	readonly #disruptions = new Disruptions();
	readonly #server = createServer((request, response) => void this.#handle(request, response));

	constructor(settings: Settings) {
		super(settings);
		// Every delayed request listens to it, and there can be any number of them.
		setMaxListeners(0, this.#closing.signal);
		// Longer than any client keeps an idle connection: closing first would look like a cut connection.
		this.#server.keepAliveTimeout = 120_000;
	}

	/** What a credential of n8n's for it holds. */
	get account() {
		const { baseUrl, username, password } = this;
		return { baseUrl, username, password };
	}

	/** What a person needs to use it, by label. */
	get values(): Record<string, string> {
		const { baseUrl, username, password, propertyId, flowId } = this;
		const ids = { 'Property ID': propertyId, 'Flow ID': flowId, Inbox: `${baseUrl}/` };
		return { 'Base URL': baseUrl, Username: username, Password: password, ...ids };
	}

	listRequests(operation: OperationId): RecordedRequest[] {
		return this.requests.filter((request) => request.operation === operation);
	}

	/** Adds a disruption and returns the function that removes it. */
	readonly disrupt = (disruption: Disruption): (() => void) => this.#disruptions.add(disruption);

	/** Listens on 127.0.0.1: only this machine can reach it. */
	async listen(port: number): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
		});
		this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** Stops at once; open connections are cut. */
	async close(): Promise<void> {
		this.#closing.abort();
		await new Promise((resolve) => {
			this.#server.close(resolve);
			this.#server.closeAllConnections();
		});
	}

	/** Answers with a page of the inbox, or records the request and answers as the service. */
	async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const page = isFromOtherSite(request)
			? { status: 403, text: 'Only for this machine' }
			: answerInbox(request, this);
		if (page) return send(response, page);
		const record = this.#recordArrival(request);
		const end = (status: RecordedRequest['status']) => {
			Object.assign(record, { status, endedAt: this.settings.clock.now() });
		};
		try {
			record.rawBody = await text(request);
			record.violations = checkRequest(record);
			const answer = await this.#answerDelayed(record);
			// Before the answer: the caller's next request must find this one ended.
			end(answer?.status ?? 'reset');
			if (answer) send(response, answer);
			else request.socket.resetAndDestroy();
		} catch (error) {
			const hasGone = request.socket.destroyed;
			end(hasGone ? null : 500);
			if (!hasGone) send(response, refuse(500, String(error)));
		}
	}

	#recordArrival({ method = '', url = '', headers }: IncomingMessage): RecordedRequest {
		const record: RecordedRequest = {
			operation: findOperation(method, url),
			method,
			url,
			// Only an answer may have a list in a header: set-cookie.
			headers: headers as Record<string, string>,
			rawBody: '',
			body: undefined,
			status: null,
			violations: [],
			startedAt: this.settings.clock.now(),
			endedAt: null,
		};
		this.requests.push(record);
		return record;
	}

	/** The answer to a request; undefined where its connection is to be cut. */
	async #answerDelayed(record: RecordedRequest): Promise<Answer | undefined> {
		const { disruption, latencyMs } = this.#disruptions.apply(record);
		const delay = this.settings.latencyMs + latencyMs;
		if (delay > 0) await this.settings.clock.wait(delay, this.#closing.signal);
		return disruption
			? answerDisrupted(disruption, () => this.answer(record))
			: this.answer(record);
	}
}

function send(response: ServerResponse, { status, headers, body, text }: Answer): void {
	const type = text === undefined ? 'application/json' : 'text/html; charset=utf-8';
	response.writeHead(status, { 'content-type': type, ...headers });
	response.end(text ?? JSON.stringify(body));
}

/** Whether a page of another site had a browser send it, by a host name of its own or by a form. */
function isFromOtherSite({ method, headers }: IncomingMessage): boolean {
	const { host = '', origin = `http://${host}`, 'sec-fetch-site': from = 'none' } = headers;
	if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) return true;
	const isOwn = origin === `http://${host}` && ['same-origin', 'none'].includes(String(from));
	return method !== 'GET' && !isOwn;
}
