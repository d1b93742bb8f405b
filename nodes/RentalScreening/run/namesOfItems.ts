/**
 * Names items for a message, counting from 0 as n8n does: '[Item 3]', '[Items 3, 5, 7–12]', '[All 100 items]'.
 * `indexes` ascend.
 */
export function namesOfItems(indexes: readonly number[], itemCount: number): string {
	if (indexes.length === 1) return `[Item ${indexes[0]}]`;
	if (indexes.length === itemCount) return `[All ${itemCount} items]`;
	return `[Items ${rangesOf(indexes).join(', ')}]`;
}

function rangesOf(indexes: readonly number[]): string[] {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last !== undefined && last.to === index - 1) last.to = index;
		else ranges.push({ from: index, to: index });
	}
	return ranges.map(({ from, to }) => {
		if (from === to) return String(from);
		return to === from + 1 ? `${from}, ${to}` : `${from}–${to}`;
	});
}
