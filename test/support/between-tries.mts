import type { INode } from 'n8n-workflow';

import { retrying } from './engine.mts';

/** A pause by which n8n's wait between two tries is known from all others. */
const PAUSE_MS = 1234;

/**
 * Settings of a node with Retry On Fail: `happens` is called when n8n waits to try it again, which then takes no
 * time. Until `jest.restoreAllMocks`.
 */
export function beforeNextTry(happens: () => void): Partial<INode> {
	const { setTimeout: wait } = globalThis;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
		callback: () => void,
		milliseconds?: number,
	) => {
		if (milliseconds !== PAUSE_MS) return wait(callback, milliseconds);
		happens();
		return wait(callback, 0);
	}) as typeof setTimeout);
	return { ...retrying, waitBetweenTries: PAUSE_MS };
}
