import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import { computePauseMs, Queue, Stopped } from '../../../nodes/RentalScreening/run/queue.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** A queue to a service that works or not yet, and the numbers of those that have started. */
function newQueue(maxInFlight: number, works = true) {
	const queue = new Queue(maxInFlight);
	if (works) queue.markWorking();
	const started: number[] = [];
	const enter = async (count: number) => {
		const numbers = Array.from({ length: count }, (_, index) => index);
		const all = numbers.map(async (index) => await queue.enter().then(() => started.push(index)));
		await jest.advanceTimersByTimeAsync(0);
		return all;
	};
	return { queue, started, enter };
}

test.each([
	[1, 'until the service has accepted or refused one', false],
	[3, 'once the service has accepted or refused one', true],
])('%d of four requests may start at once %s', async (most, _, works) => {
	const { started, enter } = newQueue(3, works);
	await enter(4);
	expect(started).toHaveLength(most);
});

test('thousands of requests start one by one in order, and then one that comes later', async () => {
	const { queue, started, enter } = newQueue(1);
	const all = await enter(2500);
	for (const one of all) void one.then(() => queue.leave());
	await jest.runAllTimersAsync();
	await enter(1);
	expect(started).toEqual([...all.keys(), 0]);
});

test.each([
	[1, 4],
	[2, 2],
	[4, 1],
])(
	'after %d pauses %d of 8 go at once; a 429 of what is in flight in a pause neither counts nor lengthens it',
	async (pauses, most) => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const { queue, started, enter } = newQueue(8);
		for (let pause = 0; pause < pauses; pause++) {
			for (let inFlight = 0; inFlight < 8; inFlight++) queue.pause(10);
			await jest.advanceTimersByTimeAsync(500 * 2 ** pause);
		}
		await enter(8);
		expect(started).toHaveLength(most);
	},
);

test.each([3, 10])(
	'%d pauses in a row are the most; a request that works begins the count again',
	async (max) => {
		const { queue } = newQueue(1);
		const pause = async () => {
			const pauses = queue.pause(max, 1);
			await jest.advanceTimersByTimeAsync(1);
			return pauses;
		};
		for (let round = 0; round < 2; round++) {
			for (let before = 0; before < max; before++) expect(await pause()).toBe(true);
			expect(await pause()).toBe(false);
			queue.markWorking();
		}
	},
);

test.each([
	[0, 250, 500],
	[1, 500, 1000],
	[5, 8000, 16_000],
	[20, 15_000, 30_000],
])('after %d pauses in a row the next takes %d to %d ms', (pauses, least, most) => {
	const random = jest.spyOn(Math, 'random').mockReturnValue(0);
	expect(computePauseMs(pauses)).toBe(least);
	random.mockReturnValue(1);
	expect(computePauseMs(pauses)).toBe(most);
});

test('nothing starts and no wait ends before the longest pause is over, one of 0 ms included', async () => {
	const { queue, started, enter } = newQueue(2);
	for (const milliseconds of [0, 7000, 10]) queue.pause(10, milliseconds);
	await enter(1);
	void queue.sleep(10).then(() => started.push(-1));
	await jest.advanceTimersByTimeAsync(6999);
	expect(started).toEqual([]);
	await jest.advanceTimersByTimeAsync(1);
	expect(started.sort()).toEqual([-1, 0]);
});

test('a stop ends all waiting, now and later', async () => {
	const { queue, enter } = newQueue(1);
	const [, waiting] = await enter(2);
	const sleeping = queue.sleep(60_000);
	queue.stop();
	const ended = [waiting, queue.enter(), sleeping].map(async (one) => {
		await expect(one).rejects.toBeInstanceOf(Stopped);
	});
	await jest.advanceTimersByTimeAsync(500);
	await Promise.all(ended);
	expect(queue.isCancelled).toBe(false);
});

test('a stop ends the wait for another run, which goes on', async () => {
	const { queue } = newQueue(1);
	const waiting = queue.waitFor(new Promise(() => {}));
	queue.stop(true);
	await waiting;
	expect(queue.isCancelled).toBe(true);
	const other = newQueue(1).queue;
	await other.waitFor(Promise.resolve());
	expect(other.isStopped).toBe(false);
});

test('where nothing is sent any more, nobody waits for a place', async () => {
	const { queue, started, enter } = newQueue(1);
	await enter(3);
	expect(started).toEqual([0]);
	queue.close(new Failure('unavailable', 'The service fails', ''));
	queue.leave();
	await jest.advanceTimersByTimeAsync(1);
	expect(started).toEqual([0, 1, 2]);
	await enter(1);
	expect(started).toHaveLength(4);
});

test('a run that was stopped does not begin to wait for another', async () => {
	const { queue } = newQueue(1);
	queue.stop();
	const ended = jest.fn();
	void queue.waitFor(new Promise(() => {})).then(ended);
	await jest.advanceTimersByTimeAsync(0);
	expect(ended).toHaveBeenCalledTimes(1);
});

test('a wait that a pause makes longer wakes up twice a second', async () => {
	const { queue } = newQueue(1);
	queue.pause(10, 30_000);
	const setTimer = jest.spyOn(globalThis, 'setTimeout');
	const ended = jest.fn();
	void queue.sleep(1).then(ended);
	await jest.advanceTimersByTimeAsync(29_999);
	expect(ended).not.toHaveBeenCalled();
	await jest.advanceTimersByTimeAsync(501);
	expect(ended).toHaveBeenCalledTimes(1);
	// The pause itself sleeps too.
	expect(setTimer.mock.calls.length).toBeLessThan(200);
});
