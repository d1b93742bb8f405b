import { requestKey, SentRequests } from '../../../nodes/RentalScreening/run/sentRequests.ts';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

const MINUTE = 60_000;
const answer = { userId: 'u' };

test('a request is known from the moment it is claimed, and its result is shared', async () => {
	const sent = new SentRequests();
	expect(sent.find('k')).toBeUndefined();
	const claim = sent.claim('k');
	const known = sent.find('k')!;
	claim.settle({ answer });
	expect(await known.result).toEqual({ answer });
	expect(await sent.find('k')!.result).toEqual({ answer });
});

test('a request that was not accepted is forgotten, one that may have been is not', async () => {
	const sent = new SentRequests();
	const refused = sent.claim('refused');
	const waiting = sent.find('refused')!.result;
	refused.settle(undefined);
	expect(await waiting).toBeUndefined();
	expect(sent.find('refused')).toBeUndefined();
	sent.claim('unclear').settle({ uncertain: true });
	expect(await sent.find('unclear')!.result).toEqual({ uncertain: true });
});

test('a result holds for 15 minutes from its answer, however long the request took, and from each look', () => {
	const sent = new SentRequests();
	const claim = sent.claim('k');
	jest.advanceTimersByTime(20 * MINUTE);
	expect(sent.find('k')).toBeDefined();
	claim.settle({ answer });
	for (const look of [1, 2, 3]) {
		jest.advanceTimersByTime(15 * MINUTE - 1);
		expect([look, sent.find('k')]).toEqual([look, expect.anything()]);
	}
	jest.advanceTimersByTime(15 * MINUTE);
	expect(sent.find('k')).toBeUndefined();
});

test('the time of the last try is what counts as sent', () => {
	const sent = new SentRequests();
	const claim = sent.claim('k');
	jest.advanceTimersByTime(5000);
	claim.sending();
	expect(sent.find('k')!.sentAt).toBe(1_005_000);
	expect(claim.sentAt).toBe(1_005_000);
});

test('no more than so many are remembered: the oldest results go, what is in flight stays', () => {
	const sent = new SentRequests(3);
	sent.claim('in flight');
	for (const key of ['a', 'b', 'c', 'd']) sent.claim(key).settle({ answer });
	expect(['in flight', 'a', 'b', 'c', 'd'].filter((key) => sent.find(key))).toEqual([
		'in flight',
		'c',
		'd',
	]);
});

test('sending again takes the place of what was known', async () => {
	const sent = new SentRequests();
	const first = sent.claim('k');
	const second = sent.claim('k');
	second.settle({ answer: { userId: 'second' } });
	first.settle(undefined);
	expect(await sent.find('k')!.result).toEqual({ answer: { userId: 'second' } });
});

test('the key differs by account, path and body, and does not contain them', () => {
	const body = { email: 'ana@example.com' };
	const keys = [
		requestKey('one', '/v1/a', body),
		requestKey('other', '/v1/a', body),
		requestKey('one', '/v1/b', body),
		requestKey('one', '/v1/a', { email: 'bo@example.com' }),
	];
	expect(new Set(keys).size).toBe(keys.length);
	expect(requestKey('one', '/v1/a', { ...body })).toBe(keys[0]);
	expect(keys.join()).not.toContain('ana');
});

test('an earlier one is known again when sending again was not accepted', async () => {
	const sent = new SentRequests();
	sent.claim('k').settle({ answer });
	const again = sent.claim('k');
	again.settle(undefined);
	expect(await sent.find('k')?.result).toEqual({ answer });
	jest.advanceTimersByTime(15 * MINUTE);
	expect(sent.find('k')).toBeUndefined();
});

test('nothing is known where neither of two was accepted', () => {
	const sent = new SentRequests();
	const first = sent.claim('k');
	const again = sent.claim('k');
	first.settle(undefined);
	again.settle(undefined);
	expect(sent.find('k')).toBeUndefined();
});

test.each([
	['the first', [0, 1]],
	['the second', [1, 0]],
])(
	'an earlier one is known again when neither of two that were sent again was accepted, %s refused first',
	async (_, order) => {
		const sent = new SentRequests();
		sent.claim('k').settle({ answer });
		const again = [sent.claim('k'), sent.claim('k')];
		for (const index of order) again[index]!.settle(undefined);
		expect(await sent.find('k')?.result).toEqual({ answer });
	},
);

test('what is asked for while it is sent again is remembered as long, if that is not accepted', async () => {
	const sent = new SentRequests();
	sent.claim('k').settle({ answer });
	jest.advanceTimersByTime(14 * MINUTE);
	const again = sent.claim('k');
	sent.find('k');
	jest.advanceTimersByTime(2 * MINUTE);
	again.settle(undefined);
	expect(await sent.find('k')?.result).toEqual({ answer });
});
