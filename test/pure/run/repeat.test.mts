import fc from 'fast-check';

import { askedWait, backOff, mayRepeat } from '../../../nodes/RentalScreening/run/repeat.ts';
import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';

const unanswered: Fault = { headers: {}, neverSent: false };
const unconnected = { ...unanswered, neverSent: true };
const answered = (status: number, headers: Record<string, unknown> = {}) => ({
	...unanswered,
	status,
	headers,
});

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
])('a %s after %s, while nothing else gets through', (method, _, fault, count) => {
	let repeats = 0;
	while (mayRepeat(method === 'GET', fault, repeats, repeats + 1)) repeats += 1;
	expect(repeats).toBe(count);
});

test('the back-off doubles, has jitter and stays within half a minute', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 9 }), (repeats) => {
			const most = Math.min(30_000, 500 * 2 ** repeats);
			const pause = backOff(repeats);
			expect(pause).toBeGreaterThanOrEqual(most / 2);
			expect(pause).toBeLessThanOrEqual(most);
		}),
	);
});

describe('Retry-After', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
	afterEach(() => jest.useRealTimers());

	const IN_NINE_SECONDS = 'Thu, 01 Jan 2026 00:00:09 GMT';

	test.each([
		[{ 'retry-after': '7' }, 7000],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': '0.5' }, 500],
		[{ 'retry-after': '300' }, 300_000],
		[{ 'retry-after': '301' }, Infinity],
		[{ 'retry-after': IN_NINE_SECONDS }, 9000],
	])('%j', (headers, pause) => {
		expect(askedWait(answered(503, headers))).toBe(pause);
	});

	test.each([404, 422])('beside a %i is about one item only', (status) => {
		expect(askedWait(answered(status, { 'retry-after': '3600' }))).toBeUndefined();
	});

	test.each(['', ' ', 'soon', '-3', 'Thu, 01 Jan 2015 00:00:09 GMT', 5, undefined])(
		'says nothing by %p',
		(header) => {
			expect(askedWait(answered(429, { 'retry-after': header }))).toBeUndefined();
		},
	);
});
