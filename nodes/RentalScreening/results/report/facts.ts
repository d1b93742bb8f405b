import type { Block, Fact } from './model';

/** A fact to show; none where the service gave no value for it. */
export function fact(label: string, value: string | null): Fact[] {
	return value === null ? [] : [{ label, value }];
}

/** A block of facts; none where there are no facts. */
export function factsBlock(
	kind: 'facts' | 'figures',
	facts: readonly Fact[],
	title: string | null = null,
): Block[] {
	return facts.length > 0 ? [{ kind, title, facts }] : [];
}
