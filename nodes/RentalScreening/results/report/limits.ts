import type { Block } from './model';

/**
 * How many elements of each list a report shows. With the lengths below it keeps the longest report
 * under 100 KB, beyond which mail programs cut a message off.
 */
export const MOST = { flags: 10, months: 12, reviews: 5, payments: 18, rentals: 5 } as const;

/** How many characters of each kind of text a report shows. */
export const LENGTH = { word: 50, line: 90, flag: 140, details: 320 } as const;

/** Says how many elements of a list are not shown, where some are not. */
export function andMore(elements: readonly unknown[], most: number): Block[] {
	const more = elements.length - most;
	return more > 0 ? [{ kind: 'note', text: `… and ${more} more` }] : [];
}
