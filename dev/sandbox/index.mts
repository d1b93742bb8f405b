import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { systemClock } from './clock.mts';
import { demoAccount, demoFlowId, demoPropertyId } from './data/demo.mts';
import { Exchange } from './exchange.mts';
import { Faults } from './faults.mts';
import { answeredByInbox } from './inbox.mts';
import { createService } from './service.mts';
import { Store, type StoreRecords } from './store.mts';
import type {
	ApplicantData,
	Fault,
	OperationId,
	RecordedRequest,
	SandboxOptions,
	StoredScreening,
} from './types.mts';

export type { Clock } from './clock.mts';
export type { Fault, OperationId, RecordedRequest, SandboxOptions } from './types.mts';

/**
 * Starts a stand-in of the screening service on 127.0.0.1. Every request is checked against the
 * description in `openapi/`. Rejects with `EADDRINUSE` when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new Sandbox(options);
	await sandbox.listen(options.port ?? 0);
	return sandbox;
}

/** The stand-in, and what tests and the demo do with it. */
export class Sandbox {
	/** `http://127.0.0.1:PORT` */
	baseUrl = '';
	readonly username: string;
	readonly password: string = demoAccount.password;
	/** A property and a flow that exist from the start. */
	readonly propertyId: string = demoPropertyId;
	readonly flowId: string = demoFlowId;

	readonly #closing = new AbortController();
	readonly #exchange: Exchange;
	readonly #faults = new Faults();
	readonly #server = createServer((request, response) => this.#handle(request, response));
	readonly #store: Store;

	constructor(options: SandboxOptions) {
		const settings = {
			clock: systemClock,
			username: demoAccount.username,
			completeAfter: { fetches: 1 },
			latencyMs: 0,
			maxInFlight: Infinity,
			retryAfterSeconds: 1,
			...options,
		};
		this.username = settings.username;
		// Every delayed request listens to it, and there can be any number of them.
		setMaxListeners(0, this.#closing.signal);
		this.#store = new Store(settings, options.records);
		this.#exchange = new Exchange({
			...settings,
			closing: this.#closing.signal,
			faults: this.#faults,
			serve: createService(this.#store),
		});
		// Longer than any client keeps an idle connection: closing first would look like a fault.
		this.#server.keepAliveTimeout = 120_000;
	}

	/** Every request since the start, in order of arrival. */
	get requests(): RecordedRequest[] {
		return this.#exchange.requests;
	}
	/** Every accepted send, in order. */
	get screenings(): StoredScreening[] {
		return this.#store.screenings();
	}
	/** Everything stored, for a later sandbox. */
	get records(): StoreRecords {
		return this.#store.records();
	}
	get tokensIssued(): string[] {
		return this.#store.tokensIssued;
	}

	/** What a person needs to know of it, by labels. */
	get values(): Record<string, string> {
		return {
			'Base URL': this.baseUrl,
			Username: this.username,
			Password: this.password,
			'Property ID': this.propertyId,
			'Flow ID': this.flowId,
		};
	}

	requestsOf(operation: OperationId): RecordedRequest[] {
		return this.requests.filter((request) => request.operation === operation);
	}

	/** Makes every token invalid at once. */
	revokeTokens(): void {
		this.#store.revokeTokens();
	}

	/** Sends a screening as the service does; returns the userId. */
	addScreening(body: StoredScreening['body']): string {
		return this.#store.addSend(body);
	}

	/** Completes a screening by hand. Throws if nothing was sent to this userId. */
	complete(userId: string): void {
		if (!this.#store.complete(userId)) throw new RangeError(`Nothing was sent to '${userId}'`);
	}

	/** Adds a fault and returns the function that removes it. */
	readonly addFault = (fault: Fault): (() => void) => this.#faults.add(fault);

	/** Stores results under `user.id` (or a made-up userId) and returns the userId. */
	addApplicant(data: ApplicantData): string {
		return this.#store.addResults(data);
	}

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

	/** The inbox has its own pages; everything else is the service. */
	#handle(request: IncomingMessage, response: ServerResponse): void {
		if (isFromOtherSite(request)) response.writeHead(403).end('Only for this machine');
		else if (answeredByInbox(request, response, this, this.#store)) return;
		else void this.#exchange.handle(request, response);
	}
}

/** Whether a page of another site had a browser send it, by a host name of its own or by a form. */
function isFromOtherSite({ method, headers }: IncomingMessage): boolean {
	const { host = '', origin = `http://${host}`, 'sec-fetch-site': from = 'none' } = headers;
	if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) return true;
	const isOwn = origin === `http://${host}` && ['same-origin', 'none'].includes(String(from));
	return method !== 'GET' && !isOwn;
}
