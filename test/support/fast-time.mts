import timers from 'node:timers';

/** The real ones. */
const { clearInterval: endTicking, setInterval: tickEvery } = timers;

/** How far the clock goes on with each turn of the event loop. */
const STEP_MS = 100;

/**
 * Lets time pass faster in the tests of a block: waits of the node and of n8n, and the date, go on by a step whenever
 * this process has a turn. Requests take the time that they take, so a busy machine makes no test late. What still
 * waits when a test ends holds up nobody.
 */
export function useFastTime(): void {
	let ticking: NodeJS.Timeout;
	beforeAll(() => {
		jest.useFakeTimers({
			doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
		});
		ticking = tickEvery(() => jest.advanceTimersByTime(STEP_MS), 1);
	});
	afterAll(() => {
		endTicking(ticking);
		jest.useRealTimers();
	});
}
