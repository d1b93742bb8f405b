import { dropSeparators, isBlank, isUnfilled, trimBlanks } from './text';

/** One input item's data, by column. */
export type SheetRow = Readonly<Record<string, unknown>>;

/** A column of the sheet, or a key of the object in its column `inside`. */
export interface SheetColumn {
	readonly name: string;
	readonly inside?: string;
}

/** The column as a message calls it: "Cell Phone", or "address.city" for a key of an object. */
export function headerOf({ name, inside }: SheetColumn): string {
	return trimBlanks(inside === undefined ? name : `${inside}.${name}`);
}

/** What a row holds in a column; undefined where it has none. */
export function readCell(row: SheetRow, { name, inside }: SheetColumn): unknown {
	if (inside === undefined) return ownValue(row, name);
	const outer = ownValue(row, inside);
	return isNested(outer) ? ownValue(outer, name) : undefined;
}

function ownValue(row: SheetRow, name: string): unknown {
	return Object.hasOwn(row, name) ? row[name] : undefined;
}

function isNested(value: unknown): value is SheetRow {
	return typeof value === 'object' && value !== null;
}

/** Whether a row holds nothing. The number that n8n's spreadsheet nodes add to a row is none of its cells. */
export function isEmptyRow(row: SheetRow): boolean {
	return Object.entries(row).every(([name, value]) => name === 'row_number' || isUnfilled(value));
}

/** Sheets have the same columns in every row; a sheet with more names than this is not worth remembering. */
const REMEMBERED_NAMES = 2000;
const normalised = new Map<string, string>();

/**
 * A column's name without what people write differently: case, blanks, dashes, `_` and `.`. "E-mail", "e_mail" and
 * "email" are one.
 */
export function normaliseColumnName(name: string): string {
	const known = normalised.get(name);
	if (known !== undefined) return known;
	if (normalised.size >= REMEMBERED_NAMES) normalised.clear();
	const made = dropSeparators(name).replace(/[_.]/g, '').toLowerCase();
	normalised.set(name, made);
	return made;
}

/** All of the row's own names of a column, compared as in auto mapping: 'User ID' for 'userId'. */
export function columnsNamed(row: SheetRow, name: string): string[] {
	const wanted = normaliseColumnName(name);
	return Object.keys(row).filter((column) => normaliseColumnName(column) === wanted);
}

/** Of these, a filled one first, then the one of exactly this name. Undefined where the row has none. */
export function findColumn(row: SheetRow, name: string): string | undefined {
	const named = columnsNamed(row, name);
	const filled = named.filter((column) => !isBlank(row[column]));
	const best = filled.length > 0 ? filled : named;
	return best.includes(name) ? name : best[0];
}

/**
 * The columns of all rows, in the order in which they first occur, the keys of nested `address` objects
 * included. All rows are looked at because spreadsheet readers leave empty cells out of a row.
 */
export function columnsOf(rows: readonly SheetRow[]): readonly SheetColumn[] {
	return [...namesIn(rows)].flatMap((name) =>
		normaliseColumnName(name) === 'address' ? [{ name }, ...nestedColumns(rows, name)] : [{ name }],
	);
}

function namesIn(rows: readonly SheetRow[]): Set<string> {
	const names = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) names.add(name);
	return names;
}

function nestedColumns(rows: readonly SheetRow[], inside: string): SheetColumn[] {
	const nested = rows.map((row) => row[inside]).filter(isNested);
	return [...namesIn(nested)].map((name) => ({ name, inside }));
}
