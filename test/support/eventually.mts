import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Resolves once `holds` does. Sets no deadline of its own: the test that waits has one. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await delay(POLL_MS);
}
