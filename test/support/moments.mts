import type { Sandbox } from '../../dev/sandbox/index.mts';

/** What cancels a run: `onStart` goes with what the run is asked for. */
export function createCancel() {
	let cancel = () => {};
	return {
		now: () => cancel(),
		onStart: (stop: () => void) => {
			cancel = stop;
		},
	};
}

/** Calls `happens` when the service has read the request of that operation with that number; the first is 1. */
export function atRequest(
	sandbox: Sandbox,
	operation: 'login' | 'sendScreeningWithFlow' | 'getScreeningData',
	number: number,
	happens: () => void,
): void {
	let read = 0;
	sandbox.disrupt({
		operation,
		match: () => {
			read += 1;
			if (read === number) happens();
			return false;
		},
		latencyMs: 0,
	});
}
