import type { Field, FieldReader, Problem, ReadInput } from '../core/field';
import type { Item } from '../core/item';
import { statusColumns, type Operation } from '../core/operation';
import { isEmptyRow, normalizeColumnName, type SheetRow } from '../core/sheetRow';
import { formatList, isEmptyCell, toCellText, toExcerpt, toTitle } from '../core/text';
import { createCellReader, isFilled, readEmpty } from './cellReader';
import {
	APPLICANT_FIRST,
	findColumns,
	findLookAlike,
	findNameFields,
	hasRole,
	holdsField,
	hasWholeNames,
	NAME,
	type Column,
} from './headers';
import { createNameReaders } from './nameReader';
import { canSplitName } from './names';
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
	const { headers, getRow } = readSheet(items);
	const holdsNames = (name: string) => items.some((item) => canSplitName(getRow(item)[name]));
	const allColumns = findColumns(headers, fields, roles, holdsNames);
	// One role per sheet: a column of another may be about somebody else.
	const role = roles.find((one) => allColumns.some((column) => column.role === one));
	const hasOtherRole = (column: Column) => hasRole(column) && column.role !== role;
	const columns = allColumns.filter(
		(column) => !hasOtherRole(column) && column.doubt === undefined,
	);
	const readers = createReaders(fields, columns, role, getRow);
	const names = findNameFields(fields);
	const hasNames = names !== undefined && (readers.has(names.first) || readers.has(names.last));
	/** 'Name' may be the property's there, but not where it is the only column that holds names of people. */
	const isUnreadName = ({ field, name }: Column) => field === NAME && !hasNames && holdsNames(name);

	/** The columns of the record itself, not of what is one for the whole run. */
	const recordColumns = columns.filter(
		(column) =>
			(!column.field.sharedByRun && readers.has(column.field)) || hasWholeNames(column, role),
	);
	const sharedColumns = columns.filter(({ field }) => field.sharedByRun).map(({ name }) => name);
	const ownColumns = rows === undefined ? [] : statusColumns(rows);
	const kinds = headers.filter(
		(name) => names !== undefined && KIND_OF_PERSON.test(normalizeColumnName(name)),
	);
	return {
		read: (item, field, countryCode) =>
			readers.get(field)?.(item, countryCode) ?? readEmpty(item, field),
		has: (field) => readers.has(field),
		explainMissing(field) {
			const unread = allColumns.find((column) => isUnreadName(column) && holdsField(column, field));
			if (unread !== undefined) {
				return `'${toExcerpt(unread.name)}' is not read, as it may be the property's: call it 'Property Name' then`;
			}
			const other = allColumns.find((column) => hasOtherRole(column) && holdsField(column, field));
			if (other !== undefined && role !== undefined) {
				return `'${toExcerpt(other.name)}' is not read, since this sheet has columns of the ${role}`;
			}
			const similar = findLookAlike(headers, field);
			return similar && `'${toExcerpt(similar)}' is not read, as it may hold something else`;
		},
		explainDoubt(field) {
			if (readers.has(field)) return undefined;
			const doubtful = allColumns.filter((one) => one.field === field && one.doubt !== undefined);
			const isUsed = ({ name }: Column) =>
				items.some((item) => isFilled(getRow(item)[name], field));
			const column = doubtful.find((one) => field.required || isUsed(one));
			return column && formatDoubt(column, role ?? roles[0]);
		},
		findRowProblems(item) {
			const row = getRow(item);
			return kinds.flatMap((label): Problem[] => {
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
	const headers = listHeaders(items.map(({ columns }) => columns));
	const addresses = headers.filter((name) => normalizeColumnName(name) === 'address');
	if (addresses.length === 0) return { headers, getRow: ({ columns }: Item): SheetRow => columns };
	const rows = new Map(items.map((item) => [item, flattenAddress(item.columns, addresses)]));
	return { headers: listHeaders([...rows.values()]), getRow: (item: Item) => rows.get(item)! };
}

/** The names of all columns, those of the row with the most first: it tells best which column stands behind which. */
function listHeaders(rows: readonly SheetRow[]): string[] {
	const names = rows.map((row) => Object.keys(row));
	const longest = names.reduce((one, other) => (other.length > one.length ? other : one), []);
	const headers = new Set(longest);
	for (const row of names) for (const name of row) headers.add(name);
	return [...headers];
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

/** What a column holds of a person: of 'Spouse Last Name' it leaves 'Spouse', of 'Name of Landlord' 'Landlord'. */
const PART_OF_PERSON =
	/^(?:full )?names? of (?:(?:the|your|my) )?|\s*(?:(?:first|last|full|given|family|middle)\s*)?(?:name|forename|surname|person|info|address|company|relationship|date of birth|dob|age)$/gi;

/** "'Email' is right behind 'Owner Name' …: rename it to 'Applicant Email' or 'Owner Email', whosever it is". */
function formatDoubt({ name, field, doubt }: Column, role = ''): string {
	const { person = '', text = '' } = doubt ?? {};
	const others = `${toExcerpt(person).replace(PART_OF_PERSON, '')} ${field.label}`;
	const names = formatList([`${toTitle(role)} ${field.label}`, others], 'or');
	return `'${toExcerpt(name)}' ${text}: rename it to ${names}, whosever it is`;
}
