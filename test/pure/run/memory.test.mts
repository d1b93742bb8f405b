import { Memory, type Asker } from '../../../nodes/RentalScreening/run/memory.ts';

// At 0, so that `since: 0` is the moment at which the request ended.
beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const HOUR_MS = 60 * 60_000;
const ANSWER = { userId: 'u1' };

// Rule 7: whether a POST is answered by an equal one that this process sent so many hours before.
test.each<[string, number, typeof ANSWER | 'maybe', Partial<Asker>, boolean]>([
	['within 24 hours', 23.9, ANSWER, {}, true],
	['after 24 hours', 24.1, ANSWER, {}, false],
	['after 24 hours in one execution', 24.1, ANSWER, { execution: 'first' }, true],
	['unclear', 1, 'maybe', {}, true],
	['unclear, in a row that was cleared', 1, 'maybe', { wasCleared: true }, false],
	['unclear, cleared, one execution', 1, 'maybe', { wasCleared: true, execution: 'first' }, true],
	['unclear and cleared, sent for the row', 1, 'maybe', { wasCleared: true, since: 0 }, true],
	['accepted, in a row that was cleared', 1, ANSWER, { wasCleared: true }, true],
	['Send Again', 1, ANSWER, { sendAgain: true }, false],
	['Send Again, sent for the row', 1, ANSWER, { sendAgain: true, since: 0 }, true],
	['Send Again, in one execution', 1, ANSWER, { sendAgain: true, execution: 'first' }, true],
])('%s (%d hours): the earlier request answers or not', (_, hours, result, asker, answers) => {
	const memory = new Memory();
	memory.begin('key', 'first')(result);
	jest.advanceTimersByTime(hours * HOUR_MS);
	const usual = { execution: 'second', since: Date.now(), wasCleared: false, sendAgain: false };
	expect(memory.find('key', { ...usual, ...asker })?.result).toEqual(answers ? result : undefined);
	expect(memory.find('other', { ...usual, ...asker })).toBeUndefined();
});

const ASKER: Asker = { execution: 'second', since: 0, wasCleared: false, sendAgain: false };

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
		expect(memory.find('key', ASKER)).toEqual(result && kept);
	},
);

test('beyond the limit the request that was sent longest ago is forgotten', () => {
	const memory = new Memory(2);
	for (const key of ['a', 'b', 'a', 'c']) memory.begin(key, 'first')(ANSWER);
	const known = ['a', 'b', 'c'].filter((key) => memory.find(key, ASKER) !== undefined);
	expect(known).toEqual(['a', 'c']);
});
