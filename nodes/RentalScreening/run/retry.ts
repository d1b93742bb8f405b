import { OBSTACLES, type HttpFault } from '../service/httpFault';

/** How often a request is repeated on proof that it was not sent, or a GET after a fault. */
export const MAX_REPEATS = 3;
/** How often a POST is repeated that is answered with 429. */
const MAX_RATE_LIMIT_REPEATS = 10;
/** A run does not wait for a service that asks to wait longer than this. */
const MAX_WAIT_MS = 300_000;
const FIRST_BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 30_000;

/** How often one request has been repeated, by reason: each is counted by itself. */
export interface Repeats {
	/** After a 429. */
	rateLimits: number;
	/** After a fault of the connection, of the login or of an answer. */
	faults: number;
	/** After a new login. */
	logins: number;
}

/** Rule 5: whether a request may be sent again, a POST only on proof that the service did not act. */
export function mayRepeat(
	isFetch: boolean,
	{ status, provenUnsent, obstacle }: HttpFault,
	{ rateLimits, faults }: Repeats,
): boolean {
	if (status === 429) return rateLimits < (isFetch ? MAX_REPEATS : MAX_RATE_LIMIT_REPEATS);
	if (obstacle !== undefined && OBSTACLES[obstacle].kind === 'blocked') return false;
	const mayPass = provenUnsent || (isFetch && (status === undefined || status >= 500));
	return mayPass && faults < MAX_REPEATS;
}

/** Milliseconds before a request is repeated: exponential, with jitter, so that clients do not come back together. */
export function backOffMs(repeats: number): number {
	const max = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** repeats);
	return max / 2 + Math.random() * (max / 2);
}

/**
 * The header `Retry-After` (seconds or a date) in milliseconds from now, `Infinity` if that is too long; undefined where
 * it names no time to come, and beside an answer that is about one item only, such as a 404.
 */
export function requestedWaitMs({ status = 0, headers }: HttpFault): number | undefined {
	const header = headers['retry-after'];
	if (status !== 429 && status < 500) return undefined;
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
	if (wait > MAX_WAIT_MS) return Infinity;
	return wait >= 0 ? wait : undefined;
}
