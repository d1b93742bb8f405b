import { setTimeout as delay } from 'node:timers/promises';

const ASK_EVERY_MS = 25;
/** A connection of its own for each question: n8n may be closing one that was idle. */
const INIT = { headers: { connection: 'close' } };

/**
 * Asks n8n's `/healthz` again and again, one question at a time, until the returned function is called:
 * that gives the longest time, in milliseconds, that an answer took.
 */
export function listenForSilence(baseUrl: string): () => Promise<number> {
	let longest = 0;
	let listening = true;
	const listen = async () => {
		let askedAt = performance.now();
		while (listening) {
			// n8n cuts a connection that it has kept waiting for a minute: that is silence, too.
			const answered = await ask(baseUrl).catch(() => false);
			longest = Math.max(longest, performance.now() - askedAt);
			await delay(ASK_EVERY_MS);
			if (answered) askedAt = performance.now();
		}
		return longest;
	};
	const end = listen();
	return async () => {
		listening = false;
		return await end;
	};
}

async function ask(baseUrl: string): Promise<boolean> {
	const response = await fetch(`${baseUrl}/healthz`, INIT);
	await response.text();
	return response.ok;
}
