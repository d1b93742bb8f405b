import { Cancellation, Stopped } from '../../../nodes/RentalScreening/run/cancellation.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a sleep', () => {
	test.each([0, 1, 4999, 5000, 5001, 60_000])(
		'of %i ms is no shorter and no longer',
		async (milliseconds) => {
			let isOver = false;
			void new Cancellation().sleep(milliseconds).then(() => (isOver = true));
			await jest.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1));
			expect(isOver).toBe(milliseconds === 0);
			await jest.advanceTimersByTimeAsync(1);
			expect(isOver).toBe(true);
		},
	);

	test('ends at the stop, and leaves no timer of more than five seconds behind', async () => {
		const cancellation = new Cancellation();
		const stopped = expect(cancellation.sleep(3_600_000)).rejects.toBeInstanceOf(Stopped);
		await jest.advanceTimersByTimeAsync(10);
		cancellation.trigger();
		await stopped;
		await jest.advanceTimersByTimeAsync(5000);
		expect(jest.getTimerCount()).toBe(0);
		await expect(cancellation.sleep(1)).rejects.toBeInstanceOf(Stopped);
	});
});

/** Settles after so many milliseconds, stop or not. */
async function settleAfter(milliseconds: number, fails = false): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
	if (fails) throw new Error('failed');
}

test.each([
	[0, true],
	[2000, true],
	[Infinity, false],
])(
	'what takes three seconds after the stop, with %d ms of grace, is abandoned: %p',
	async (graceMs, isAbandoned) => {
		const cancellation = new Cancellation();
		const abandoned = cancellation.abandonedBeforeEnd(settleAfter(3000), () => graceMs);
		cancellation.trigger(true);
		await jest.advanceTimersByTimeAsync(3000);
		expect(await abandoned).toBe(isAbandoned);
	},
);

test('what fails before the stop is not abandoned', async () => {
	const cancellation = new Cancellation();
	const abandoned = cancellation.abandonedBeforeEnd(settleAfter(3000, true));
	await jest.advanceTimersByTimeAsync(3000);
	cancellation.trigger();
	expect(await abandoned).toBe(false);
});

test('a run that stops and waits for what is in flight is cancelled: it waits no longer', async () => {
	const cancellation = new Cancellation();
	const graceMs = () => (cancellation.isCancelled ? 0 : Infinity);
	const abandoned = cancellation.abandonedBeforeEnd(settleAfter(3000), graceMs);
	cancellation.trigger();
	cancellation.trigger(true);
	await jest.advanceTimersByTimeAsync(1000);
	expect(await abandoned).toBe(true);
	await jest.advanceTimersByTimeAsync(2000);
});

test('a listener that was removed is not called', () => {
	const cancellation = new Cancellation();
	const [kept, removed] = [jest.fn(), jest.fn()];
	cancellation.onTrigger(kept);
	cancellation.onTrigger(removed)();
	cancellation.trigger();
	expect([kept.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
});
