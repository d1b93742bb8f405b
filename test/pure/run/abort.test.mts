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

test('an abort ends every sleep at once, and leaves no timer of more than five seconds behind', async () => {
	const abort = new Abort();
	const sleeps = [abort.sleep(3_600_000), abort.sleep(1000)].map(
		async (each) => await each.catch((thrown: unknown) => thrown),
	);
	await jest.advanceTimersByTimeAsync(10);
	abort.now();
	expect(await Promise.all(sleeps)).toEqual([expect.any(Aborted), expect.any(Aborted)]);
	await jest.advanceTimersByTimeAsync(5000);
	expect(jest.getTimerCount()).toBe(0);
	await expect(abort.sleep(1)).rejects.toBeInstanceOf(Aborted);
	expect(abort.isOn).toBe(true);
});

test('a request that was not in flight at the abort has not reached the service', () => {
	expect(new Aborted().uncertain).toBe(false);
});
