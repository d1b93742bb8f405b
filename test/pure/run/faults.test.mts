import fc from 'fast-check';

import { computeBackOffMs, mayRepeat } from '../../../nodes/RentalScreening/run/faults.ts';
import {
	BLOCKED_BY_N8N,
	NO_PROXY,
	UNTRUSTED,
	type HttpFault,
} from '../../../nodes/RentalScreening/service/httpFault.ts';

const unanswered: HttpFault = { provenUnsent: false };
const unconnected = { ...unanswered, provenUnsent: true };
const answered = (status: number) => ({ ...unanswered, status });

test.each([
	['POST', 'a 500', answered(500), 0],
	['POST', 'a 400', answered(400), 0],
	['POST', 'a 401 after the new login', answered(401), 0],
	['POST', 'a lost answer', unanswered, 0],
	['POST', 'an address that n8n blocks', { ...unconnected, obstacle: BLOCKED_BY_N8N }, 0],
	['GET', 'an untrusted certificate', { ...unconnected, obstacle: UNTRUSTED }, 0],
	['POST', 'a proxy that is away', { ...unconnected, obstacle: NO_PROXY }, 3],
	['POST', 'a 429', answered(429), 10],
	['POST', 'a connection never made', unconnected, 3],
	['GET', 'a 500', answered(500), 3],
	['GET', 'a 429', answered(429), 3],
	['GET', 'a lost answer', unanswered, 3],
	['GET', 'a connection never made', unconnected, 3],
	['GET', 'a 404', answered(404), 0],
])('how often a %s is repeated after %s', (method, _, fault, count) => {
	const repeats = { rateLimits: 0, faults: 0, logins: 0 };
	const counter = 'status' in fault && fault.status === 429 ? 'rateLimits' : 'faults';
	while (mayRepeat(method === 'GET', fault, repeats)) repeats[counter] += 1;
	expect(repeats[counter]).toBe(count);
});

test('repeats after a 429 and after a fault are counted apart', () => {
	const repeats = { rateLimits: 10, faults: 0, logins: 0 };
	expect(mayRepeat(false, unconnected, repeats)).toBe(true);
	expect(mayRepeat(false, answered(429), { ...repeats, rateLimits: 0, faults: 3 })).toBe(true);
});

test('the back-off doubles, has jitter and stays within half a minute', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 9 }), (repeats) => {
			const most = Math.min(30_000, 500 * 2 ** repeats);
			const pause = computeBackOffMs(repeats);
			expect(pause).toBeGreaterThanOrEqual(most / 2);
			expect(pause).toBeLessThanOrEqual(most);
		}),
	);
});
