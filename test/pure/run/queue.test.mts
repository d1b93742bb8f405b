import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import { Cancellation, Stopped } from '../../../nodes/RentalScreening/run/cancellation.ts';
import { Queue, type Position } from '../../../nodes/RentalScreening/run/queue.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A queue to a service that has answered or not, and what has started so far. */
function newQueue(maxInFlight: number, hasAnswered = true) {
	const cancellation = new Cancellation();
	const queue = new Queue(maxInFlight, cancellation);
	if (hasAnswered) queue.markAnswered();
	const started: Array<number | string> = [];
	const acquire = async (index: number | string, position?: Position) => {
		const burst = await queue.acquire(position);
		started.push(index);
		return burst;
	};
	const acquireAll = (count: number) =>
		Array.from({ length: count }, async (_, index) => await acquire(index));
	return { queue, cancellation, started, acquire, acquireAll };
}

const flush = async () => await jest.advanceTimersByTimeAsync(0);

test.each([
	[false, [0]],
	[true, [0, 1, 2]],
])(
	'one request at a time starts until the service has answered (%p), then as many as the limit allows',
	async (hasAnswered, first) => {
		const { started, acquireAll } = newQueue(3, hasAnswered);
		void acquireAll(4);
		await flush();
		expect(started).toEqual(first);
	},
);

test('thousands of requests that wait start one by one, in order, and then one that comes later', async () => {
	const { queue, started, acquire } = newQueue(1);
	const pass = async (index: number) => {
		await acquire(index);
		queue.release();
	};
	const all = Array.from({ length: 2500 }, (_, index) => index);
	for (const batch of [all, [2500]]) {
		void Promise.all(batch.map(pass));
		await jest.runAllTimersAsync();
	}
	expect(started).toEqual([...all, 2500]);
});

test('a repeat waits in front, or behind as many others as may be in flight', async () => {
	const { queue, started, acquire, acquireAll } = newQueue(2);
	void acquireAll(5);
	void acquire('in front', 'front');
	void acquire('behind two', 'behindOthers');
	for (let left = 0; left < 5; left++) {
		await flush();
		queue.release();
	}
	await flush();
	expect(started).toEqual([0, 1, 'in front', 2, 'behind two', 3, 4]);
});

/** How many of 100 that wait start while those before them stay in flight. */
async function startable({ started, acquireAll }: ReturnType<typeof newQueue>): Promise<number> {
	started.length = 0;
	void acquireAll(100);
	await flush();
	return started.length;
}

test('all 429s of one burst halve the limit once; a later one halves it again', async () => {
	const own = newQueue(8);
	const { queue, acquireAll } = own;
	const bursts = await Promise.all(acquireAll(8));
	for (const burst of bursts) queue.backOffOnce(burst);
	expect(queue.burstsSinceSuccess).toBe(1);
	for (let left = 0; left < 8; left++) queue.release();
	const [next] = await Promise.all(acquireAll(1));
	queue.release();
	expect(await startable(own)).toBe(4);
	queue.backOffOnce(next!);
	expect(queue.burstsSinceSuccess).toBe(2);
});

test('after five bursts the limit comes back with successes, by one for as many as are in flight', async () => {
	const limits: number[] = [];
	for (const successes of [0, 1, 3, 6, 1275]) {
		const own = newQueue(50);
		for (let burst = 0; burst < 6; burst++) own.queue.backOffOnce(burst);
		for (let success = 0; success < successes; success++) own.queue.markWorking();
		expect(own.queue.burstsSinceSuccess).toBe(successes === 0 ? 6 : 0);
		limits.push(await startable(own));
	}
	expect(limits).toEqual([1, 2, 2, 3, 50]);
});

test('nothing starts before the longest pause is over, one of 0 ms included', async () => {
	const { queue, started, acquire } = newQueue(1);
	for (const milliseconds of [0, 7000, 10]) queue.pause(milliseconds);
	void acquire(0);
	await jest.advanceTimersByTimeAsync(6999);
	expect(started).toEqual([]);
	await jest.advanceTimersByTimeAsync(1);
	expect(started).toEqual([0]);
});

test('a stop rejects requests that wait and that come later', async () => {
	const { queue, cancellation, acquire } = newQueue(1);
	await acquire(0);
	const waiting = [acquire(1), acquire(2, 'front')];
	cancellation.trigger();
	for (const acquiring of [...waiting, queue.acquire()]) {
		await expect(acquiring).rejects.toBeInstanceOf(Stopped);
	}
});

test('the first reason to close stays; waiting opens the queue again unless somebody has to act', () => {
	const failure = (kind: 'unavailable' | 'noAccess' | 'blocked') => new Failure(kind, kind, '');
	const [passing, other] = [failure('unavailable'), failure('unavailable')];
	const { queue } = newQueue(1);
	queue.close(passing);
	queue.close(other);
	expect(queue.closedBy).toBe(passing);
	queue.reopen();
	expect(queue.closedBy).toBeUndefined();
	for (const kind of ['noAccess', 'blocked'] as const) {
		const lasting = failure(kind);
		const own = newQueue(1);
		own.queue.close(lasting);
		own.queue.reopen();
		expect(own.queue.closedBy).toBe(lasting);
	}
});
