import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Resolves once `holds` does. The only deadline is that of the test. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await delay(POLL_MS);
}

/** Resolves when what is on its way to or from a server has arrived: requests that began later are answered. */
export async function waitUntilArrived({ baseUrl }: { baseUrl: string }): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await fetch(baseUrl);
}
