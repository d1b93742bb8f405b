import timers from 'node:timers';

import type { Clock } from '../../dev/sandbox/index.mts';

/** The real ones. */
const { clearInterval: endTicking, setInterval: tickEvery } = timers;

/**
 * Lets time pass faster in the tests of a block: waits of the node and of n8n, and the date, go on by a step with each
 * turn of the event loop. Requests take the time that they take, so a busy machine makes no test late. What still waits
 * when a test ends holds up nobody.
 */
export function useFastTime(stepMs = 100): void {
	let ticking: NodeJS.Timeout;
	beforeAll(() => {
		jest.useFakeTimers({
			doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
		});
		ticking = tickEvery(() => jest.advanceTimersByTime(stepMs), 1);
	});
	afterAll(() => {
		endTicking(ticking);
		jest.useRealTimers();
	});
}

/** For a sandbox whose answers take their time in fast time too. */
export const fastClock: Clock = {
	now: () => Date.now(),
	wait: async (milliseconds) => {
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
	},
};
