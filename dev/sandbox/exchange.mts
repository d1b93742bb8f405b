import type { Request, RequestHandler, Response } from 'express';

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
	requests: RecordedRequest[] = [];
	mostInFlight = 0;

	/** Without logins, and those that were too many. */
	readonly #inFlight = new Set<RecordedRequest>();
	readonly #options: ExchangeOptions;

	constructor(options: ExchangeOptions) {
		this.#options = options;
	}

	/** Records a request, before its body is read. */
	readonly arrive: RequestHandler = (request, response, next) => {
		const { method, url, headers } = request;
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
		response.locals['record'] = record;
		if (record.operation !== 'login' && this.#inFlight.size < this.#options.maxInFlight) {
			this.#inFlight.add(record);
			this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight.size);
		}
		next();
	};

	/** Answers a request whose body was read. */
	readonly settle = async (request: Request, response: Response): Promise<void> => {
		const record = response.locals['record'] as RecordedRequest;
		record.rawBody = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
		record.violations = await violationsOf(record, request, response);
		const isLetIn = record.operation === 'login' || this.#inFlight.has(record);
		const answer = isLetIn ? await this.#answer(record) : this.#tooMany();
		// Before the answer: the caller's next request must find this one ended.
		this.end(response, answer?.status ?? 'reset');
		if (answer) send(response, answer);
		else response.socket?.resetAndDestroy();
	};

	/** Records how a request ended. */
	end({ locals }: Response, status: RecordedRequest['status']): void {
		const record = locals['record'] as RecordedRequest;
		this.#inFlight.delete(record);
		record.status = status;
		record.endedAt = this.#options.clock.now();
	}

	/** Removes all records; requests in flight still count. */
	reset(): void {
		this.requests = [];
		this.mostInFlight = this.#inFlight.size;
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

function send(response: Response, { status, headers = {}, body, text }: Answer): void {
	const type = text === undefined ? 'application/json' : 'text/html; charset=utf-8';
	response.status(status).set('content-type', type).set(headers);
	response.end(text ?? JSON.stringify(body));
}
