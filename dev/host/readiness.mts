import { setTimeout as delay } from 'node:timers/promises';
import { elapsed } from './progress.mts';
import { endOfLog, type ServerProcess } from './server-process.mts';

const DEADLINE_MS = 180_000;
const POLL_MS = 100;

/** Waits until every path answers with 2xx. Throws when the server ends first, or after `deadlineMs`, three minutes. */
export async function untilAnswering(
	server: Pick<ServerProcess, 'ended'>,
	baseUrl: string,
	paths: readonly string[],
	deadlineMs = DEADLINE_MS,
): Promise<void> {
	const deadline = Date.now() + deadlineMs;
	let code: number | null | undefined;
	void server.ended.then((exitCode) => (code = exitCode));
	while (!(await answer(baseUrl, paths))) {
		if (code !== undefined) throw new Error(`it ended with exit code ${code}.`);
		if (Date.now() > deadline) throw new Error(`it was not ready after ${elapsed(deadlineMs)}.`);
		await delay(POLL_MS);
	}
}

/** A server that was started and may not come up. */
interface Starting {
	/** As it reads in 'What did not start'. */
	what: string;
	logFile: string;
	stop: () => Promise<void>;
}

/** Does what makes a server ready. Where that throws, stops it and throws with the end of its log. */
export async function orTellFromLog(
	{ what, logFile, stop }: Starting,
	becomeReady: () => Promise<void>,
): Promise<void> {
	try {
		await becomeReady();
	} catch (error) {
		const log = await endOfLog(logFile);
		await stop();
		throw new Error(`${what} did not start: ${(error as Error).message}\n${log}`);
	}
}

async function answer(baseUrl: string, paths: readonly string[]): Promise<boolean> {
	for (const path of paths) {
		const response = await fetch(baseUrl + path).catch(() => undefined);
		if (!response?.ok) return false;
	}
	return true;
}
