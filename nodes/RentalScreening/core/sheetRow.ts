import { isEmpty } from './text';

/** One input item's data, by column. */
export type SheetRow = Readonly<Record<string, unknown>>;

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

/** What n8n's nodes add to a row. */
export const ADDED_COLUMNS: readonly string[] = ['row_number', 'id', 'createdAt', 'updatedAt'];

/** How this node and its workflows call what they write: 'screeningStatus', 'resultNote', 'checkedAt'. */
const WRITTEN = /^[a-z]+(?:Status|Note|Mark|At)$/;

/** Whether a column is the user's, as far as its name says. */
export function isUserColumn(name: string): boolean {
	return !ADDED_COLUMNS.includes(name) && !WRITTEN.test(name);
}

/** Whether the rows come from a sheet or a data table. */
export function isOfSheet(rows: readonly SheetRow[]): boolean {
	return rows.some((row) => 'row_number' in row || ('id' in row && 'createdAt' in row));
}

/** Whether a row holds nothing. What n8n's nodes add to it does not count, nor do the `ignored` columns. */
export function isEmptyRow(row: SheetRow, ignored: readonly string[] = []): boolean {
	return Object.entries(row).every(
		([name, value]) => isEmpty(value) || ADDED_COLUMNS.includes(name) || ignored.includes(name),
	);
}

/** A column's name in small letters and digits only: 'E-mail', 'e_mail' and 'Email *' are one. */
export function normalizeColumnName(name: string): string {
	return name.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase();
}
