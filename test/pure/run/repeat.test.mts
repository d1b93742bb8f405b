import fc from 'fast-check';

import { asksToWaitTooLong, waitBeforeRepeat } from '../../../nodes/RentalScreening/run/repeat.ts';

import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';

const unanswered: Fault = { headers: {}, neverSent: false, cancelled: false };
const unconnected = { ...unanswered, neverSent: true };
const answered = (status: number, headers: Record<string, unknown> = {}) => ({
	...unanswered,
	status,
	headers,
});

/**
 * How often a request may be repeated after the same fault: while nothing else gets through, its 429 answers are
 * counted; while others do, each of them is the first.
 */
function repeats(method: string, fault: Fault, isAlone = true) {
	let count = 0;
	const blocked = () => (fault.status !== 429 ? 0 : isAlone ? count + 1 : 1);
	while (waitBeforeRepeat(method, fault, count, blocked()) !== undefined) count += 1;
	return count;
}

test.each([
	['POST', 'a 500', answered(500), 0],
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
])('%s after %s', (method, _, fault, count) => {
	expect(repeats(method, fault)).toBe(count);
});

test.each(['POST', 'GET'])('a %s after a 429 while others get through', (method) => {
	expect(repeats(method, answered(429), false)).toBe(30);
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

describe('Retry-After', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
	afterEach(() => jest.useRealTimers());

	const IN_NINE_SECONDS = 'Thu, 01 Jan 2026 00:00:09 GMT';
	// Where the clock here is not that of the service.
	const date = 'Thu, 01 Jan 2026 03:00:00 GMT';

	test.each([
		[{ 'retry-after': '7' }, 7000],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': '0.5' }, 500],
		[{ 'retry-after': '300' }, 300_000],
		[{ 'retry-after': IN_NINE_SECONDS }, 9000],
		[{ 'retry-after': IN_NINE_SECONDS, date: 'noon' }, 9000],
		[{ 'retry-after': 'Thu, 01 Jan 2026 03:00:09 GMT', date }, 9000],
	])('%j', (headers, pause) => {
		expect(waitBeforeRepeat('GET', answered(503, headers), 0)).toBe(pause);
	});

	test.each([
		[429, { 'retry-after': '301' }, true],
		[503, { 'retry-after': 'Thu, 01 Jan 2026 03:06:00 GMT', date }, true],
		// Of one item only.
		[404, { 'retry-after': '3600' }, false],
		[422, { 'retry-after': '3600' }, false],
	])('%i with %j is more than a run waits: %p', (status, headers, isTooLong) => {
		expect(asksToWaitTooLong(answered(status, headers))).toBe(isTooLong);
		expect(waitBeforeRepeat('GET', answered(status, headers), 0)).toBeUndefined();
	});

	test.each(['', ' ', 'soon', '-3', 'Thu, 01 Jan 2015 00:00:09 GMT', 5, undefined])(
		'that says nothing (%p) leaves the back-off',
		(header) => {
			const pause = waitBeforeRepeat('GET', answered(429, { 'retry-after': header }), 0)!;
			expect(pause).toBeGreaterThanOrEqual(250);
			expect(pause).toBeLessThanOrEqual(500);
		},
	);
});
