import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../service/fault';
import { Failure, type FailureKind } from './failure';
import type { Abort } from './gate';
import type { PollPlan } from './operation';

/** How often a request is repeated on proof that it was not sent, or a GET after a fault. */
const REPEATS = 3;
/** How often a POST is repeated after 429 while nothing else gets through; a GET, like after a fault. */
const RATE_LIMIT_REPEATS = 10;
/** How often a request is repeated after 429 while others get through. */
const MOST_REPEATS = 30;
/** A service that asks to wait longer than this counts as not available. */
const LONGEST_WAIT_MS = 300_000;
const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;

/**
 * Rule 5: how many milliseconds to wait before the same request may be sent again, or undefined when it must not
 * be. A POST is repeated only on proof that the service did not act. `repeats`: how often this request has been
 * repeated already; `blocked`: its 429 answers since anything got through.
 */
export function waitBeforeRepeat(
	method: string,
	fault: Fault,
	repeats: number,
	blocked = 0,
): number | undefined {
	if (asksToWaitTooLong(fault) || nothingGetsThrough(method, blocked)) return undefined;
	return repeats < mostRepeats(method, fault) ? (askedWait(fault) ?? backOff(repeats)) : undefined;
}

/** Whether a request got so many 429 answers, and nothing else got through meanwhile, that none will. */
export function nothingGetsThrough(method: string, blocked: number): boolean {
	return blocked > (method === 'GET' ? REPEATS : RATE_LIMIT_REPEATS);
}

/** Whether the service asks to wait longer than a run waits: the run sends nothing more. */
export function asksToWaitTooLong(fault: Fault): boolean {
	return (waitForAll(fault) ?? 0) > LONGEST_WAIT_MS;
}

/**
 * How many milliseconds the service asks everybody to wait. Other answers than 429 and 5xx say it of one item,
 * such as an applicant whose results are not there yet.
 */
export function waitForAll(fault: Fault): number | undefined {
	const { status } = fault;
	const isOfItem = status !== undefined && status < 500 && status !== 429;
	return isOfItem ? undefined : askedWait(fault);
}

function mostRepeats(method: string, { status, neverSent }: Fault): number {
	if (status === 429) return MOST_REPEATS;
	if (method === 'GET') return status === undefined || status >= 500 ? REPEATS : 0;
	return neverSent ? REPEATS : 0;
}

/** Exponential, with jitter, so that many clients do not come back at the same moment. */
function backOff(repeats: number): number {
	const most = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** repeats);
	return most / 2 + Math.random() * (most / 2);
}

/**
 * The header `Retry-After` (seconds or a date) in milliseconds from now; undefined where it names no time to come.
 * A date is compared with the `Date` of the same answer: this machine's clock may be wrong.
 */
function askedWait({ headers }: Fault): number | undefined {
	const header = headers['retry-after'];
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const answeredAt = Date.parse(String(headers.date));
	const now = Number.isNaN(answeredAt) ? Date.now() : answeredAt;
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
	return wait >= 0 ? wait : undefined;
}

/** What passes by itself, where the service has worked before. */
const OUTAGE: readonly FailureKind[] = ['unreachable', 'unanswered', 'notProcessed'];

/**
 * Rule 8: fetches until the answer is complete or the time is up; a 404 means not yet, and so does an outage once
 * the service `works`. Returns the last answer, or the 404, whether complete or not. Throws the outage that lasts
 * until the end, and `Aborted` when the run ends.
 */
export async function poll(
	fetch: (isAgain: boolean) => Promise<IDataObject>,
	plan: PollPlan,
	abort: Abort,
	works: () => boolean,
): Promise<IDataObject | Failure> {
	const until = Date.now() + plan.forMinutes * 60_000;
	for (let isAgain = false; ; isAgain = true) {
		const last = await fetch(isAgain).catch((thrown: unknown) => {
			if (!(thrown instanceof Failure)) throw thrown;
			if (thrown.kind !== 'notFound' && !isOutage(thrown, plan, works())) throw thrown;
			return thrown;
		});
		const left = until - Date.now();
		if (isComplete(last, plan)) return last;
		if (left <= 0) {
			if (last instanceof Failure && last.kind !== 'notFound') throw last;
			return last;
		}
		await abort.sleep(Math.min(plan.everySeconds * 1000, left));
	}
}

/** Whether an answer is complete; a 404 is not. */
export function isComplete(last: IDataObject | Failure, plan: PollPlan): last is IDataObject {
	return !(last instanceof Failure) && plan.isComplete(last);
}

/** Whether a failure is no reason to stop: it means that the results are not there yet. */
export function meansNotYet(failure: Failure, plan: PollPlan | undefined, works: boolean): boolean {
	if (plan === undefined) return false;
	if (failure.kind !== 'notFound') return isOutage(failure, plan, works);
	return plan.forMinutes > 0 || plan.whenIncomplete === 'skip';
}

function isOutage({ kind }: Failure, { forMinutes }: PollPlan, works: boolean): boolean {
	return works && forMinutes > 0 && OUTAGE.includes(kind);
}

/** The failure of an applicant who is not complete, where 'When Incomplete' asks for one. */
export function incomplete({ forMinutes }: PollPlan): Failure {
	const waited = forMinutes > 0 ? ` within ${forMinutes} minute${forMinutes === 1 ? '' : 's'}` : '';
	return new Failure(
		'incomplete',
		`The applicant has not completed the screening${waited}`,
		"Fetch the results later, raise 'Wait Up To (Minutes)', or choose another 'When Incomplete'.",
	);
}
