import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Resolves once `holds` does. The only deadline is that of the test. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await delay(POLL_MS);
}
