/**
 * Takes turn after turn until the function that comes back is called; that waits for the last one, and rejects
 * with what went wrong in one of them.
 */
export function untilTold(turn: () => Promise<void>): () => Promise<void> {
	let going = true;
	const turning = (async () => {
		while (going) await turn();
	})();
	// Told to whoever ends it.
	turning.catch(() => undefined);
	return async () => {
		going = false;
		await turning;
	};
}
