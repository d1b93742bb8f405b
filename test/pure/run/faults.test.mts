import fc from 'fast-check';

import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { Cancellation } from '../../../nodes/RentalScreening/run/cancellation.ts';
import { computeBackOffMs, Faults, mayRepeat } from '../../../nodes/RentalScreening/run/faults.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';
import { Queue } from '../../../nodes/RentalScreening/run/queue.ts';
import {
	BLOCKED_BY_N8N,
	UNTRUSTED,
	type HttpFault,
} from '../../../nodes/RentalScreening/service/httpFault.ts';
import { createItem } from '../../support/item-inputs.mts';

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

/** A run of that operation, with what becomes of a request that is not repeated any more. */
function createRun(operation: Operation) {
	const cancellation = new Cancellation();
	const queue = new Queue(5, cancellation);
	const faults = new Faults(operation, queue, cancellation);
	const job = new Job(createItem({}), { problems: [] }, {} as Transport);
	job.repeats.faults = 3;
	return { queue, giveUp: (fault: HttpFault) => faults.handleFault(job, fault, 0) };
}

test.each([
	['POST', 422, sendScreening, true],
	['GET', 422, getResults, true],
	['GET', 404, getResults, true],
	['POST', 500, sendScreening, false],
] as const)(
	'a %s answered %p shows whether the service works (%#)',
	(_, status, operation, works) => {
		const { queue, giveUp } = createRun(operation);
		giveUp(answered(status));
		expect(queue.hasSucceeded).toBe(works);
	},
);

test.each([false, true])(
	'without a connection nothing more is sent, unless the service has answered before: %p',
	(hasAnswered) => {
		const { queue, giveUp } = createRun(sendScreening);
		if (hasAnswered) queue.markAnswered();
		giveUp(unconnected);
		expect(queue.closedBy?.kind).toBe(hasAnswered ? undefined : 'unreachable');
	},
);
