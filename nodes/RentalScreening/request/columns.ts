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

/** A field and the columns that fit it, in the order of the sheet. */
interface MappedField {
	readonly field: Field;
	readonly own: string[];
	readonly synonyms: string[];
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
	const rows = new Map(items.map((item) => [item, flattenAddress(item.columns)]));
	// All rows are looked at because spreadsheet readers leave empty cells out of a row.
	const headers = new Set([...rows.values()].flatMap((row) => Object.keys(row)));
	const { mapped, wholeName, role } = mapColumns([...headers], fields, roles);
	const all = [...mapped.values(), ...(wholeName === undefined ? [] : [wholeName])];
	const record = all.filter(({ field }) => !field.perRun);
	const ofRun = all.filter(({ field }) => field.perRun);
	const own = [written?.id, written?.status, written?.note, written?.mark, written?.at];
	const ignored = [...own.flatMap((name) => name ?? []), ...ofRun.flatMap(columnsOf)];
	const take = (item: Item, one: MappedField, locale: Locale) =>
		readField(item, rows.get(item)!, one, locale);
	return {
		read(item, field, locale) {
			const columns = mapped.get(field.name)!;
			const isSplit = wholeName !== undefined && NAMES.includes(field.name);
			// Beside a column of last names, the whole name is the first one.
			if (!isSplit || columnsOf(columns).length > 0) return take(item, columns, locale);
			const whole = take(item, wholeName, locale);
			const last = mapped.get('lastName')!;
			if (columnsOf(last).length === 0) return splitInput(whole, field.name, role);
			return checkFirstName(whole, take(item, last, locale));
		},
		has(field) {
			const isInWhole = wholeName !== undefined && NAMES.includes(field.name);
			return isInWhole || columnsOf(mapped.get(field.name)!).length > 0;
		},
		isBlank(item) {
			const row = rows.get(item)!;
			return record.every((one) => columnsOf(one).every((name) => !isFilled(row[name], one.field)));
		},
		isEmpty: (item) => isEmptyRow(rows.get(item)!, ignored),
	};
}

const NAMES: readonly string[] = ['firstName', 'lastName'];

/** The row with the members of a nested address as columns: `address: { city }`, as n8n's Edit Fields makes it. */
function flattenAddress(row: SheetRow): SheetRow {
	const nested = Object.keys(row).filter(
		(name) => isPlainObject(row[name]) && normaliseColumnName(name) === 'address',
	);
	if (nested.length === 0) return row;
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
	const mapped = new Map<string, MappedField>();
	for (const field of fields) {
		const fitting = read.filter((column) => column.field === field);
		const [own, synonyms] = [true, false].map((isOwn) =>
			fitting.filter((one) => one.isOwn === isOwn).map(({ column }) => column),
		);
		mapped.set(field.name, { field, own: own!, synonyms: synonyms! });
	}
	const columnsFor = (whole: Field[], ofRole: Role | undefined) =>
		read
			.filter((one) => whole.includes(one.field) && one.role === ofRole)
			.map(({ column }) => column);
	// Without a role 'Name' is the person's only where no column names one: it may be the property's.
	const hasLastName = columnsOf(mapped.get('lastName')).length > 0;
	const choices = hasLastName
		? [columnsFor([NAME], role)]
		: [
				role === undefined ? [] : columnsFor([FULL_NAME, NAME], role),
				columnsFor([FULL_NAME], undefined),
				role === undefined ? columnsFor([NAME], undefined) : [],
			];
	const own = choices.find((columns) => columns.length > 0);
	const isNeeded = own !== undefined && columnsOf(mapped.get('firstName')).length === 0;
	const field = hasLastName ? NAME : FULL_NAME;
	return { mapped, role, wholeName: isNeeded ? { field, own, synonyms: [] } : undefined };
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

function columnsOf(mapped: MappedField | undefined): string[] {
	return mapped === undefined ? [] : [...mapped.own, ...mapped.synonyms];
}

function isFilled(cell: unknown, { shape }: Field): boolean {
	return !isEmptyCell(cell) && !(shape === 'personName' && isNoName(cell));
}

/** Takes a field from one row: columns of its own name first; filled ones of equal rank must hold the same. */
function readField(item: Item, row: SheetRow, mapped: MappedField, locale: Locale): FieldInput {
	const { field, own, synonyms } = mapped;
	const holdsValue = (column: string) => row[column] === false || isFilled(row[column], field);
	const filledOwn = own.filter(holdsValue);
	const filled = filledOwn.length > 0 ? filledOwn : synonyms.filter(holdsValue);
	const [first] = filled;
	if (first === undefined) return readEmpty(item, mapped);
	// Cells hold the same if they are sent as the same: 2100 and "2100" are.
	const sentAs = (column: string) => JSON.stringify(toFieldValue(row[column], field, locale));
	if (filled.length === 1 || new Set(filled.map(sentAs)).size === 1) {
		return { value: row[first], source: { column: trimBlanks(first), scope: 'item' } };
	}
	const columns = quotedList(filled.map(trimBlanks), 'and');
	const text = `is filled differently in the columns ${columns}: keep only one of them`;
	return { source: { scope: 'item' }, problem: { label: field.label, text, scope: 'item' } };
}

/** A field that no column of the row has: what is one for the whole run may be in the panel. */
function readEmpty(item: Item, mapped: MappedField): FieldInput {
	const { field } = mapped;
	const [column] = columnsOf(mapped);
	if (field.perRun) {
		const value = item.parameter(parameterPath(field));
		return { value, source: { scope: column === undefined ? 'run' : 'item' } };
	}
	return {
		source: { scope: 'item', ...(column === undefined ? {} : { column: trimBlanks(column) }) },
	};
}

/** The first or the last name of a whole name; what is not certain is the problem of the first. */
function splitInput(whole: FieldInput, name: string, role: Role | undefined): FieldInput {
	const { value, source } = whole;
	const isFirst = name === 'firstName';
	const { value: text } = toFieldValue(value, FULL_NAME);
	// Empty, or refused as any name is.
	if (text === undefined || isVacant(String(text))) return isFirst ? whole : { source };
	const names = splitName(String(text));
	if (names.kind === 'split') return { value: isFirst ? names.first : names.last, source };
	if (!isFirst) return { source };
	const person = role === undefined ? '' : `${toTitle(role)} `;
	const problem: Problem = {
		...source,
		label: FULL_NAME.label,
		text: `must be 'First Last' or 'Last, First': put other names into two columns, '${person}First Name' and '${person}Last Name'`,
	};
	return { ...whole, problem };
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
