import type { IDataObject } from 'n8n-workflow';

import { loginFailureIn, type LoginFailure } from '../service/loginFailure';
import { readTransportFault } from '../service/transportFault';
import type { Attempt } from './attempt';
import { Failure } from './failure';
import type { Pass } from './gate';
import { Halted } from './halt';
import type { Operation, PreparedRequest } from './operation';
import { brokenPromises, isJsonObject } from './promises';
import { waitBeforeRepeat } from './repetition';
import { failureOf, notSent, unexpectedAnswer, type RequestStory } from './sentences';

/** How one item's request reaches the service: through n8n's own request, login and re-login included. */
export interface Line {
	readonly method: string;
	/** Sends once; resolves to the body of a 2xx answer, throws what n8n throws otherwise. */
	send(request: PreparedRequest): Promise<unknown>;
	/** What must never be shown. */
	secrets(): Promise<string[]>;
}

/** One item's request, and the attempt in which it is sent. */
export interface Sending {
	readonly operation: Operation;
	readonly request: PreparedRequest;
	readonly line: Line;
	readonly attempt: Attempt;
}

/**
 * Sends one request under rules 2, 3, 5 and 7 of the request policy and returns the answer, a JSON object
 * that holds what the service document promises. Throws `Failure` or `Halted`; `whenFailed` hears of a
 * failure while its place is still taken, so that a run can stop before the next request starts.
 */
export async function sendUnderPolicy(
	sending: Sending,
	whenFailed: (failure: Failure) => void,
): Promise<IDataObject> {
	const { attempt } = sending;
	for (let repeats = 0; ; repeats++) {
		const pass = await attempt.gate.enter(repeats > 0);
		const outcome = await sendOnce(sending, pass, repeats)
			.catch((thrown: unknown) => {
				if (thrown instanceof Failure) whenFailed(thrown);
				throw thrown;
			})
			.finally(() => pass.leave());
		if ('answer' in outcome) return outcome.answer;
		// After a 429 the gate itself keeps everybody waiting; whoever was turned back queues up first.
		if (outcome.pauseMs > 0) await attempt.halt.sleep(outcome.pauseMs);
	}
}

async function sendOnce(
	sending: Sending,
	pass: Pass,
	repeats: number,
): Promise<{ answer: IDataObject } | { pauseMs: number }> {
	const { line, request, attempt } = sending;
	if (attempt.barred !== undefined) throw notSent(attempt.barred);
	let body: unknown;
	try {
		body = await line.send(request);
	} catch (thrown) {
		return { pauseMs: await pauseBeforeRepeat(thrown, repeats, pass, sending) };
	}
	attempt.turnedBack = 0;
	attempt.gate.open();
	return { answer: await checkedAnswer(body, sending) };
}

/** Milliseconds to wait before the request goes out again; throws the `Failure` when it must not. */
async function pauseBeforeRepeat(
	thrown: unknown,
	repeats: number,
	pass: Pass,
	sending: Sending,
): Promise<number> {
	const login = loginFailureIn(thrown);
	if (login !== undefined) return pauseAfterLogin(login, repeats, sending.attempt);
	const { line, attempt } = sending;
	const fault = readTransportFault(thrown);
	if (fault.cancelled) throw new Halted(line.method !== 'GET');
	attempt.gate.open();
	attempt.turnedBack = fault.status === 429 ? attempt.turnedBack + 1 : 0;
	const pauseMs = waitBeforeRepeat(line.method, fault, repeats);
	if (pauseMs === undefined) {
		const failure = failureOf(fault, await storyOf(sending));
		if (attempt.turnedBack > repeats) attempt.barred = failure;
		throw failure;
	}
	if (fault.status !== 429) return pauseMs;
	attempt.gate.narrow(pass, pauseMs);
	return 0;
}

/** A sign-in that failed lets nothing else through either; only what may pass by itself is tried again. */
function pauseAfterLogin(login: LoginFailure, repeats: number, attempt: Attempt): number {
	const neverSent = { headers: {}, neverConnected: true, cancelled: false };
	const pauseMs = login.passing ? waitBeforeRepeat('POST', neverSent, repeats) : undefined;
	if (pauseMs !== undefined) return pauseMs;
	const failure = new Failure(login.happened, login.mend, { final: !login.passing });
	attempt.barred = failure;
	throw failure;
}

async function checkedAnswer(body: unknown, sending: Sending): Promise<IDataObject> {
	const lacking = isJsonObject(body) ? brokenPromises(body, sending.operation.promises) : [];
	if (isJsonObject(body) && lacking.length === 0) return body;
	throw unexpectedAnswer(body, lacking, await storyOf(sending));
}

async function storyOf({ operation, request, line }: Sending): Promise<RequestStory> {
	return {
		operation,
		method: line.method,
		path: request.path ?? {},
		secrets: await line.secrets(),
	};
}
