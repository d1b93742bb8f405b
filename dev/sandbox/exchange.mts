import type { Request, RequestHandler, Response } from 'express';

import type { Clock } from './clock.mts';
import { operationAt, violationsOf } from './contract.mts';
import { answerUnder, type Faults } from './faults.mts';
import { refusal, type Answer } from './service.mts';
import type { RecordedRequest } from './types.mts';

interface ExchangeOptions {
	clock: Clock;
	faults: Faults;
	serve: (request: RecordedRequest) => Answer;
	latencyMs: number;
	maxInFlight: number;
	retryAfterSeconds: number;
	/** Aborts when the sandbox closes: a request that waits then never acts. */
	closing: AbortSignal;
}

/** What `response.locals` holds. */
interface Visit {
	record: RecordedRequest;
	/** Ends the request's time in flight; undefined where too many were in flight. */
	leave: (() => void) | undefined;
}

/** What every request of the service passes: record, limit, contract, faults, service. */
export class Exchange {
	requests: RecordedRequest[] = [];
	mostInFlight = 0;

	#inFlight = 0;
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
		Object.assign(response.locals, { record, leave: this.#enter(record) } satisfies Visit);
		next();
	};

	/** Answers a request whose body was read. */
	readonly settle = async (request: Request, response: Response): Promise<void> => {
		const { record, leave } = response.locals as Visit;
		record.rawBody = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
		record.violations = await violationsOf(record, request, response);
		const answer = leave ? await this.#answer(record) : this.#tooMany();
		// Both come before the answer: the caller's next request must find them done.
		leave?.();
		this.#end(record, answer?.status ?? 'reset');
		if (answer) send(response, answer);
		else response.socket?.resetAndDestroy();
	};

	/** Records that a request ended before it reached the service. */
	abandon(response: Response, status: number | null): void {
		const { record, leave } = response.locals as Visit;
		leave?.();
		this.#end(record, status);
	}

	/** Removes all records; requests in flight still count. */
	reset(): void {
		this.requests = [];
		this.mostInFlight = this.#inFlight;
	}

	#enter({ operation }: RecordedRequest): Visit['leave'] {
		if (operation === 'login') return () => undefined;
		if (this.#inFlight >= this.#options.maxInFlight) return undefined;
		this.#inFlight += 1;
		this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight);
		let inside = true;
		return () => {
			if (inside) this.#inFlight -= 1;
			inside = false;
		};
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

	#end(record: RecordedRequest, status: RecordedRequest['status']): void {
		record.status = status;
		record.endedAt = this.#options.clock.now();
	}
}

function send(response: Response, { status, headers = {}, body, text }: Answer): void {
	const type = text === undefined ? 'application/json' : 'text/html; charset=utf-8';
	response.status(status).set('content-type', type).set(headers);
	response.end(text ?? JSON.stringify(body));
}
