/**
 * Reads the text form in which n8n stores executions: an array of all values, the first of which is
 * the root, where every string inside an object or array is the index of the value meant.
 */
export function readFlatted(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const read = new Map<number, unknown>();

	const resolve = (stored: unknown): unknown =>
		typeof stored === 'string' ? valueAt(Number(stored)) : stored;

	const valueAt = (index: number): unknown => {
		const stored = values[index];
		if (typeof stored !== 'object' || stored === null) return stored;
		if (read.has(index)) return read.get(index);
		if (Array.isArray(stored)) {
			const list: unknown[] = [];
			read.set(index, list);
			for (const entry of stored) list.push(resolve(entry));
			return list;
		}
		const object: Record<string, unknown> = {};
		read.set(index, object);
		for (const [key, entry] of Object.entries(stored)) object[key] = resolve(entry);
		return object;
	};

	return valueAt(0);
}
