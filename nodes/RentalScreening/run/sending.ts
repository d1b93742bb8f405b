import type { IDataObject } from 'n8n-workflow';

import { loginFailureIn, type LoginFailure } from '../service/loginFailure';
import { type Fault, readFault } from '../service/fault';
import { redactionOf } from '../service/redaction';
import type { Attempt } from './attempt';
import { Failure } from './failure';
import type { Pass } from './gate';
import { Aborted } from './abort';
import type { Operation, PreparedRequest } from './operation';
import { missingMembers, isJsonObject } from './requiredMembers';
import { waitBeforeRepeat } from './repetition';
import { failureOf, notSent, unexpectedAnswer, type RequestStory } from './messages';

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
 * that holds what the service document requiredMembers. Throws `Failure` or `Aborted`; `whenFailed` hears of a
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
		// After a 429 and a failed login the gate keeps everybody waiting; who was turned back queues up first.
		if (outcome.pauseMs > 0) await attempt.abort.sleep(outcome.pauseMs);
	}
}

async function sendOnce(
	sending: Sending,
	pass: Pass,
	repeats: number,
): Promise<{ answer: IDataObject } | { pauseMs: number }> {
	const { line, request, attempt } = sending;
	if (attempt.blocked !== undefined) throw notSent(attempt.blocked);
	let body: unknown;
	try {
		body = await line.send(request);
	} catch (thrown) {
		pass.hold();
		return { pauseMs: await pauseBeforeRepeat(thrown, repeats, pass, sending) };
	}
	attempt.rateLimited = 0;
	return { answer: await checkedAnswer(body, pass, sending) };
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
	const fault = readFault(thrown);
	if (fault.cancelled) throw new Aborted(line.method !== 'GET');
	attempt.gate.open();
	attempt.rateLimited = fault.status === 429 ? attempt.rateLimited + 1 : 0;
	const pauseMs = waitBeforeRepeat(line.method, fault, repeats);
	if (pauseMs === undefined) {
		const failure = failureOf(fault, await storyOf(sending));
		if (concernsAll(fault, attempt, repeats)) attempt.blocked = failure;
		throw failure;
	}
	if (fault.status !== 429) return pauseMs;
	attempt.gate.narrow(pass, pauseMs);
	return 0;
}

/** What the service answers to everybody: 429 to all of late, or 401 although n8n has just logged in again. */
function concernsAll({ status }: Fault, attempt: Attempt, repeats: number): boolean {
	return status === 401 || attempt.rateLimited > repeats;
}

/** A failed login lets nothing else through either; only what may pass by itself is tried again. */
function pauseAfterLogin(login: LoginFailure, repeats: number, attempt: Attempt): number {
	const { passing, retryAfter } = login;
	const headers = { 'retry-after': retryAfter };
	const neverSent = { headers, neverSent: true, cancelled: false };
	const pauseMs = passing ? waitBeforeRepeat('POST', neverSent, repeats) : undefined;
	if (pauseMs === undefined) {
		attempt.blocked = new Failure(login.happened, login.hint, { final: !passing });
		throw attempt.blocked;
	}
	attempt.gate.startNothingFor(pauseMs);
	return 0;
}

async function checkedAnswer(body: unknown, pass: Pass, sending: Sending): Promise<IDataObject> {
	const { operation, attempt } = sending;
	const lacking = isJsonObject(body) ? missingMembers(body, operation.requiredMembers) : [];
	const whole = isJsonObject(body) && lacking.length === 0;
	if (!whole) pass.hold();
	attempt.gate.open();
	if (whole) return body;
	throw unexpectedAnswer(body, lacking, await storyOf(sending));
}

/** Where the secrets cannot be read, nothing that the service says can be shown: it might hold one. */
async function storyOf({ operation, request, line }: Sending): Promise<RequestStory> {
	const secrets = await line.secrets().catch(() => null);
	const redaction = redactionOf(secrets, request.body);
	return { operation, method: line.method, path: request.path ?? {}, redaction };
}
