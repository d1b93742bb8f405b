import {
	defineField,
	parameterPath,
	quotedList,
	type Field,
	type FieldInput,
	type FieldReader,
	type Locale,
	type Problem,
} from '../core/field';
import type { Item } from '../core/item';
import type { RowColumns } from '../core/operation';
import {
	isEmptyCell,
	isEmptyRow,
	isNothing,
	normaliseColumnName,
	toTitle,
	trimBlanks,
	type SheetRow,
} from '../core/text';
import { isFirstNameBeside, isNoName, isVacant, splitName } from './names';
import { toFieldValue } from './values';

/** Whom a column may be about, for screenings: of the roles that a sheet has, the first is read and no other. */
export const APPLICANT_FIRST = ['applicant', 'renter', 'tenant', 'resident'] as const;

/** The same for rent reports. */
export const TENANT_FIRST = ['tenant', 'resident', 'renter', 'applicant'] as const;

type Role = (typeof APPLICANT_FIRST)[number];

/** How the sheet of an operation is read. */
export interface SheetSettings {
	readonly roles?: readonly Role[];
	/** The columns that the node writes do not count as filled. */
	readonly rows?: RowColumns;
}

/** What the name of a column means. */
interface Meaning {
	readonly field: Field;
	/** It is the field's own name or label: a filled one wins over synonyms. */
	readonly isOwn: boolean;
	/** In which role the name has the person, as in 'Tenant Email'. */
	readonly role?: Role;
}

/** A field and the columns that fit it, in the order of the sheet; `own` have its own name or label. */
interface MappedField {
	readonly field: Field;
	readonly columns: readonly string[];
	readonly own: readonly string[];
}

/** A person's names in one column. A role alone, as in 'Tenant', means the full name too. */
const FULL_NAME = defineField('fullName', { isPersonal: true, shape: 'personName' });
const NAME = defineField('name', { isPersonal: true, shape: 'personName' });

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
	const { mapped, wholeName, role } = mapColumns(headers, fields, roles);
	const all = [...mapped.values(), ...(wholeName === undefined ? [] : [wholeName])];
	const record = all.filter(({ field }) => !field.perRun);
	const ofRun = all.filter(({ field }) => field.perRun);
	const own = [written?.id, written?.status, written?.note, written?.mark, written?.at];
	const ignored = [
		...own.flatMap((name) => name ?? []),
		...ofRun.flatMap(({ columns }) => columns),
	];
	const take = (item: Item, one: MappedField, locale: Locale) =>
		readField(item, getRow(item), one, locale);
	// Both names of a row are taken from one cell.
	let latest: { item: Item; names: readonly FieldInput[] } | undefined;
	return {
		read(item, field, locale) {
			const one = mapped.get(field.name)!;
			// Beside a column of last names, the whole name is the first one.
			if (wholeName === undefined || !NAMES.includes(field.name) || one.columns.length > 0) {
				return take(item, one, locale);
			}
			const last = mapped.get('lastName')!;
			if (last.columns.length > 0) {
				return checkFirstName(take(item, wholeName, locale), take(item, last, locale));
			}
			if (latest?.item !== item) {
				latest = { item, names: splitInput(take(item, wholeName, locale), role) };
			}
			return latest.names[NAMES.indexOf(field.name)]!;
		},
		has(field) {
			const isInWhole = wholeName !== undefined && NAMES.includes(field.name);
			return isInWhole || mapped.get(field.name)!.columns.length > 0;
		},
		isBlank(item) {
			const row = getRow(item);
			return record.every(({ field, columns }) =>
				columns.every((name) => isEmptyCell(row[name]) || !isFilled(row[name], field)),
			);
		},
		isEmpty: (item) => isEmptyRow(getRow(item), ignored),
	};
}

const NAMES: readonly string[] = ['firstName', 'lastName'];

/** The columns of all rows, since spreadsheet readers leave empty cells out of a row, and what reads a row by them. */
function readSheet(items: readonly Item[]) {
	const headers = [...new Set(items.flatMap(({ columns }) => Object.keys(columns)))];
	const addresses = headers.filter((name) => normaliseColumnName(name) === 'address');
	if (addresses.length === 0) return { headers, getRow: ({ columns }: Item): SheetRow => columns };
	const rows = new Map(items.map((item) => [item, flattenAddress(item.columns, addresses)]));
	return {
		headers: [...new Set([...rows.values()].flatMap((row) => Object.keys(row)))],
		getRow: (item: Item) => rows.get(item)!,
	};
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

/** Finds the columns of each field, the role that the sheet's people have, and the column of their whole names. */
function mapColumns(headers: readonly string[], fields: readonly Field[], roles: readonly Role[]) {
	const findMeaning = createMeaningFinder(fields, roles);
	const found = headers.flatMap((column) => {
		const meaning = findMeaning(normaliseColumnName(column));
		return meaning === undefined ? [] : [{ column, ...meaning }];
	});
	const role = roles.find((one) => found.some((column) => column.role === one));
	const read = found.filter((column) => column.role === undefined || column.role === role);
	const mapField = (field: Field, columns = read.filter((column) => column.field === field)) => ({
		field,
		columns: columns.map(({ column }) => column),
		own: columns.filter(({ isOwn }) => isOwn).map(({ column }) => column),
	});
	const mapped = new Map(fields.map((field) => [field.name, mapField(field)]));
	const hasFirst = mapped.get('firstName')?.columns.length !== 0;
	const hasLast = mapped.get('lastName')?.columns.length !== 0;
	const whole = read.filter(({ field }) => field === NAME || (field === FULL_NAME && !hasLast));
	const ofRole = role === undefined ? [] : whole.filter((column) => column.role === role);
	const full = whole.filter((column) => column.role === undefined && column.field === FULL_NAME);
	// Beside columns of a role 'Name' may be the property's.
	const names = role === undefined ? whole.filter(({ field }) => field === NAME) : [];
	const chosen = [ofRole, full, names].find((columns) => columns.length > 0);
	const wholeName = chosen && !hasFirst ? mapField(hasLast ? NAME : FULL_NAME, chosen) : undefined;
	return { mapped, role, wholeName };
}

/** Returns what finds the meaning of a normalised name, with or without a role in front of it. */
function createMeaningFinder(fields: readonly Field[], roles: readonly Role[]) {
	const meanings = new Map<string, Meaning>();
	const add = (names: readonly string[], field: Field, isOwn: boolean) => {
		for (const name of names) {
			meanings.set(normaliseColumnName(name), { field, isOwn });
			if (field.collection !== 'address') continue;
			meanings.set(normaliseColumnName(`address${name}`), { field, isOwn });
		}
	};
	const hasNames = NAMES.every((name) => fields.some((field) => field.name === name));
	for (const field of fields) add(field.synonyms ?? [], field, false);
	// Last, since the name of one field may be a synonym of another.
	for (const field of hasNames ? [FULL_NAME, NAME, ...fields] : fields) {
		add([field.name, field.label], field, true);
	}
	return (name: string): Meaning | undefined => {
		const plain = meanings.get(name);
		if (plain !== undefined) return plain;
		for (const role of roles) {
			if (!name.startsWith(role)) continue;
			const rest = name.slice(role.length);
			if (rest === '') return hasNames ? { field: FULL_NAME, isOwn: true, role } : undefined;
			// "Tenant's Phone"
			const meaning = meanings.get(rest) ?? meanings.get(rest.replace(/^s/, ''));
			if (meaning?.field.isPersonal) return { ...meaning, role };
		}
		return undefined;
	};
}

function isFilled(cell: unknown, { shape }: Field): boolean {
	return shape === 'personName' ? !isNoName(cell) : !isNothing(cell);
}

/** Takes a field from one row: columns of its own name first; filled ones of equal rank must hold the same. */
function readField(item: Item, row: SheetRow, mapped: MappedField, locale: Locale): FieldInput {
	const { field, columns, own } = mapped;
	if (columns.length === 0) return readEmpty(item, mapped);
	const allFilled = columns.filter((column) => isFilled(row[column], field));
	const filledOwn = allFilled.length > 1 ? allFilled.filter((column) => own.includes(column)) : [];
	const filled = filledOwn.length > 0 ? filledOwn : allFilled;
	const [first] = filled;
	if (first === undefined) return readEmpty(item, mapped);
	// Cells hold the same if they are sent as the same: 2100 and "2100" are.
	const sentAs = (column: string) => JSON.stringify(toFieldValue(row[column], field, locale));
	if (filled.length === 1 || new Set(filled.map(sentAs)).size === 1) {
		return { value: row[first], source: { column: trimBlanks(first), scope: 'item' } };
	}
	const names = quotedList(filled.map(trimBlanks), 'and');
	const text = `is filled differently in the columns ${names}: keep only one of them`;
	return { source: { scope: 'item' }, problem: { label: field.label, text, scope: 'item' } };
}

const NO_COLUMN: FieldInput = { source: { scope: 'item' } };

/** A field that no column of the row has: what is one for the whole run may be in the panel. */
function readEmpty(item: Item, { field, columns: [column] }: MappedField): FieldInput {
	if (field.perRun) {
		const value = item.parameter(parameterPath(field));
		return { value, source: { scope: column === undefined ? 'run' : 'item' } };
	}
	if (column === undefined) return NO_COLUMN;
	return { source: { scope: 'item', column: trimBlanks(column) } };
}

/** First and last name of a whole name; what is not certain is the problem of the first. */
function splitInput(whole: FieldInput, role: Role | undefined): readonly FieldInput[] {
	const { value, source } = whole;
	const { value: text } = toFieldValue(value, FULL_NAME);
	// Empty, or refused as any name is.
	if (text === undefined || isVacant(String(text))) return [whole, { source }];
	const names = splitName(String(text));
	if (names.kind === 'split') {
		return [names.first, names.last].map((part) => ({ value: part, source }));
	}
	const person = role === undefined ? '' : `${toTitle(role)} `;
	const problem: Problem = {
		...source,
		label: FULL_NAME.label,
		text: `must be 'First Last' or 'Last, First': put other names into two columns, '${person}First Name' and '${person}Last Name'`,
	};
	return [{ ...whole, problem }, { source }];
}

/** A 'Name' beside a last name is the first name; one that may hold both is refused. */
function checkFirstName(whole: FieldInput, last: FieldInput): FieldInput {
	const { value: text } = toFieldValue(whole.value, NAME);
	if (text === undefined || isVacant(String(text))) return whole;
	if (isFirstNameBeside(String(text), String(last.value ?? ''))) return whole;
	const problem: Problem = {
		...whole.source,
		label: NAME.label,
		text: "must be the first name only, as there is a column for the last name: call it 'First Name'",
	};
	return { ...whole, problem };
}
