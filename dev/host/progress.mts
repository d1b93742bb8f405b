/** As minutes and seconds, or as seconds with one decimal below a minute. */
export function formatDuration(milliseconds: number): string {
	const seconds = milliseconds / 1000;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

const SAY_EVERY_MS = 15_000;

/**
 * Runs `work` as one step that is shown on standard error: a line at the start, one at the end, and one every 15
 * seconds with what `work` last called `update` with.
 */
export async function step<T>(
	text: string,
	work: (update: (detail: string) => void) => Promise<T>,
): Promise<T> {
	const startedAt = Date.now();
	let detail = 'still running';
	const say = (line: string) =>
		process.stderr.write(`${line} (${formatDuration(Date.now() - startedAt)})\n`);
	process.stderr.write(`… ${text}\n`);
	const saying = setInterval(() => say(`  ${detail}`), SAY_EVERY_MS).unref();
	let mark = '✗';
	try {
		const value = await work((now) => (detail = now));
		mark = '✓';
		return value;
	} finally {
		clearInterval(saying);
		say(`${mark} ${text}`);
	}
}
