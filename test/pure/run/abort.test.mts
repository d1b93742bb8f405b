import { Abort, Aborted } from '../../../nodes/RentalScreening/run/abort.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([0, 1, 4999, 5000, 5001, 60_000])(
	'sleeps %i ms, no less and no more',
	async (milliseconds) => {
		let over = false;
		void new Abort().sleep(milliseconds).then(() => {
			over = true;
		});
		await jest.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1));
		expect(over).toBe(milliseconds === 0);
		await jest.advanceTimersByTimeAsync(1);
		expect(over).toBe(true);
	},
);

test('an abort ends a sleep at once, a later one too, and leaves no timer of more than five seconds behind', async () => {
	const abort = new Abort();
	const aborted = expect(abort.sleep(3_600_000)).rejects.toBeInstanceOf(Aborted);
	await jest.advanceTimersByTimeAsync(10);
	abort.now();
	await aborted;
	await jest.advanceTimersByTimeAsync(5000);
	expect(jest.getTimerCount()).toBe(0);
	await expect(abort.sleep(1)).rejects.toBeInstanceOf(Aborted);
});
