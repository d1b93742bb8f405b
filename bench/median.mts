/** The middle one of the figures, or the mean of the two in the middle. NaN where there is none. */
export function median(figures: readonly number[]): number {
	const sorted = [...figures].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
