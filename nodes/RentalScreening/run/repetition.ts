import type { Fault } from '../service/fault';

const GET_REPEATS = 3;
const NEVER_SENT_REPEATS = 3;
const TOO_MANY_REPEATS = 10;
/** A service that wants us to wait longer than this is taken as not available. */
const LONGEST_WAIT_MS = 300_000;
const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 30_000;

/**
 * Rule 5 of the request policy: how many milliseconds to wait before the same request may be sent again,
 * or undefined when it must not be. A POST is repeated only where the service certainly did not act.
 * `repeats` counts how often this request has been repeated already.
 */
export function waitBeforeRepeat(
	method: string,
	fault: Fault,
	repeats: number,
): number | undefined {
	if (fault.cancelled || repeats >= mostRepeats(method, fault)) return undefined;
	const asked = retryAfter(fault.headers['retry-after']);
	if (asked === undefined) return backOff(repeats);
	return asked <= LONGEST_WAIT_MS ? asked : undefined;
}

function mostRepeats(method: string, { status, neverSent }: Fault): number {
	if (method === 'GET') {
		const mayPass = status === undefined || status === 429 || status >= 500;
		return mayPass ? GET_REPEATS : 0;
	}
	if (status === 429) return TOO_MANY_REPEATS;
	return neverSent ? NEVER_SENT_REPEATS : 0;
}

/** Exponential, with jitter, so that many clients do not come back at the same moment. */
function backOff(repeats: number): number {
	const most = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** repeats);
	return most / 2 + Math.random() * (most / 2);
}

/** The header `Retry-After` (seconds or a date) in milliseconds from now. */
function retryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
