import type { Cell } from './columns';
import { isJsonObject } from './loose';
import { spreadsheetSafe } from './spreadsheetSafe';

/**
 * What a flag holds beside its text, as flat columns under its own field names: `score` stays
 * `score`, `{ bank: { name } }` becomes `bankName`, and what is nested deeper or a list becomes its
 * JSON. A name that is already taken, or is a bare number, gets `flag` in front. Empty values are left out.
 */
export function flagDetailCells(
	details: Readonly<Record<string, unknown>>,
	taken: Readonly<Record<string, Cell>>,
): Record<string, Cell> {
	const fields = Object.entries(details).flatMap(([name, value]) =>
		isJsonObject(value)
			? Object.entries(value).map(([inner, part]) => [camelCased(name, inner), part] as const)
			: [[name, value] as const],
	);
	const cells = fields.flatMap(([name, value]) => {
		const cell = cellOf(value);
		if (cell === null) return [];
		const free = Object.hasOwn(taken, name) || isIndex(name) ? camelCased('flag', name) : name;
		return [[spreadsheetSafe(free), cell] as const];
	});
	return Object.fromEntries(cells);
}

/** JavaScript puts such a key in front of all others, whenever it was added: the row's columns would move. */
function isIndex(name: string): boolean {
	return /^\d+$/.test(name);
}

function camelCased(first: string, second: string): string {
	return first + second.charAt(0).toUpperCase() + second.slice(1);
}

function cellOf(value: unknown): Cell {
	if (value === null || value === undefined || value === '') return null;
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	return spreadsheetSafe(typeof value === 'string' ? value : JSON.stringify(value));
}
