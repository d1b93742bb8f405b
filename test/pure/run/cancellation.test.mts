import { Cancellation, Stopped } from '../../../nodes/RentalScreening/run/cancellation.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([0, 1, 4999, 5000, 5001, 60_000])('a sleep takes %i ms exactly', async (milliseconds) => {
	let isOver = false;
	void new Cancellation().sleep(milliseconds).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1));
	expect(isOver).toBe(milliseconds === 0);
	await jest.advanceTimersByTimeAsync(1);
	expect(isOver).toBe(true);
});

test('a sleep ends at the stop and leaves no timer of more than five seconds behind', async () => {
	const cancellation = new Cancellation();
	const stopped = expect(cancellation.sleep(3_600_000)).rejects.toBeInstanceOf(Stopped);
	await jest.advanceTimersByTimeAsync(10);
	cancellation.trigger();
	await stopped;
	await jest.advanceTimersByTimeAsync(5000);
	expect(jest.getTimerCount()).toBe(0);
	await expect(cancellation.sleep(1)).rejects.toBeInstanceOf(Stopped);
});

type Grace = (cancellation: Cancellation) => number;

test.each<[string, Grace, 'stop' | 'both' | 'none', boolean]>([
	['no stop', () => 0, 'none', false],
	['a stop without grace', () => 0, 'stop', true],
	['a stop with less grace than it takes', () => 2000, 'stop', true],
	['a stop with endless grace', () => Infinity, 'stop', false],
	[
		'a cancellation that ends the grace of a stop',
		({ isCancelled }) => (isCancelled ? 0 : Infinity),
		'both',
		true,
	],
])(
	'a promise of three seconds ends, or is abandoned, after %s',
	async (_, graceMs, end, isAbandoned) => {
		for (const settle of [Promise.resolve.bind(Promise), Promise.reject.bind(Promise)]) {
			const cancellation = new Cancellation();
			const settling = new Promise((resolve) => setTimeout(resolve, 3000)).then(settle);
			const settled = cancellation.settle(settling, () => graceMs(cancellation));
			if (end === 'stop' || end === 'both') cancellation.trigger();
			if (end === 'both') cancellation.trigger(true);
			await jest.advanceTimersByTimeAsync(3000);
			cancellation.trigger();
			expect((await settled) === undefined).toBe(isAbandoned);
		}
	},
);

test('a listener that was removed is not called', () => {
	const cancellation = new Cancellation();
	const [kept, removed] = [jest.fn(), jest.fn()];
	cancellation.onTrigger(kept);
	cancellation.onTrigger(removed)();
	cancellation.trigger();
	expect([kept.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
});
