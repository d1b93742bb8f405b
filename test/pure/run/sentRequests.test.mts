import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { SentRequests } from '../../../nodes/RentalScreening/run/sentRequests.ts';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

const DAY = 24 * 3_600_000;
const accepted = { userId: 'u' };

test.each([
	[accepted, true],
	['maybe', true],
	[undefined, false],
] as const)(
	'a request is known from its claim on, and once it has ended as %j: %p',
	async (result, isKnown) => {
		const sentRequests = new SentRequests();
		expect(sentRequests.find('k')).toBeUndefined();
		const claim = sentRequests.claim('k', '7');
		const known = sentRequests.find('k')!;
		expect(known).toMatchObject({ executions: new Set(['7']), endedAt: Infinity });
		claim.end(result);
		await known.ended;
		expect(known.result).toEqual(result);
		expect(sentRequests.find('k') !== undefined).toBe(isKnown);
	},
);

test.each([accepted, 'maybe'] as const)(
	'%j is known for 24 hours from its last sending',
	(result) => {
		const sentRequests = new SentRequests();
		const claim = sentRequests.claim('k', '7');
		jest.advanceTimersByTime(5000);
		claim.sentAt = Date.now();
		claim.end(result);
		jest.advanceTimersByTime(DAY - 1);
		expect(sentRequests.find('k')).toMatchObject({ sentAt: 1_005_000 });
		jest.advanceTimersByTime(1);
		expect(sentRequests.find('k')).toBeUndefined();
	},
);

test('a row knows what ended since it was marked, however long ago', () => {
	const sentRequests = new SentRequests();
	sentRequests.claim('k', '7').end(accepted);
	const endedAt = Date.now();
	jest.advanceTimersByTime(2 * DAY);
	sentRequests.claim('other', '8').end(accepted);
	expect(sentRequests.find('k', endedAt)).toMatchObject({ result: accepted });
	expect(sentRequests.find('k', endedAt + 1)).toBeUndefined();
	expect(sentRequests.find('k')).toBeUndefined();
	// An equal request that is not accepted does not change that.
	sentRequests.claim('k', '9').end(undefined);
	expect(sentRequests.find('k', endedAt)).toMatchObject({ result: accepted });
});

test('what is in flight is known as long as it takes', () => {
	const sentRequests = new SentRequests();
	sentRequests.claim('k', '7');
	jest.advanceTimersByTime(2 * DAY);
	expect(sentRequests.find('k')).toBeDefined();
});

test('what was sent first is forgotten first, nothing younger than 40 minutes, never what is in flight', () => {
	const sentRequests = new SentRequests(2);
	for (const key of ['a', 'b']) sentRequests.claim(key, '7').end(accepted);
	jest.advanceTimersByTime(40 * 60_000 - 1);
	sentRequests.claim('in flight', '7');
	sentRequests.claim('c', '7').end(accepted);
	expect(sentRequests.find('a')).toBeDefined();
	jest.advanceTimersByTime(1);
	sentRequests.claim('c', '7').end(accepted);
	expect(['in flight', 'a', 'b', 'c'].filter((key) => sentRequests.find(key))).toEqual([
		'in flight',
		'c',
	]);
});

test('of more than 50,000 requests the oldest is forgotten', () => {
	const sentRequests = new SentRequests();
	for (let index = 0; index < 50_000; index++) sentRequests.claim(`${index}`, '7').end(accepted);
	jest.advanceTimersByTime(40 * 60_000);
	sentRequests.claim('50000', '7').end(accepted);
	const isKnown = ['0', '1', '50000'].map((key) => sentRequests.find(key) !== undefined);
	expect(isKnown).toEqual([false, true, true]);
});

test('a repeat that is not accepted leaves the earlier request known, until its 24 hours end', () => {
	const sentRequests = new SentRequests();
	sentRequests.claim('k', '7').end(accepted);
	sentRequests.claim('k', '8').end(undefined);
	expect(sentRequests.find('k')).toMatchObject({ executions: new Set(['7']), result: accepted });
	jest.advanceTimersByTime(DAY);
	expect(sentRequests.find('k')).toBeUndefined();
});

test('a repeat that is unclear takes the place of the earlier request', () => {
	const sentRequests = new SentRequests();
	sentRequests.claim('k', '7').end(accepted);
	sentRequests.claim('k', '8').end('maybe');
	const executions = new Set(['7', '8']);
	expect(sentRequests.find('k')).toMatchObject({ executions, result: 'maybe' });
});

test('a repeat keeps nothing of the request before it in memory', async () => {
	const sentRequests = new SentRequests();
	const send = () => {
		const request = sentRequests.claim('k', '7');
		request.end(accepted);
		return new WeakRef(request);
	};
	const [before, last] = [send(), send()];
	await nextTurn();
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	expect([before.deref(), last.deref()]).toEqual([undefined, sentRequests.find('k')]);
});
