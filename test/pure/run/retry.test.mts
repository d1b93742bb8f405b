import fc from 'fast-check';

import {
	asksToWaitTooLong,
	retryOnFailOf,
	waitBeforeRepeat,
} from '../../../nodes/RentalScreening/run/retry.ts';

const answered = (status: number, headers: Record<string, unknown> = {}) => ({
	status,
	headers,
	neverSent: false,
	cancelled: false,
});
const unanswered = { headers: {}, neverSent: false, cancelled: false };
const unconnected = { ...unanswered, neverSent: true };

/** How many times a request may be repeated after the same fault. */
function repeats(method: string, fault: Parameters<typeof waitBeforeRepeat>[1]): number {
	let count = 0;
	while (waitBeforeRepeat(method, fault, count) !== undefined) count += 1;
	return count;
}

test.each([
	['POST', 'a 500', answered(500), 0],
	['POST', 'a 503', answered(503), 0],
	['POST', 'a 400', answered(400), 0],
	['POST', 'a 401 after the new login', answered(401), 0],
	['POST', 'a lost answer', unanswered, 0],
	['POST', 'a 429', answered(429), 10],
	['POST', 'a connection never made', unconnected, 3],
	['GET', 'a 500', answered(500), 3],
	['GET', 'a 429', answered(429), 3],
	['GET', 'a lost answer', unanswered, 3],
	['GET', 'a connection never made', unconnected, 3],
	['GET', 'a 404', answered(404), 0],
	['GET', 'a cancellation', { ...unanswered, cancelled: true }, 0],
])('%s after %s', (method, _, fault, count) => {
	expect(repeats(method, fault)).toBe(count);
});

test('the back-off doubles, has jitter and stays within half a minute', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 9 }), (repeat) => {
			const most = Math.min(30_000, 500 * 2 ** repeat);
			const pause = waitBeforeRepeat('POST', answered(429), repeat)!;
			expect(pause).toBeGreaterThanOrEqual(most / 2);
			expect(pause).toBeLessThanOrEqual(most);
		}),
	);
});

test.each([
	['7', 7000],
	['0', 0],
	['0.5', 500],
	['300', 300_000],
	['301', undefined],
])('Retry-After: %s', (header, pause) => {
	expect(waitBeforeRepeat('GET', answered(429, { 'retry-after': header }), 0)).toBe(pause);
});

test('Retry-After as a date', () => {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
	const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' };
	expect(waitBeforeRepeat('GET', answered(503, headers), 0)).toBe(9000);
	jest.useRealTimers();
});

test('Retry-After as a date, where the clock here is not that of the service', () => {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
	const date = 'Thu, 01 Jan 2026 03:00:00 GMT';
	const at = (header: string) => ({ date, 'retry-after': header });
	expect(waitBeforeRepeat('GET', answered(503, at('Thu, 01 Jan 2026 03:00:09 GMT')), 0)).toBe(9000);
	expect(asksToWaitTooLong(answered(503, at('Thu, 01 Jan 2026 03:00:09 GMT')))).toBe(false);
	expect(asksToWaitTooLong(answered(503, at('Thu, 01 Jan 2026 03:06:00 GMT')))).toBe(true);
	const headers = { date: 'noon', 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' };
	expect(waitBeforeRepeat('GET', answered(503, headers), 0)).toBe(9000);
	jest.useRealTimers();
});

test.each(['', ' ', 'soon', '-3', 'Thu, 01 Jan 2015 00:00:09 GMT', 5, undefined])(
	'a Retry-After that says nothing (%p) leaves the back-off',
	(header) => {
		const pause = waitBeforeRepeat('GET', answered(429, { 'retry-after': header }), 0)!;
		expect(pause).toBeGreaterThanOrEqual(250);
		expect(pause).toBeLessThanOrEqual(500);
	},
);

test.each([
	['300', false],
	['301', true],
	[undefined, false],
])('Retry-After %s is more than a run waits: %p', (header, tooLong) => {
	expect(asksToWaitTooLong(answered(429, { 'retry-after': header }))).toBe(tooLong);
});

test.each([
	[404, false],
	[422, false],
	[429, true],
	[503, true],
])('a Retry-After of an hour with a %i concerns everybody: %p', (status, concernsAll) => {
	expect(asksToWaitTooLong(answered(status, { 'retry-after': '3600' }))).toBe(concernsAll);
});

test.each([
	[{}, 1, 0],
	[{ retryOnFail: true }, 3, 1000],
	[{ retryOnFail: true, maxTries: 9, waitBetweenTries: 9000 }, 5, 5000],
	[{ retryOnFail: true, maxTries: 1, waitBetweenTries: -1 }, 2, 0],
	[{ retryOnFail: false, maxTries: 4 }, 1, 0],
])('the settings %j mean %i tries, %i ms between them', (settings, maxTries, waitMs) => {
	expect(retryOnFailOf(settings as never)).toEqual({ maxTries, waitMs });
});
