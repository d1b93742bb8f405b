import type { ApiField } from './field';
import type { Problem } from './problem';
import { fieldPath } from './fieldPath';
import { columnsOf, type Column, type Row } from './columnsOf';
import { normaliseColumnName } from './normaliseColumnName';
import { SYNONYMS } from './synonyms';

/** A field and the columns that fit it, in the order of the sheet. */
export interface FieldColumns {
	readonly field: ApiField;
	readonly columns: readonly Column[];
}

/** Where the fields of an operation stand in a sheet: worked out once, used for every row. */
export interface ColumnPlan {
	/** All fields of the operation, those without a column included. */
	readonly fields: readonly ApiField[];
	/** Those that have a column. */
	readonly mapped: readonly FieldColumns[];
}

type FieldsByName = ReadonlyMap<string, ApiField>;

/** Other column names that safely mean the field. */
export function synonymsOf({ name }: ApiField): readonly string[] {
	return (Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined) ?? [];
}

/** Which field each normalised name means; a name that two fields lay claim to means none of them. */
function claims(
	fields: readonly ApiField[],
	namesOf: (field: ApiField) => readonly string[],
): FieldsByName {
	const claimed = new Map<string, ApiField>();
	const disputed = new Set<string>();
	for (const field of fields) {
		for (const name of new Set(namesOf(field).map(normaliseColumnName))) {
			if (claimed.has(name)) disputed.add(name);
			else claimed.set(name, field);
		}
	}
	for (const name of disputed) claimed.delete(name);
	return claimed;
}

/** What stands within an object is also known by the object's name in front: `address.city`, "Address City". */
function withOuterName(names: readonly string[], { within }: ApiField): readonly string[] {
	return within === undefined ? names : [...names, ...names.map((name) => `${within}.${name}`)];
}

/** Own names go before synonyms: a column with a field's own name is never taken for another field. */
function fieldsByName(fields: readonly ApiField[]): FieldsByName {
	const synonyms = claims(fields, (field) => withOuterName(synonymsOf(field), field));
	const own = claims(fields, (field) => withOuterName([field.name], field));
	return new Map([...synonyms, ...own]);
}

/** Finds, for each field of an operation, the columns whose name means it. Other columns are ignored. */
export function mapColumns(columns: readonly Column[], fields: readonly ApiField[]): ColumnPlan {
	const anywhere = fieldsByName(fields);
	const within = fieldsByName(fields.filter((field) => field.within !== undefined));
	const found = new Map<ApiField, Column[]>();
	for (const column of columns) {
		const names = column.inside === undefined ? anywhere : within;
		const field = names.get(normaliseColumnName(column.name));
		if (field === undefined) continue;
		const others = found.get(field);
		if (others === undefined) found.set(field, [column]);
		else others.push(column);
	}
	const mapped = fields.flatMap((field) => {
		const fitting = found.get(field);
		return fitting === undefined ? [] : [{ field, columns: fitting }];
	});
	return { fields, mapped };
}

/** The plan for all rows of a run: call it once, then `takeRow` for each of them. */
export function mapRows(rows: readonly Row[], fields: readonly ApiField[]): ColumnPlan {
	return mapColumns(columnsOf(rows), fields);
}

/** Says which of the given fields have no column in the whole sheet, once each, and how to name the column. */
export function missingColumns(
	plan: ColumnPlan,
	required: readonly ApiField[],
): readonly Problem[] {
	return required
		.filter((field) => !plan.mapped.some((mapped) => mapped.field.name === field.name))
		.map((field) => {
			const names = [field.name, ...synonymsOf(field).slice(0, 2)].map((name) => `'${name}'`);
			return {
				field: fieldPath(field),
				problem: `has no column in the input: name one ${names.join(' or ')}`,
			};
		});
}
