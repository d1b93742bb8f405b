import type { NextFunction, Request, Response } from 'express';

import type { Clock } from './clock.mts';
import { headerViolations, type Contract } from './contract.mts';
import { replacesAnswer, type Faults } from './faults.mts';
import { userIdIn, type InFlight, type Recorder } from './recorder.mts';
import { refusal, type Answer } from './service.mts';
import type { Fault, RecordedRequest } from './types.mts';

/** What a request passes through on its way to an answer. */
export interface ExchangeParts {
	clock: Clock;
	contract: Contract;
	faults: Faults;
	inFlight: InFlight;
	recorder: Recorder;
	serve: (request: RecordedRequest) => Answer;
	latencyMs: number;
	retryAfterSeconds: number;
	/** Aborts when the sandbox closes: whatever waits then never acts. */
	closing: AbortSignal;
}

/** The handlers of one request: `arrive` before its body is read, `settle` afterwards. */
export interface Exchange {
	arrive: (request: Request, response: Response, next: NextFunction) => void;
	settle: (request: Request, response: Response) => Promise<void>;
	/** Notes that a request ended without having been looked at. */
	abandon: (response: Response, status: number | null) => void;
}

/** A request under way: its record, and how to leave the place it took, if there was one. */
interface Visit {
	record: RecordedRequest;
	leave: (() => void) | undefined;
}

/** Puts the parts in the order of the sandbox: record, limit, check, faults, service. */
export function createExchange(parts: ExchangeParts): Exchange {
	const { contract, inFlight, recorder } = parts;
	const visits = new WeakMap<Response, Visit>();

	const visitOf = (response: Response) => {
		const visit = visits.get(response);
		if (!visit) throw new Error('The request was never recorded');
		return visit;
	};

	return {
		arrive: (request, response, next) => {
			const operation = contract.operationAt(request.method, request.url);
			const record = recorder.arrived(request, operation);
			const leave = operation === 'login' ? () => undefined : inFlight.enter();
			visits.set(response, { record, leave });
			next();
		},

		settle: async (request, response) => {
			const { record, leave } = visitOf(response);
			await check(contract, record, request, response);
			if (!leave) {
				finish(recorder, record, response, tooMany(parts.retryAfterSeconds));
				return;
			}
			const answer = await workOn(parts, record);
			// The place is free before the caller can know: its next request must not find it taken.
			leave();
			if (answer) finish(recorder, record, response, answer);
			else cut(recorder, record, response);
		},

		abandon: (response, status) => {
			const { record, leave } = visitOf(response);
			leave?.();
			recorder.ended(record, status);
		},
	};
}

/** Fills in the body and everything that the contract does not allow about the request. */
async function check(
	contract: Contract,
	record: RecordedRequest,
	request: Request,
	response: Response,
): Promise<void> {
	record.rawBody = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
	const json = parsed(record.rawBody);
	record.body = json.value;
	if (record.operation === 'unknown') {
		record.violations.push(`${record.method} ${record.url} is not an endpoint of the service`);
		return;
	}
	record.violations.push(...headerViolations(record));
	if (!json.valid) {
		record.violations.push('The body is not JSON');
	} else if (record.operation === 'getScreeningData' && userIdIn(record) === undefined) {
		record.violations.push('The userId is not percent-encoded');
	} else {
		// The validator fills in defaults: it gets a copy. It looks at a body only under the right
		// Content-Type, and whether that was sent is noted already.
		request.body = structuredClone(json.value);
		if (record.method !== 'GET') request.headers['content-type'] = 'application/json';
		record.violations.push(...(await contract.violationsOf(request, response)));
	}
}

function parsed(text: string): { valid: boolean; value: unknown } {
	if (text === '') return { valid: true, value: undefined };
	try {
		return { valid: true, value: JSON.parse(text) };
	} catch {
		return { valid: false, value: undefined };
	}
}

/** The answer to a request that was let in; undefined where its connection is to be cut. */
async function workOn(
	{ clock, closing, faults, latencyMs, serve }: ExchangeParts,
	record: RecordedRequest,
): Promise<Answer | undefined> {
	const effect = faults.effectOn(record);
	const delay = latencyMs + effect.latencyMs;
	if (delay > 0) await clock.wait(delay, closing);

	const { fault } = effect;
	if (!fault) return serve(record);
	const own = fault.acts || letsServiceAct(fault) ? serve(record) : undefined;
	return fault.reset ? undefined : faultyAnswer(fault, own);
}

function letsServiceAct(fault: Fault): boolean {
	return fault.reset === 'after' || (fault.reset === undefined && !replacesAnswer(fault));
}

/** The answer that a fault makes of the service's own, where there is one. */
function faultyAnswer(fault: Fault, own: Answer | undefined): Answer {
	if (own && !replacesAnswer(fault)) {
		const omit = own.status === 200 ? (fault.omit ?? []) : [];
		return { ...own, ...addedHeaders(fault, {}), body: without(own.body, omit) };
	}
	const status = fault.status ?? (fault.redirectTo === undefined ? 200 : 307);
	const location = fault.redirectTo === undefined ? {} : { location: fault.redirectTo };
	return {
		status,
		...addedHeaders(fault, location),
		...(fault.text === undefined ? bodyOf(fault, status) : { text: fault.text }),
	};
}

function addedHeaders(fault: Fault, more: Record<string, string>): Pick<Answer, 'headers'> {
	return { headers: { ...more, ...fault.headers } };
}

function bodyOf(fault: Fault, status: number): Pick<Answer, 'body'> {
	return { body: fault.body === undefined ? refusal(status).body : fault.body };
}

function without(body: unknown, fields: readonly string[]): unknown {
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
}

function tooMany(retryAfterSeconds: number): Answer {
	return { ...refusal(429), headers: { 'retry-after': String(retryAfterSeconds) } };
}

function cut(recorder: Recorder, record: RecordedRequest, response: Response): void {
	recorder.ended(record, 'reset');
	response.socket?.resetAndDestroy();
}

/** Sends an answer; the record is closed first, because then the caller cannot be ahead of it. */
function finish(
	recorder: Recorder,
	record: RecordedRequest,
	response: Response,
	{ status, headers = {}, body, text }: Answer,
): void {
	recorder.ended(record, status);
	response.status(status);
	if (text === undefined) response.set('content-type', 'application/json').set(headers);
	else response.set('content-type', 'text/html; charset=utf-8').set(headers);
	response.end(text ?? JSON.stringify(body));
}
