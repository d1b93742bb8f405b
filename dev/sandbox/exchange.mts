import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { operationAt, violationsOf } from './contract.mts';
import { answerUnder, type Faults } from './faults.mts';
import { refusal, type Answer } from './service.mts';
import type { RecordedRequest, Settings } from './types.mts';

interface ExchangeOptions extends Omit<Settings, 'completeAfter'> {
	faults: Faults;
	serve: (request: RecordedRequest) => Answer;
	/** Aborts when the sandbox closes: a request that waits then never acts. */
	closing: AbortSignal;
}

/** What every request of the service passes: record, limit, contract, faults, service. */
export class Exchange {
	readonly requests: RecordedRequest[] = [];

	/** Without logins, and those that were too many. */
	readonly #inFlight = new Set<RecordedRequest>();
	readonly #options: ExchangeOptions;

	constructor(options: ExchangeOptions) {
		this.#options = options;
	}

	/** Answers a request, and records it from its arrival on. */
	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const record = this.#arrived(request);
		try {
			record.rawBody = await text(request);
			record.violations = violationsOf(record);
			const isLetIn = record.operation === 'login' || this.#inFlight.has(record);
			const answer = isLetIn ? await this.#answer(record) : this.#tooMany();
			// Before the answer: the caller's next request must find this one ended.
			this.#end(record, answer?.status ?? 'reset');
			if (answer) send(response, answer);
			else request.socket.resetAndDestroy();
		} catch (error) {
			const hasGone = request.socket.destroyed;
			this.#end(record, hasGone ? null : 500);
			if (!hasGone) send(response, refusal(500, String(error)));
		}
	}

	#arrived({ method = '', url = '', headers }: IncomingMessage): RecordedRequest {
		const record: RecordedRequest = {
			operation: operationAt(method, url),
			method,
			url,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [name, String(value)]),
			),
			rawBody: '',
			body: undefined,
			status: null,
			violations: [],
			startedAt: this.#options.clock.now(),
			endedAt: null,
		};
		this.requests.push(record);
		if (record.operation !== 'login' && this.#inFlight.size < this.#options.maxInFlight) {
			this.#inFlight.add(record);
		}
		return record;
	}

	#end(record: RecordedRequest, status: RecordedRequest['status']): void {
		this.#inFlight.delete(record);
		record.status = status;
		record.endedAt = this.#options.clock.now();
	}

	/** The answer to a request that was let in; undefined where its connection is to be cut. */
	async #answer(record: RecordedRequest): Promise<Answer | undefined> {
		const { clock, closing, faults, serve } = this.#options;
		const { fault, latencyMs } = faults.effectOn(record);
		const delay = this.#options.latencyMs + latencyMs;
		if (delay > 0) await clock.wait(delay, closing);
		return fault ? answerUnder(fault, () => serve(record)) : serve(record);
	}

	#tooMany(): Answer {
		return { ...refusal(429), headers: { 'retry-after': String(this.#options.retryAfterSeconds) } };
	}
}

function send(response: ServerResponse, { status, headers, body, text }: Answer): void {
	const type = text === undefined ? 'application/json' : 'text/html; charset=utf-8';
	response.writeHead(status, { 'content-type': type, ...headers });
	response.end(text ?? JSON.stringify(body));
}
