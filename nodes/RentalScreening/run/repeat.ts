import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../core/item';
import { readOptions } from '../request/options';
import { isComplete } from '../results/applicant';
import type { Fault } from '../service/fault';
import { Failure } from '../core/failure';
import type { Gate } from './gate';

/** How often a request is repeated on proof that it was not sent, or a GET after a fault. */
export const REPEATS = 3;
/** How often in a row a run of POSTs is answered with 429 before it ends. */
const RATE_LIMIT_REPEATS = 10;
/** A run does not wait for a service that asks to wait longer than this. */
const LONGEST_WAIT_MS = 300_000;
const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;

/**
 * Rule 5: whether a request may be sent again, a POST only on proof that the service did not act. `repeats`: how
 * often it has been repeated already; `rateLimited`: rounds of 429 in which nothing got through.
 */
export function mayRepeat(
	isFetch: boolean,
	{ status, neverSent }: Fault,
	repeats: number,
	rateLimited: number,
): boolean {
	if (status === 429) return rateLimited <= (isFetch ? REPEATS : RATE_LIMIT_REPEATS);
	const mayPass = neverSent || (isFetch && (status === undefined || status >= 500));
	return mayPass && repeats < REPEATS;
}

/** Milliseconds before a request is repeated: exponential, with jitter, so that clients do not come back together. */
export function backOff(repeats: number): number {
	const most = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** repeats);
	return most / 2 + Math.random() * (most / 2);
}

/**
 * The header `Retry-After` (seconds or a date) in milliseconds from now, `Infinity` if that is too long; undefined where
 * it names no time to come, and beside an answer that is about one item only, such as a 404.
 */
export function askedWait({ status = 0, headers }: Fault): number | undefined {
	const header = headers['retry-after'];
	if (status !== 429 && status < 500) return undefined;
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	if (wait > LONGEST_WAIT_MS) return Infinity;
	return wait >= 0 ? wait : undefined;
}

/**
 * Rule 8: asks until the answer is complete or the time is up. Returns the last answer, or the failure that means that
 * there is none yet. Throws other failures, and `Aborted` when the run ends.
 */
export async function poll(
	ask: () => Promise<IDataObject>,
	item: Item,
	gate: Gate,
	isNotYet: (failure: Failure) => boolean,
): Promise<IDataObject | Failure> {
	const { waitUpToMinutes, pollEverySeconds } = readOptions(item);
	const until = Date.now() + waitUpToMinutes * 60_000;
	for (;;) {
		const last = await ask().catch((thrown: unknown) => {
			if (thrown instanceof Failure && isNotYet(thrown)) return thrown;
			throw thrown;
		});
		const left = until - Date.now();
		if (left <= 0 || isComplete(last)) return last;
		await gate.abort.sleep(Math.min(pollEverySeconds * 1000, left));
		// What kept requests from being sent may have passed.
		if (gate.closed?.kind !== 'noAccess') gate.closed = undefined;
	}
}
