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
	trimBlanks,
	type SheetRow,
} from '../core/text';
import { isNoName } from './names';
import { toFieldValue } from './values';
import {
	FULL_NAME,
	NAME,
	createFirstNameReader,
	createNameReaders,
	type ReadInput,
	refuseNameless,
	refuseOtherPerson,
} from './wholeName';

/** Whom a column may be about, for screenings: of the roles that a sheet has, the first is read and no other. */
export const APPLICANT_FIRST = ['applicant', 'renter', 'tenant', 'resident'] as const;

/** The same for rent reports. */
export const TENANT_FIRST = ['tenant', 'resident', 'renter', 'applicant'] as const;

/** How the sheet of an operation is read. */
export interface SheetSettings {
	readonly roles?: readonly string[];
	/** The columns that the node writes do not count as filled. */
	readonly rows?: RowColumns;
}

const NAMES: readonly string[] = ['firstName', 'lastName'];

/** A column and the field that its name means. */
interface Column {
	readonly name: string;
	readonly field: Field;
	/** It is the field's own name or label: a filled one wins over synonyms. */
	readonly isOwn: boolean;
	/** In which role the name has the person, as in 'Tenant Email'. */
	readonly role?: string;
}

/**
 * Reads fields from the columns of each item ('Map Automatically'). What is one for the whole run is taken from the
 * panel where its column is not filled.
 */
export function createColumnReader(
	items: readonly Item[],
	fields: readonly Field[],
	{ roles = APPLICANT_FIRST, rows: written }: SheetSettings = {},
): FieldReader {
	const { headers, getRow } = readSheet(items);
	const found = findColumns(headers, fields, roles);
	// One role per sheet: a column of another may be about somebody else.
	const role = roles.find((one) => found.some((column) => column.role === one));
	const isRead = (column: Column) => column.role === undefined || column.role === role;
	const columns = found.filter(isRead);
	const otherRoles = found.filter((column) => !isRead(column));
	const readers = new Map<Field | undefined, ReadInput>();
	for (const field of fields) {
		const fitting = columns.filter((column) => column.field === field);
		if (fitting.length > 0) readers.set(field, createCellReader(field, fitting, getRow));
	}
	const [first, last] = NAMES.map((name) => fields.find((field) => field.name === name));
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
	if (first !== undefined && unread.length > 0) {
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

	const own = columns.filter(({ field }) => !field.sharedByRun && readers.has(field));
	const record = [...own, ...whole, ...unread];
	const shared = columns.filter(({ field }) => field.sharedByRun).map(({ name }) => name);
	const ignored = written === undefined ? shared : [...shared, ...statusColumns(written)];
	return {
		read: (item, field, locale) => readers.get(field)?.(item, locale) ?? readEmpty(item, field, []),
		has: (field) => readers.has(field),
		explainMissing({ name }) {
			const isMeant = ({ field }: Column) =>
				field.name === name || (field === FULL_NAME && NAMES.includes(name));
			const other = otherRoles.find(isMeant);
			if (other === undefined || role === undefined) return undefined;
			return `'${quotable(other.name)}' is not read, since this sheet has columns of the ${role}`;
		},
		isBlank(item) {
			const row = getRow(item);
			return record.every(
				({ name, field }) => isEmptyCell(row[name]) || !isFilled(row[name], field),
			);
		},
		isEmpty: (item) => isEmptyRow(getRow(item), ignored),
	};
}

/** The columns of all rows, since spreadsheet readers leave empty cells out of a row, and what reads a row by them. */
function readSheet(items: readonly Item[]) {
	const headers = listHeaders(items.map(({ columns }) => columns));
	const addresses = headers.filter((name) => normalizeColumnName(name) === 'address');
	if (addresses.length === 0) return { headers, getRow: ({ columns }: Item): SheetRow => columns };
	const rows = new Map(items.map((item) => [item, flattenAddress(item.columns, addresses)]));
	return { headers: listHeaders([...rows.values()]), getRow: (item: Item) => rows.get(item)! };
}

function listHeaders(rows: readonly SheetRow[]): string[] {
	const headers = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) headers.add(name);
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

/** The columns that mean one of the fields or a whole name, with or without a role in front, in the order of the sheet. */
function findColumns(
	headers: readonly string[],
	fields: readonly Field[],
	roles: readonly string[],
): Column[] {
	const meanings = new Map<string, Pick<Column, 'field' | 'isOwn'>>();
	const add = (names: readonly string[], field: Field, isOwn: boolean) => {
		for (const name of names) {
			meanings.set(normalizeColumnName(name), { field, isOwn });
			if (field.collection !== 'address') continue;
			meanings.set(normalizeColumnName(`address${name}`), { field, isOwn });
		}
	};
	const hasNames = NAMES.every((name) => fields.some((field) => field.name === name));
	for (const field of fields) add(field.synonyms ?? [], field, false);
	// Last, since the name of one field may be a synonym of another.
	for (const field of hasNames ? [FULL_NAME, NAME, ...fields] : fields) {
		add([field.name, field.label], field, true);
	}
	return headers.flatMap((name): Column[] => {
		const normalized = normalizeColumnName(name);
		const plain = meanings.get(normalized);
		if (plain !== undefined) return [{ ...plain, name }];
		const role = roles.find((one) => normalized.startsWith(one));
		if (role === undefined) return [];
		const rest = normalized.slice(role.length);
		if (rest === '') return hasNames ? [{ field: FULL_NAME, isOwn: true, role, name }] : [];
		// "Tenant's Phone"
		const meaning = meanings.get(rest) ?? meanings.get(rest.replace(/^s/, ''));
		return meaning?.field.isPersonal ? [{ ...meaning, role, name }] : [];
	});
}

/** The columns of whole names: the role's, else 'Full Name', else 'Name'; beside last names 'Name' alone. */
function findWholeNames(columns: readonly Column[], role: string | undefined, hasLast: boolean) {
	const all = columns.filter((column) => isWholeName(column, role));
	const fitting = all.filter(({ field }) => field === NAME || !hasLast);
	const ofRole = fitting.filter((column) => column.role !== undefined);
	const full = fitting.filter(({ field }) => field === FULL_NAME);
	return [ofRole, full, fitting].find(({ length }) => length > 0) ?? [];
}

/** Whether a column holds whole names. Beside columns of a role 'Name' without one may be the property's. */
function isWholeName({ field, role: own }: Column, role: string | undefined): boolean {
	return field === FULL_NAME || (field === NAME && (own !== undefined || role === undefined));
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
	const own = filled.filter(({ isOwn }) => isOwn);
	return own.length > 0 ? own : filled;
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
