import { Gate, type Pass } from '../../../nodes/RentalScreening/run/gate.ts';
import { Abort, Aborted } from '../../../nodes/RentalScreening/run/abort.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A gate, and the requests that it has let in, in order. */
function arrange(limit: number, requests: number) {
	const abort = new Abort();
	const gate = new Gate(limit, abort);
	const started: Array<{ request: number; pass: Pass }> = [];
	const entering = Array.from({ length: requests }, async (_, request) => {
		started.push({ request, pass: await gate.enter(request, false) });
	});
	entering.forEach((each) => each.catch(() => {}));
	const settle = async () => await jest.advanceTimersByTimeAsync(0);
	return { abort, gate, started, entering, settle };
}

test('the first request goes alone until the gate is opened', async () => {
	const { gate, started, settle } = arrange(3, 5);
	await settle();
	expect(started.map(({ request }) => request)).toEqual([0]);
	expect(gate.isOpen).toBe(false);
	gate.open();
	expect(gate.isOpen).toBe(true);
	await settle();
	expect(started.map(({ request }) => request)).toEqual([0, 1, 2]);
});

test('a place that is given back goes to the next in line', async () => {
	const { gate, started, settle } = arrange(2, 4);
	gate.open();
	await settle();
	started[0]!.pass.leave();
	await settle();
	expect(started.map(({ request }) => request)).toEqual([0, 1, 2]);
});

test('a 429 halves the limit once for all that went out under it, and nothing starts meanwhile', async () => {
	const { gate, started, settle } = arrange(8, 30);
	gate.open();
	await settle();
	const passes = started.map(({ pass }) => pass);
	expect(passes).toHaveLength(8);
	passes.forEach((pass) => gate.narrow(pass, 1000));
	passes.forEach((pass) => pass.leave());
	await settle();
	expect(started).toHaveLength(8);
	await jest.advanceTimersByTimeAsync(1000);
	expect(started).toHaveLength(12);
	started.slice(8).forEach(({ pass }) => gate.narrow(pass, 0));
	started.slice(8).forEach(({ pass }) => pass.leave());
	await settle();
	expect(started).toHaveLength(14);
});

test('no request starts while one holds the gate, even if the gate is opened', async () => {
	const { gate, started, settle } = arrange(3, 6);
	await settle();
	const { pass } = started[0]!;
	pass.hold();
	gate.open();
	await settle();
	expect(started).toHaveLength(1);
	pass.leave();
	await settle();
	expect(started).toHaveLength(4);
});

test('a shorter waiting time does not end a longer one', async () => {
	const { gate, started, settle } = arrange(2, 3);
	gate.open();
	await settle();
	gate.startNothingFor(30_000);
	gate.startNothingFor(100);
	started.forEach(({ pass }) => pass.leave());
	await jest.advanceTimersByTimeAsync(29_000);
	expect(started).toHaveLength(2);
	await jest.advanceTimersByTimeAsync(1000);
	expect(started).toHaveLength(3);
});

test('the limit never falls below one', async () => {
	const { gate, started, settle } = arrange(1, 3);
	gate.open();
	await settle();
	gate.narrow(started[0]!.pass, 0);
	started[0]!.pass.leave();
	await settle();
	expect(started).toHaveLength(2);
});

test('a rate-limited request goes before those not sent yet', async () => {
	const { gate, started, settle } = arrange(1, 3);
	gate.open();
	await settle();
	const again = gate.enter(99, true).then((pass) => started.push({ request: 99, pass }));
	started[0]!.pass.leave();
	await settle();
	await again;
	expect(started.map(({ request }) => request)).toEqual([0, 99]);
});

test('of several rate-limited requests the first item goes first', async () => {
	const { gate, started, settle } = arrange(1, 2);
	gate.open();
	for (const request of [7, 3, 5]) {
		void gate.enter(request, true).then((pass) => started.push({ request, pass }));
	}
	for (let done = 0; done < 4; done++) {
		await settle();
		started[done]!.pass.leave();
	}
	await settle();
	expect(started.map(({ request }) => request)).toEqual([0, 3, 5, 7, 1]);
});

test('an abort rejects all waiting requests and all later ones', async () => {
	const { abort, gate, entering, settle } = arrange(1, 3);
	await settle();
	abort.now();
	await expect(entering[2]).rejects.toBeInstanceOf(Aborted);
	await expect(gate.enter(0, false)).rejects.toBeInstanceOf(Aborted);
});

test('a request that comes when none is waiting starts', async () => {
	const { gate, started, settle } = arrange(2, 1);
	gate.open();
	await settle();
	started[0]!.pass.leave();
	await settle();
	const late = gate.enter(1, false).then((pass) => started.push({ request: 1, pass }));
	await settle();
	await late;
	expect(started.map(({ request }) => request)).toEqual([0, 1]);
});

test('thousands of waiting requests start one after the other, in order', async () => {
	const { gate, started, settle } = arrange(1, 2500);
	gate.open();
	for (let request = 0; request < 2500; request++) {
		await settle();
		started[request]!.pass.leave();
	}
	expect(started.map(({ request }) => request)).toEqual(Array.from({ length: 2500 }, (_, i) => i));
});
