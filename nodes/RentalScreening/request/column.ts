import type { SheetRow } from '../core/sheetRow';
import { MAX_TEST_LENGTH, trimBlanks } from '../core/text';

/** Where the cells of a field are: in the column of that name or, as `address.city`, inside of one. */
export interface Column {
	readonly name: string;
	readonly path: readonly string[];
}

/** A cell; undefined where the row has none. */
export function readCell(row: SheetRow, { path }: Column): unknown {
	let value: unknown = row;
	for (const key of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as SheetRow)[key];
	}
	return value;
}

/** How the editor writes keys with other signs: `['Rent [USD]']`. */
const IN_BRACKETS = String.raw`\[(?:\d+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]`;
const PATH = new RegExp(`^(?:[^.[\\]]+|${IN_BRACKETS})(?:\\.[^.[\\]]+|${IN_BRACKETS})*$`, 's');
const KEYS = new RegExp(`[^.[\\]]+|${IN_BRACKETS}`, 'gs');
/** An expression that is nothing but a reference to the direct input. */
const REFERENCE = new RegExp(
	`^=\\{\\{\\s*\\$json((?:\\.[A-Za-z_$][\\w$]*|${IN_BRACKETS})+)\\s*\\}\\}$`,
	's',
);

/**
 * The column that a text under 'Columns' names: the sheet's own name of it, a path, or a reference such as
 * `={{ $json['Cell #'] }}`. Undefined for anything else.
 */
export function toColumn(given: unknown, columnNames: ReadonlySet<string>): Column | undefined {
	if (typeof given !== 'string') return undefined;
	const reference = given.length > MAX_TEST_LENGTH ? undefined : REFERENCE.exec(given)?.[1];
	if (given.startsWith('=') && reference === undefined) return undefined;
	const name = reference ?? (columnNames.has(given) ? given : trimBlanks(given));
	const isPath = !columnNames.has(name) && name.length <= MAX_TEST_LENGTH && PATH.test(name);
	const path = isPath || reference !== undefined ? toKeys(name) : [name];
	return { name: path.join('.'), path };
}

/** The keys of a path. */
function toKeys(path: string): string[] {
	return (path.match(KEYS) ?? []).map((key) =>
		key.startsWith('[') ? key.replace(/^\[(['"]?)(.*)\1\]$/s, '$2').replace(/\\(.)/gs, '$1') : key,
	);
}
