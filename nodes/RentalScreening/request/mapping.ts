import {
	columnsOf,
	headerOf,
	normaliseColumnName,
	readCell,
	type SheetColumn,
	type SheetRow,
} from './columns';
import { problemOfField, problemOfSheet, quotedList, type ApiField, type Problem } from './field';
import { FULL_NAMES, synonymsOf } from './synonyms';
import { isBlank } from './text';
import { toFieldValue, type Locale } from './values';

/** A field and the columns that fit it, in the order of the sheet. */
export interface MappedField {
	readonly field: ApiField;
	/** Columns with the field's own name: one that is filled wins over the others. */
	readonly own: readonly SheetColumn[];
	readonly synonyms: readonly SheetColumn[];
}

/** Which columns hold the fields of an operation. */
export interface MappingPlan {
	/** The fields that have a column. */
	readonly mapped: readonly MappedField[];
	/** A column of full names, where first and last name are asked for and one of them has no column. */
	readonly fullName: SheetColumn | undefined;
}

/** Finds the columns whose names mean the fields: once for a sheet, as readers leave empty cells out of a row. */
export function planMapping(rows: readonly SheetRow[], fields: readonly ApiField[]): MappingPlan {
	const anywhere = namesOf(fields);
	const within = namesOf(fields.filter((field) => field.within !== undefined));
	const found = new Map(
		fields.map((field) => [
			field,
			{ field, own: [] as SheetColumn[], synonyms: [] as SheetColumn[] },
		]),
	);
	const ignored: SheetColumn[] = [];
	for (const column of columnsOf(rows)) {
		const name = normaliseColumnName(column.name);
		const names = column.inside === undefined ? anywhere : within;
		const own = names.own.get(name);
		const field = own ?? names.synonyms.get(name);
		if (field === undefined) ignored.push(column);
		else found.get(field)![own === undefined ? 'synonyms' : 'own'].push(column);
	}
	const mapped = [...found.values()].filter(
		({ own, synonyms }) => own.length + synonyms.length > 0,
	);
	return { mapped, fullName: fullNameIn(ignored, fields, mapped) };
}

interface Names {
	readonly own: ReadonlyMap<string, ApiField>;
	readonly synonyms: ReadonlyMap<string, ApiField>;
}

function namesOf(fields: readonly ApiField[]): Names {
	return {
		own: claims(fields, ({ name, label }) => [name, label]),
		synonyms: claims(fields, synonymsOf),
	};
}

/** Which field each normalised name means; a name that two fields claim means none of them. */
function claims(
	fields: readonly ApiField[],
	namesFor: (field: ApiField) => readonly string[],
): ReadonlyMap<string, ApiField> {
	const claimed = new Map<string, ApiField>();
	const disputed = new Set<string>();
	for (const field of fields) {
		const names = withOuterName(namesFor(field), field).map(normaliseColumnName);
		for (const name of new Set(names)) {
			if (claimed.has(name)) disputed.add(name);
			else claimed.set(name, field);
		}
	}
	for (const name of disputed) claimed.delete(name);
	return claimed;
}

/** What is within an object is also known with the object's name in front: `address.city`, "Address City". */
function withOuterName(names: readonly string[], { within }: ApiField): readonly string[] {
	return within === undefined ? names : [...names, ...names.map((name) => `${within}.${name}`)];
}

const NAME_FIELDS = ['firstName', 'lastName'];
const fullNames = new Set(FULL_NAMES.map(normaliseColumnName));

function fullNameIn(
	ignored: readonly SheetColumn[],
	fields: readonly ApiField[],
	mapped: readonly MappedField[],
): SheetColumn | undefined {
	const isAsked = NAME_FIELDS.every((name) => fields.some((field) => field.name === name));
	const areMapped = NAME_FIELDS.every((name) => mapped.some(({ field }) => field.name === name));
	if (!isAsked || areMapped) return undefined;
	return ignored.find(
		({ name, inside }) => inside === undefined && fullNames.has(normaliseColumnName(name)),
	);
}

/** The remark about a column of full names. */
export function splitFullName(column: SheetColumn): string {
	return `Column '${headerOf(column)}' is not used. Split it into 'First Name' and 'Last Name'`;
}

/** "No phone column found. Name one 'Phone', 'Mobile' or 'Mobile Phone'" */
export function noColumnFor(field: ApiField): Problem {
	const names = [field.label, ...synonymsOf(field).slice(0, 2)];
	const label = field.label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
	return problemOfSheet(field, `No ${label} column found. Name one ${quotedList(names, 'or')}`);
}

/** The values of one item's fields. */
export interface TakenRow {
	/** By field name, as they are; nothing for a field in conflict. */
	readonly values: Record<string, unknown>;
	/** The column of each value that is from one. */
	readonly columns: Readonly<Record<string, SheetColumn>>;
	/** One for each field whose columns are filled differently in this row. */
	readonly conflicts: ReadonlyMap<ApiField, Problem>;
	/** The cell of the column of full names. */
	readonly fullName?: unknown;
}

/**
 * Takes the values of an operation's fields from one row. Blank cells count as absent. A filled column with
 * the field's own name is taken; of several of equal rank, the filled ones must come to the same value.
 */
export function takeRow(row: SheetRow, plan: MappingPlan, locale?: Locale): TakenRow {
	const values: Record<string, unknown> = {};
	const columns: Record<string, SheetColumn> = {};
	const conflicts = new Map<ApiField, Problem>();
	const isFilled = (column: SheetColumn) => !isBlank(readCell(row, column));
	for (const { field, own, synonyms } of plan.mapped) {
		const filledOwn = own.filter(isFilled);
		const filled = filledOwn.length > 0 ? filledOwn : synonyms.filter(isFilled);
		const [first, ...others] = filled;
		if (first === undefined) continue;
		const value = readCell(row, first);
		if (others.every((other) => isSame(value, readCell(row, other), field, locale))) {
			values[field.name] = value;
			columns[field.name] = first;
		} else conflicts.set(field, conflictOf(field, filled));
	}
	const fullName = plan.fullName && readCell(row, plan.fullName);
	return { values, columns, conflicts, fullName };
}

/** Whether two cells come to the same thing once sent: 2100 and "2100" do. */
function isSame(one: unknown, other: unknown, field: ApiField, locale?: Locale): boolean {
	if (Object.is(one, other)) return true;
	const first = toFieldValue(one, field, locale);
	const second = toFieldValue(other, field, locale);
	return 'value' in first && 'value' in second && first.value === second.value;
}

function conflictOf(field: ApiField, filled: readonly SheetColumn[]): Problem {
	const named = quotedList(filled.map(headerOf), 'and');
	return problemOfField(
		field,
		`is filled differently in the columns ${named}: keep only one of them`,
	);
}
