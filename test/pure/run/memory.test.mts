import { Memory } from '../../../nodes/RentalScreening/run/memory.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const HOUR_MS = 60 * 60_000;
const ANSWER = { userId: 'u1' };

// Rule 7: whether a POST is answered by an equal one that this process sent so many hours before.
test.each<[string, number, typeof ANSWER | 'maybe', string, boolean]>([
	['answered 23.9 hours ago is known', 23.9, ANSWER, 'second', true],
	['answered 24.1 hours ago is not known', 24.1, ANSWER, 'second', false],
	['answered 24.1 hours ago in this execution is known', 24.1, ANSWER, 'first', true],
	['left unclear an hour ago is known', 1, 'maybe', 'second', true],
])('an equal request that was %s', (_, hours, result, execution, answers) => {
	const memory = new Memory();
	memory.begin('key', 'first')(result);
	jest.advanceTimersByTime(hours * HOUR_MS);
	expect(memory.find('key', execution)?.result).toEqual(answers ? result : undefined);
	expect(memory.find('other', execution)).toBeUndefined();
});

test.each([
	['is accepted', ANSWER],
	['is unclear', 'maybe' as const],
	['was not accepted', undefined],
])(
	'an equal request waits for one in flight; where that %s, only a result is kept',
	async (_, result) => {
		const memory = new Memory();
		const sentAt = Date.now();
		const end = memory.begin('key', 'first');
		const waiting = memory.findInFlight('key');
		jest.advanceTimersByTime(5);
		end(result);
		await waiting;
		expect(memory.findInFlight('key')).toBeUndefined();
		const kept = { result, sentAt, endedAt: sentAt + 5, execution: 'first' };
		expect(memory.find('key', 'second')).toEqual(result && kept);
	},
);

test('beyond the limit the request that was sent longest ago is forgotten', () => {
	const memory = new Memory(2);
	for (const key of ['a', 'b', 'a', 'c']) memory.begin(key, 'first')(ANSWER);
	const known = ['a', 'b', 'c'].filter((key) => memory.find(key, 'second') !== undefined);
	expect(known).toEqual(['a', 'c']);
});
