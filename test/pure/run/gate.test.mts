import { Gate } from '../../../nodes/RentalScreening/run/gate.ts';
import { Abort, Aborted } from '../../../nodes/RentalScreening/run/abort.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A gate, open unless said otherwise, and the requests that it has let in, in order. */
async function arrange(limit: number, requests: number, isOpen = true) {
	const abort = new Abort();
	const gate = new Gate(limit, abort);
	if (isOpen) gate.open();
	const started: number[] = [];
	const narrowings: number[] = [];
	const enter = async (request: number, again = false) => {
		narrowings.push(await gate.enter(request, again));
		started.push(request);
	};
	const entering = Array.from({ length: requests }, async (_, request) => await enter(request));
	entering.forEach((each) => each.catch(() => {}));
	const settle = async () => await jest.advanceTimersByTimeAsync(0);
	await settle();
	return { abort, gate, started, narrowings, enter, entering, settle };
}

test('the first request goes alone until the service works, and the others start when it leaves', async () => {
	const { gate, started, settle } = await arrange(3, 6, false);
	expect(started).toEqual([0]);
	gate.open();
	await settle();
	expect(started).toEqual([0]);
	gate.leave();
	await settle();
	expect(started).toEqual([0, 1, 2, 3]);
});

test('a place that is given back goes to the next in line', async () => {
	const { gate, started, settle } = await arrange(2, 4);
	gate.leave();
	await settle();
	expect(started).toEqual([0, 1, 2]);
});

test('a 429 halves the limit once for all that went out under it, and nothing starts meanwhile', async () => {
	const { gate, started, narrowings, settle } = await arrange(8, 30);
	expect(started).toHaveLength(8);
	narrowings.forEach((before) => gate.narrow(before, 1000));
	started.forEach(() => gate.leave());
	await settle();
	expect(started).toHaveLength(8);
	await jest.advanceTimersByTimeAsync(1000);
	expect(started).toHaveLength(12);
	narrowings.slice(8).forEach((before) => gate.narrow(before, 0));
	started.slice(8).forEach(() => gate.leave());
	await settle();
	expect(started).toHaveLength(14);
});

test('a shorter waiting time does not end a longer one', async () => {
	const { gate, started } = await arrange(2, 3);
	gate.startNothingFor(30_000);
	gate.startNothingFor(100);
	gate.leave();
	await jest.advanceTimersByTimeAsync(29_000);
	expect(started).toHaveLength(2);
	await jest.advanceTimersByTimeAsync(1000);
	expect(started).toHaveLength(3);
});

test('the limit never falls below one', async () => {
	const { gate, started, narrowings, settle } = await arrange(1, 3);
	gate.narrow(narrowings[0]!, 0);
	gate.leave();
	await settle();
	expect(started).toHaveLength(2);
});

test('a rate-limited request goes before those not sent yet, the first item before the others', async () => {
	const { gate, started, enter, settle } = await arrange(1, 2);
	for (const request of [7, 3, 5]) void enter(request, true);
	for (let done = 0; done < 4; done++) {
		gate.leave();
		await settle();
	}
	expect(started).toEqual([0, 3, 5, 7, 1]);
});

test('an abort rejects all waiting requests and all later ones', async () => {
	const { abort, gate, entering } = await arrange(1, 3);
	abort.now();
	await expect(entering[2]).rejects.toBeInstanceOf(Aborted);
	await expect(gate.enter(0, false)).rejects.toBeInstanceOf(Aborted);
});

test('a request that comes when none is waiting starts', async () => {
	const { gate, started, enter, settle } = await arrange(2, 1);
	gate.leave();
	await settle();
	await enter(1);
	expect(started).toEqual([0, 1]);
});

test('thousands of waiting requests start one after the other, in order', async () => {
	const { gate, started, settle } = await arrange(1, 2500);
	for (let request = 0; request < 2500; request++) {
		gate.leave();
		await settle();
	}
	expect(started).toEqual(Array.from({ length: 2500 }, (_, index) => index));
});
