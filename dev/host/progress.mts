/** One piece of work whose progress is shown. */
export interface Step {
	/** Shows its progress. */
	update(detail: string): void;
	/** Shows that it is done; `result` replaces its text. */
	done(result?: string): void;
	/** Shows that it failed; the exception says why. */
	failed(): void;
}

/** Shows that a piece of work starts. */
export type Progress = (text: string) => Step;

/** As minutes and seconds, or as seconds with one decimal below a minute. */
export function formatDuration(milliseconds: number): string {
	const seconds = milliseconds / 1000;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

const SAY_EVERY_MS = 15_000;

/** Progress as plain lines, for logs and pipes; a line every 15 seconds. */
export function plainProgress(
	write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Progress {
	return (text) => {
		const startedAt = Date.now();
		let detail = 'still running';
		const say = (line: string) => write(`${line} (${formatDuration(Date.now() - startedAt)})`);
		write(`… ${text}`);
		const saying = setInterval(() => say(`  ${detail}`), SAY_EVERY_MS).unref();
		const end = (line: string) => {
			clearInterval(saying);
			say(line);
		};
		return {
			update: (now) => (detail = now),
			done: (result = text) => end(`✓ ${result}`),
			failed: () => end(`✗ ${text}`),
		};
	};
}

/** Runs `work` as one step: done when it returns, failed when it throws. */
export async function step<T>(
	progress: Progress,
	text: string,
	work: (step: Step) => Promise<T>,
	result?: (value: T) => string,
): Promise<T> {
	const current = progress(text);
	try {
		const value = await work(current);
		current.done(result?.(value));
		return value;
	} catch (error) {
		current.failed();
		throw error;
	}
}
