import {
	parameterPath,
	formatList,
	type Field,
	type FieldInput,
	type FieldReader,
} from '../core/field';
import type { Item } from '../core/item';
import { statusColumns, type RowColumns } from '../core/operation';
import {
	isEmptyCell,
	isEmptyRow,
	isNothing,
	normalizeColumnName,
	quotable,
	toTitle,
	trimBlanks,
	type SheetRow,
} from '../core/text';
import { APPLICANT_FIRST, findColumns, findWholeNames, isWholeName, type Column } from './headers';
import { isNoName } from './names';
import { toFieldValue } from './values';
import {
	FULL_NAME,
	NAME,
	NAMES,
	createFirstNameReader,
	createNameReaders,
	type ReadInput,
	refuseNameless,
	refuseOtherPerson,
} from './wholeName';

/** How the sheet of an operation is read. */
export interface SheetSettings {
	readonly roles?: readonly string[];
	/** The columns that the node writes do not count as filled. */
	readonly rows?: RowColumns;
}

/**
 * Reads fields from the columns of each item ('Map Automatically'). What is one for the whole run is taken from the
 * panel where its column is not filled.
 */
export function createColumnReader(
	items: readonly Item[],
	fields: readonly Field[],
	{ roles = APPLICANT_FIRST, rows }: SheetSettings = {},
): FieldReader {
	const { headers, getRow } = readSheet(items);
	const allColumns = findColumns(headers, fields, roles);
	// One role per sheet: a column of another may be about somebody else.
	const role = roles.find((one) => allColumns.some((column) => column.role === one));
	const isOfRole = (column: Column) => column.role === undefined || column.role === role;
	const columns = allColumns.filter((column) => isOfRole(column) && column.behind === undefined);
	const readers = new Map<Field, ReadInput>();
	for (const field of fields) {
		const fitting = columns.filter((column) => column.field === field);
		if (fitting.length > 0) readers.set(field, createCellReader(field, fitting, getRow));
	}
	addNameReaders(readers, fields, columns, role, getRow);

	const recordColumns = columns.filter(
		(column) =>
			(!column.field.sharedByRun && readers.has(column.field)) || isWholeName(column, role),
	);
	const shared = columns.filter(({ field }) => field.sharedByRun).map(({ name }) => name);
	const notCounted = rows === undefined ? shared : [...shared, ...statusColumns(rows)];
	return {
		read: (item, field, locale) => readers.get(field)?.(item, locale) ?? readEmpty(item, field, []),
		has: (field) => readers.has(field),
		explainMissing(field) {
			const isMeant = (column: Column) =>
				column.field === field || (column.field === FULL_NAME && NAMES.includes(field.name));
			const other = allColumns.find((column) => !isOfRole(column) && isMeant(column));
			if (other === undefined || role === undefined) return undefined;
			return `'${quotable(other.name)}' is not read, since this sheet has columns of the ${role}`;
		},
		explainDoubt(field) {
			const doubtful = allColumns.find((one) => one.field === field && one.behind !== undefined);
			if (doubtful === undefined || readers.has(field)) return undefined;
			const isUsed = items.some((item) => isFilled(getRow(item)[doubtful.name], field));
			return field.required || isUsed ? formatDoubt(doubtful, role ?? roles[0]) : undefined;
		},
		isBlank(item) {
			const row = getRow(item);
			return recordColumns.every(
				({ name, field }) => isEmptyCell(row[name]) || !isFilled(row[name], field),
			);
		},
		isEmpty: (item) => isEmptyRow(getRow(item), notCounted),
	};
}

/** Adds how first and last names are read from whole names, where no column has the first name. */
function addNameReaders(
	readers: Map<Field, ReadInput>,
	fields: readonly Field[],
	columns: readonly Column[],
	role: string | undefined,
	getRow: (item: Item) => SheetRow,
): void {
	const [first, last] = NAMES.map((name) => fields.find((field) => field.name === name));
	if (first === undefined || last === undefined) return;
	const readLast = readers.get(last);
	const whole = readers.has(first) ? [] : findWholeNames(columns, role, readLast !== undefined);
	if (whole.length > 0 && readLast !== undefined) {
		const readName = createCellReader(NAME, whole, getRow);
		readers.set(first, createFirstNameReader(readLast, readName));
	} else if (whole.length > 0) {
		const names = createNameReaders(createCellReader(FULL_NAME, whole, getRow), role);
		readers.set(first, names.first).set(last, names.last);
	}
	const unread = columns.filter((column) => isWholeName(column, role) && !whole.includes(column));
	if (unread.length > 0) {
		const readFirst = readers.get(first) ?? (() => NO_COLUMN);
		readers.set(first, refuseNameless(readFirst, createCellReader(FULL_NAME, unread, getRow)));
	}
	const wholeOfRole = unread.filter((column) => column.role !== undefined);
	const isNamed = columns.some(({ field, role: own }) => field === first && own !== undefined);
	const readFirst = readers.get(first);
	if (readFirst !== undefined && wholeOfRole.length > 0 && !isNamed) {
		const readWhole = createCellReader(FULL_NAME, wholeOfRole, getRow);
		readers.set(first, refuseOtherPerson(readFirst, readLast, readWhole));
	}
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
	const members = nested.flatMap((name) =>
		Object.entries(row[name] as object).map(([member, value]) => [`${name}.${member}`, value]),
	);
	return Object.fromEntries([...members, ...others]) as SheetRow;
}

function isPlainObject(value: unknown): boolean {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/** What a column holds of a person, at the end of its name: of 'Spouse Last Name' it leaves 'Spouse'. */
const PART_OF_PERSON =
	/\s*(?:(?:first|last|full)\s*)?(?:name|info|address|company|relationship|date of birth|dob|age)$/i;

/** "'Email' is right behind 'Owner Name' …: rename it to 'Applicant Email' or 'Owner Email', whosever it is". */
function formatDoubt({ name, field, behind = '' }: Column, role = ''): string {
	const [column, person] = [quotable(name), quotable(behind)];
	const others = `${person.replace(PART_OF_PERSON, '')} ${field.label}`;
	const names = formatList([`${toTitle(role)} ${field.label}`, others], 'or');
	return `'${column}' is right behind '${person}' and may be that person's: rename it to ${names}, whosever it is`;
}

function isFilled(cell: unknown, { shape }: Field): boolean {
	return shape === 'personName' ? !isNoName(cell) : !isNothing(cell);
}

/**
 * Reads a field from its columns: those of its own name first; filled ones of equal rank must hold the same. A column
 * without a role may be about somebody else where there is one with it, such as the owner's email beside 'Tenant Email':
 * it has to hold the same, and never stands in for an empty one.
 */
function createCellReader(
	field: Field,
	columns: readonly Column[],
	getRow: (item: Item) => SheetRow,
): ReadInput {
	const ofRole = columns.filter(({ role }) => role !== undefined);
	const others = columns.filter(({ role }) => role === undefined);
	return (item, locale) => {
		const row = getRow(item);
		const filledOfRole = findFilled(ofRole, field, row);
		const filled = [...filledOfRole, ...findFilled(others, field, row)];
		const [first] = filled;
		if (first === undefined) return readEmpty(item, field, columns);
		const [empty] = ofRole;
		if (empty !== undefined && filledOfRole.length === 0) {
			const text = `is empty, though '${quotable(first.name)}' is filled, which may be somebody else's: fill it in, or keep only one of these columns`;
			const source = toSource(empty);
			return { source, problem: { ...source, label: field.label, text } };
		}
		// Cells hold the same if they are sent as the same: 2100 and "2100" are.
		const sentAs = ({ name }: Column) => JSON.stringify(toFieldValue(row[name], field, locale));
		if (filled.length === 1 || new Set(filled.map(sentAs)).size === 1) {
			return { value: row[first.name], source: toSource(first) };
		}
		const inOrder = columns.filter((column) => filled.includes(column));
		const names = formatList(
			inOrder.map(({ name }) => trimBlanks(name)),
			'and',
		);
		const text = `is filled differently in the columns ${names}: keep only one of them`;
		return { ...NO_COLUMN, problem: { label: field.label, text, scope: 'item' } };
	};
}

/** The filled ones of a field's columns: those of its own name, else the others. */
function findFilled(columns: readonly Column[], field: Field, row: SheetRow): Column[] {
	const filled = columns.filter(({ name }) => isFilled(row[name], field));
	const namedLikeField = filled.filter(({ isOwn }) => isOwn);
	return namedLikeField.length > 0 ? namedLikeField : filled;
}

const NO_COLUMN: FieldInput = { source: { scope: 'item' } };

/** A field that no column of the row has: what is one for the whole run may be in the panel. */
function readEmpty(item: Item, field: Field, [column]: readonly Column[]): FieldInput {
	if (field.sharedByRun) {
		const value = item.parameter(parameterPath(field));
		return { value, source: { scope: column === undefined ? 'run' : 'item' } };
	}
	return column === undefined ? NO_COLUMN : { source: toSource(column) };
}

function toSource({ name }: Column): FieldInput['source'] {
	return { column: trimBlanks(name), scope: 'item' };
}
