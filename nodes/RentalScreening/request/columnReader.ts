import type { Field, FieldReader, Problem, ReadInput } from '../core/field';
import type { Item } from '../core/item';
import { statusColumns, type Operation } from '../core/operation';
import { isEmptyRow, normalizeColumnName, type SheetRow } from '../core/sheetRow';
import { isEmptyCell, toCellText, toExcerpt } from '../core/text';
import { createCellReader, isFilled, readEmpty } from './cellReader';
import { findDoubts, formatDoubt } from './doubts';
import {
	APPLICANT_FIRST,
	findNameFields,
	hasRole,
	holdsField,
	hasWholeNames,
	NAME,
	readHeaders,
	type Column,
	type HasCell,
} from './headers';
import { findLookAlike } from './lookAlikes';
import { createNameReaders } from './nameReader';
import { hasSeveralNameWords } from './names';
import { KIND_OF_PERSON, NO_TENANT } from './otherPersons';

/**
 * Reads fields from the columns of each item ('Map Automatically'). What is one for the whole run is taken from the
 * panel where its column is not filled. The columns of `rows`, which the node writes, do not count as filled.
 */
export function createColumnReader(
	items: readonly Item[],
	fields: readonly Field[],
	{ roles = APPLICANT_FIRST, rows }: Pick<Operation, 'roles' | 'rows'> = {},
): FieldReader {
	const { columnNames, getRow } = readSheet(items);
	const hasCell: HasCell = (name, test) => items.some((item) => test(getRow(item)[name]));
	const headers = readHeaders(columnNames, fields, roles);
	const allColumns = headers.flatMap(({ column }) => column ?? []);
	const doubts = findDoubts(headers, hasCell);
	// One role per sheet: a column of another may be about somebody else.
	const role = roles.find((one) => allColumns.some((column) => column.role === one));
	const hasOtherRole = (column: Column) => hasRole(column) && column.role !== role;
	const columns = allColumns.filter((column) => !hasOtherRole(column) && !doubts.has(column));
	const readers = createReaders(fields, columns, role, getRow);
	const names = findNameFields(fields);
	const hasNames = names !== undefined && (readers.has(names.first) || readers.has(names.last));
	/**
	 * Why a column is not read though its name fits a field that the sheet lacks: a clause that follows the name. Undefined
	 * where nobody needs to be told.
	 */
	const explainUnread = (column: Column): string | undefined => {
		if (role !== undefined && hasOtherRole(column)) {
			return `is not read, since this sheet has columns of the ${role}`;
		}
		if (!hasCell(column.name, hasSeveralNameWords)) return undefined;
		const doubt = doubts.get(column);
		if (doubt !== undefined) return doubt.text;
		// Beside one name of the person's it is the property's.
		if (column.field !== NAME || hasNames) return undefined;
		return "is not read, as it may be the property's: call it 'Property Name' then";
	};

	/** The columns of the record itself, not of what is one for the whole run. */
	const recordColumns = columns.filter(
		(column) =>
			(!column.field.sharedByRun && readers.has(column.field)) || hasWholeNames(column, role),
	);
	const sharedColumns = columns.filter(({ field }) => field.sharedByRun).map(({ name }) => name);
	const ownColumns = rows === undefined ? [] : statusColumns(rows);
	const kinds = headers.filter(
		({ normalized }) => names !== undefined && KIND_OF_PERSON.test(normalized),
	);
	return {
		read: (item, field, countryCode) =>
			readers.get(field)?.(item, countryCode) ?? readEmpty(item, field),
		has: (field) => readers.has(field),
		explainMissing(field) {
			for (const column of allColumns) {
				const reason = holdsField(column, field) ? explainUnread(column) : undefined;
				if (reason !== undefined) return `'${toExcerpt(column.name)}' ${reason}`;
			}
			const similar = findLookAlike(headers, field, hasCell);
			return similar && `'${toExcerpt(similar)}' is not read, as it may hold something else`;
		},
		explainDoubt(field) {
			if (readers.has(field)) return undefined;
			const isUsed = ({ name }: Column) =>
				items.some((item) => isFilled(getRow(item)[name], field));
			for (const [column, doubt] of doubts) {
				if (column.field !== field) continue;
				if (field.required || isUsed(column)) return formatDoubt(column, doubt, role ?? roles[0]);
			}
			return undefined;
		},
		findRowProblems(item) {
			const row = getRow(item);
			return kinds.flatMap(({ name: label }): Problem[] => {
				const kind = toCellText(row[label]);
				if (!NO_TENANT.test(normalizeColumnName(kind))) return [];
				const text = `says '${toExcerpt(kind)}', who is no applicant or tenant: leave the row out, or rename the column if it is about something else`;
				return [{ label, text, scope: 'item' }];
			});
		},
		isBlankRow(item) {
			const row = getRow(item);
			return recordColumns.every(
				({ name, field }) => isEmptyCell(row[name]) || !isFilled(row[name], field),
			);
		},
		isEmptyRow: (item) => isEmptyRow(getRow(item), [...sharedColumns, ...ownColumns]),
	};
}

/** How each field is read of which the sheet has a column. */
function createReaders(
	fields: readonly Field[],
	columns: readonly Column[],
	role: string | undefined,
	getRow: (item: Item) => SheetRow,
): ReadonlyMap<Field, ReadInput> {
	const readers = new Map<Field, ReadInput>();
	for (const field of fields) {
		const fitting = columns.filter((column) => column.field === field);
		if (fitting.length > 0) readers.set(field, createCellReader(field, fitting, getRow));
	}
	const names = findNameFields(fields);
	if (names === undefined) return readers;
	const own = { first: readers.get(names.first), last: readers.get(names.last) };
	const { first, last } = createNameReaders(own, names.first, columns, role, getRow);
	if (first !== undefined) readers.set(names.first, first);
	if (last !== undefined) readers.set(names.last, last);
	return readers;
}

/** The columns of all rows, since spreadsheet readers leave empty cells out of a row, and what reads a row by them. */
function readSheet(items: readonly Item[]) {
	const columnNames = listColumnNames(items.map(({ columns }) => columns));
	const addresses = columnNames.filter((name) => normalizeColumnName(name) === 'address');
	if (addresses.length === 0) {
		return { columnNames, getRow: ({ columns }: Item): SheetRow => columns };
	}
	const rows = new Map(items.map((item) => [item, flattenAddress(item.columns, addresses)]));
	const flatNames = listColumnNames([...rows.values()]);
	return { columnNames: flatNames, getRow: (item: Item) => rows.get(item)! };
}

/** The names of all columns, those of the row with the most first: it tells best which column stands behind which. */
function listColumnNames(rows: readonly SheetRow[]): string[] {
	const names = rows.map((row) => Object.keys(row));
	const longest = names.reduce((one, other) => (other.length > one.length ? other : one), []);
	const unique = new Set(longest);
	for (const row of names) for (const name of row) unique.add(name);
	return [...unique];
}

/** The row with the members of a nested address as columns: `address: { city }`, as n8n's Edit Fields makes it. */
function flattenAddress(row: SheetRow, addresses: readonly string[]): SheetRow {
	const nested = addresses.filter((name) => isPlainObject(row[name]));
	const others = Object.entries(row).filter(([name]) => !nested.includes(name));
	// In the place of the object: what stands behind which column tells whose it is.
	const inOrder = Object.entries(row).flatMap(([name, value]): Array<[string, unknown]> => {
		if (!nested.includes(name)) return [[name, value]];
		return Object.entries(value as object).map(([member, each]) => [`${name}.${member}`, each]);
	});
	// A column of the row itself wins over a member of that name.
	return Object.fromEntries([...inOrder, ...others]) as SheetRow;
}

function isPlainObject(value: unknown): boolean {
	return Object.prototype.toString.call(value) === '[object Object]';
}
