import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from './server-process.mts';

const DEADLINE_MS = 180_000;
const POLL_MS = 100;

/** Waits until every path answers with 2xx. Throws when the server ends first, or after three minutes. */
export async function untilAnswering(
	server: Pick<ServerProcess, 'ended'>,
	baseUrl: string,
	paths: readonly string[],
): Promise<void> {
	const deadline = Date.now() + DEADLINE_MS;
	let code: number | null | undefined;
	void server.ended.then((exitCode) => (code = exitCode));
	while (!(await answer(baseUrl, paths))) {
		if (code !== undefined) throw new Error(`it ended with exit code ${code}.`);
		if (Date.now() > deadline) throw new Error('it was not ready after three minutes.');
		await delay(POLL_MS);
	}
}

async function answer(baseUrl: string, paths: readonly string[]): Promise<boolean> {
	for (const path of paths) {
		const response = await fetch(baseUrl + path).catch(() => undefined);
		if (!response?.ok) return false;
	}
	return true;
}
