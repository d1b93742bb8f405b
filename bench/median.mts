/** The middle one of the figures, or the upper of the two in the middle. NaN where there is none. */
export function findMedian(figures: readonly number[]): number {
	return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}
