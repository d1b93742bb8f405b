import { Halt, Halted } from '../../../nodes/RentalScreening/requestPolicy/halt.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([0, 1, 4999, 5000, 5001, 60_000])(
	'sleeps %i ms, no less and no more',
	async (milliseconds) => {
		let over = false;
		void new Halt().sleep(milliseconds).then(() => {
			over = true;
		});
		await jest.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1));
		expect(over).toBe(milliseconds === 0);
		await jest.advanceTimersByTimeAsync(1);
		expect(over).toBe(true);
	},
);

test('a halt ends every sleep at once, and leaves no timer of more than five seconds behind', async () => {
	const halt = new Halt();
	const sleeps = [halt.sleep(3_600_000), halt.sleep(1000)].map(
		async (each) => await each.catch((thrown: unknown) => thrown),
	);
	await jest.advanceTimersByTimeAsync(10);
	halt.now();
	expect(await Promise.all(sleeps)).toEqual([expect.any(Halted), expect.any(Halted)]);
	await jest.advanceTimersByTimeAsync(5000);
	expect(jest.getTimerCount()).toBe(0);
	await expect(halt.sleep(1)).rejects.toBeInstanceOf(Halted);
	expect(halt.isOn).toBe(true);
});
