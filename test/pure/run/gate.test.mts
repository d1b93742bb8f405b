import { Abort, Aborted, Gate } from '../../../nodes/RentalScreening/run/gate.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A gate to a service that has been reached or not, and what has entered it so far. */
function gateOf(limit: number, isReached = true) {
	const abort = new Abort();
	const gate = new Gate(limit, abort);
	gate.isReached = isReached;
	const started: Array<number | string> = [];
	const enter = async (index: number, again = false) => {
		const round = await gate.enter(again);
		started.push(again ? `${index} again` : index);
		return round;
	};
	const enterAll = (indexes: number[]) => indexes.map(async (index) => await enter(index));
	return { gate, abort, started, enter, enterAll };
}

const settle = async () => await jest.advanceTimersByTimeAsync(0);

test.each([
	[false, [0]],
	[true, [0, 1, 2]],
])(
	'one at a time until the service works (%p), then as many as the limit lets',
	async (isReached, first) => {
		const { started, enterAll } = gateOf(3, isReached);
		void enterAll([0, 1, 2, 3]);
		await settle();
		expect(started).toEqual(first);
	},
);

test('thousands that wait start one after the other, in order, and then one that comes later', async () => {
	const { gate, started, enter } = gateOf(1);
	const pass = async (index: number) => {
		await enter(index);
		gate.leave();
	};
	const all = Array.from({ length: 2500 }, (_, index) => index);
	await Promise.all(all.map(pass));
	await pass(2500);
	expect(started).toEqual([...all, 2500]);
});

test('what is sent again goes first', async () => {
	const { gate, started, enter, enterAll } = gateOf(1);
	void enterAll([0, 9]);
	void enter(1, true);
	for (let left = 0; left < 2; left++) {
		await settle();
		gate.leave();
	}
	await settle();
	expect(started).toEqual([0, '1 again', 9]);
});

test('a 429 ends its round: half as many start, and those of the same round count once', async () => {
	const { gate, started, enterAll } = gateOf(8);
	const rounds = await Promise.all(enterAll([0, 1, 2, 3, 4, 5, 6, 7]));
	for (const round of rounds) gate.endRound(round);
	expect(gate.rateLimited).toBe(1);
	const next = enterAll([8, 9, 10, 11, 12]);
	for (let left = 0; left < 8; left++) gate.leave();
	await settle();
	expect(started).toHaveLength(12);
	gate.endRound(await next[0]!);
	expect(gate.rateLimited).toBe(2);
	gate.gotThrough();
	expect(gate.rateLimited).toBe(0);
});

test('nothing starts before the longest pause is over, one of 0 ms included', async () => {
	const { gate, started, enter } = gateOf(1);
	for (const milliseconds of [0, 7000, 10]) gate.pause(milliseconds);
	void enter(0);
	await jest.advanceTimersByTimeAsync(6999);
	expect(started).toEqual([]);
	await jest.advanceTimersByTimeAsync(1);
	expect(started).toEqual([0]);
});

test('an abort rejects what waits and what comes', async () => {
	const { gate, abort, enter } = gateOf(1);
	await enter(0);
	const waiting = [enter(1), enter(2, true)];
	abort.now();
	for (const entering of [...waiting, gate.enter(false)]) {
		await expect(entering).rejects.toBeInstanceOf(Aborted);
	}
});

describe('a sleep', () => {
	test.each([0, 1, 4999, 5000, 5001, 60_000])(
		'of %i ms is no shorter and no longer',
		async (milliseconds) => {
			let isOver = false;
			void new Abort().sleep(milliseconds).then(() => (isOver = true));
			await jest.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1));
			expect(isOver).toBe(milliseconds === 0);
			await jest.advanceTimersByTimeAsync(1);
			expect(isOver).toBe(true);
		},
	);

	test('ends at the abort, and leaves no timer of more than five seconds behind', async () => {
		const abort = new Abort();
		const aborted = expect(abort.sleep(3_600_000)).rejects.toBeInstanceOf(Aborted);
		await jest.advanceTimersByTimeAsync(10);
		abort.now();
		await aborted;
		await jest.advanceTimersByTimeAsync(5000);
		expect(jest.getTimerCount()).toBe(0);
		await expect(abort.sleep(1)).rejects.toBeInstanceOf(Aborted);
	});
});

test.each([
	[0, true],
	[2000, true],
	[Infinity, false],
])(
	'what takes three seconds after the abort, with patience of %d ms, is left: %p',
	async (patience, isLeft) => {
		const abort = new Abort();
		const left = abort.comesBefore(abortless(3000), () => patience);
		abort.now(true);
		await jest.advanceTimersByTimeAsync(3000);
		expect(await left).toBe(isLeft);
	},
);

test('a run that stops and waits for what is in flight is cancelled: it waits no longer', async () => {
	const abort = new Abort();
	const left = abort.comesBefore(abortless(3000), () => (abort.isCancelled ? 0 : Infinity));
	abort.now();
	abort.now(true);
	await jest.advanceTimersByTimeAsync(3000);
	expect(await left).toBe(true);
});

async function abortless(milliseconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
