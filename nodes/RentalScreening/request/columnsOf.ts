import { trimBlanks } from './blanks';
import { normaliseColumnName } from './normaliseColumnName';

/** One input item's data, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A column of the sheet, or a key of the object that stands in its column `inside`. */
export interface Column {
	readonly name: string;
	readonly inside?: string;
}

/** The column as a message calls it: "Cell Phone", or "address.city" for a key of an object. */
export function columnLabel({ name, inside }: Column): string {
	return trimBlanks(inside === undefined ? name : `${inside}.${name}`);
}

function isNested(value: unknown): value is Row {
	return typeof value === 'object' && value !== null;
}

/** What a row holds in a column; undefined where it has none. */
export function cellOf(row: Row, { name, inside }: Column): unknown {
	if (inside === undefined) return row[name];
	const outer = row[inside];
	return isNested(outer) ? outer[name] : undefined;
}

function namesIn(rows: readonly Row[]): Set<string> {
	const names = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) names.add(name);
	return names;
}

function nestedColumns(rows: readonly Row[], inside: string): Column[] {
	const nested = rows.map((row) => row[inside]).filter(isNested);
	return [...namesIn(nested)].map((name) => ({ name, inside }));
}

/**
 * The columns of all rows together, in the order in which they first come up, the keys of nested `address`
 * objects included. All rows are looked at because spreadsheet readers leave empty cells out of a row.
 */
export function columnsOf(rows: readonly Row[]): readonly Column[] {
	return [...namesIn(rows)].flatMap((name) =>
		normaliseColumnName(name) === 'address' ? [{ name }, ...nestedColumns(rows, name)] : [{ name }],
	);
}
