import {
	columnsOf,
	headerOf,
	isEmptyRow,
	normaliseColumnName,
	readCell,
	type SheetColumn,
	type SheetRow,
} from './columns';
import {
	parameterPath,
	problemOfField,
	quotedList,
	type ApiField,
	type Given,
	type ReadItem,
} from './field';
import type { ItemInput } from './item';
import { isBlank, isUnfilled } from './text';
import { toApiValue, toFieldValue, type Locale } from './values';

/** A field and the columns that fit it, in the order of the sheet. */
interface MappedField {
	readonly field: ApiField;
	/** Columns with the field's own name or label: one that is filled wins over the others. */
	readonly own: SheetColumn[];
	readonly synonyms: SheetColumn[];
}

/**
 * Reads fields from the columns of each item ('Map Automatically'). What is one for the whole run is taken from the
 * panel where its column is not filled. Throws what n8n throws for an expression that it refuses.
 */
export function columnReader(
	items: readonly ItemInput[],
	fields: readonly ApiField[],
): (item: ItemInput, locale: Locale) => ReadItem {
	const rows = items.map(({ columns }) => columns);
	const mapped = mapColumns(rows, fields);
	const names = fullNameIn(rows, mapped);
	const record = mapped.filter(({ field }) => !field.perRun).flatMap(columnsOfField);
	const columns = names === undefined ? record : [...record, ...columnsOfField(names.whole)];
	return (item, locale) => {
		const row = item.columns;
		const given = new Map<string, Given>();
		for (const one of mapped) given.set(one.field.name, readField(item, one, locale));
		if (names !== undefined) {
			const { whole, firstName } = names;
			const [first, last] = splitName(readField(item, whole, locale), firstName);
			given.set('firstName', first).set('lastName', last);
		}
		// Where no column fits any field, a row with anything in it is not blank: its column is to be named.
		const isBlankRow =
			columns.length === 0
				? isEmptyRow(row)
				: columns.every((column) => isUnfilled(readCell(row, column)));
		return { given, isBlank: isBlankRow };
	};
}

/** Finds the columns of each field by their names: once for the sheet, as readers leave empty cells out of a row. */
function mapColumns(rows: readonly SheetRow[], fields: readonly ApiField[]): MappedField[] {
	const mapped = fields.map((field): MappedField => ({ field, own: [], synonyms: [] }));
	const meanings = new Map<string, { field: ApiField; columns: SheetColumn[] }>();
	const add = (names: readonly string[], field: ApiField, columns: SheetColumn[]) => {
		for (const name of names) {
			meanings.set(normaliseColumnName(name), { field, columns });
			if (field.within === undefined) continue;
			meanings.set(normaliseColumnName(`${field.within} ${name}`), { field, columns });
		}
	};
	for (const { field, synonyms } of mapped) add(field.synonyms ?? [], field, synonyms);
	for (const { field, own } of mapped) add([field.name, field.label], field, own);
	for (const column of columnsOf(rows)) {
		const meaning = meanings.get(normaliseColumnName(column.name));
		if (meaning === undefined) continue;
		const isInPlace = column.inside === undefined || meaning.field.within !== undefined;
		if (isInPlace) meaning.columns.push(column);
	}
	return mapped;
}

function columnsOfField({ own, synonyms }: MappedField): SheetColumn[] {
	return [...own, ...synonyms];
}

/**
 * Takes a field from one row. A filled column with the field's own name is taken; of several of equal rank, the
 * filled ones must come to the same value.
 */
function readField(item: ItemInput, mapped: MappedField, locale: Locale): Given {
	const { field, own, synonyms } = mapped;
	const isFilled = (column: SheetColumn) => !isBlank(readCell(item.columns, column));
	const filledOwn = own.filter(isFilled);
	const filled = filledOwn.length > 0 ? filledOwn : synonyms.filter(isFilled);
	const [first, ...others] = filled;
	if (first === undefined) return whereEmpty(item, mapped);
	const value = readCell(item.columns, first);
	const isSame = (other: unknown) => isSameValue(value, other, field, locale);
	if (others.every((other) => isSame(readCell(item.columns, other)))) {
		return { value, from: { column: headerOf(first) } };
	}
	const text = `is filled differently in the columns ${quotedList(filled.map(headerOf), 'and')}: keep only one of them`;
	return { from: {}, problem: problemOfField(field, text) };
}

function whereEmpty(item: ItemInput, mapped: MappedField): Given {
	const { field } = mapped;
	const [column] = columnsOfField(mapped);
	if (field.perRun) {
		const value = item.parameter(parameterPath(field));
		return { value, from: column === undefined ? { ofRun: true } : {} };
	}
	if (column === undefined) return { from: {}, hasNoColumn: true };
	return { from: { column: headerOf(column) } };
}

/** Whether two cells come to the same thing once sent: 2100 and "2100" do. */
function isSameValue(one: unknown, other: unknown, field: ApiField, locale: Locale): boolean {
	if (Object.is(one, other)) return true;
	const first = toFieldValue(one, field, locale);
	const second = toFieldValue(other, field, locale);
	return 'value' in first && 'value' in second && first.value === second.value;
}

/** First and last name in one column, which the service takes apart only. */
export const FULL_NAME: ApiField = {
	name: 'fullName',
	label: 'Full Name',
	synonyms: ['Name', 'Applicant', 'Tenant Name'],
};

/** The column of full names, where both names are asked for and neither has a column. */
function fullNameIn(rows: readonly SheetRow[], mapped: readonly MappedField[]) {
	const find = (name: string) => mapped.find(({ field }) => field.name === name);
	const [first, last] = [find('firstName'), find('lastName')];
	const [whole] = mapColumns(rows, [FULL_NAME]);
	if (first === undefined || last === undefined || whole === undefined) return undefined;
	const isApart = [first, last].some((one) => columnsOfField(one).length > 0);
	if (isApart || columnsOfField(whole).length === 0) return undefined;
	return { whole, firstName: first.field };
}

const NOT_TWO_WORDS =
	"must be a first and a last name, two words: for other names use the columns 'First Name' and 'Last Name'";

/** First and last name of a full name; what is not two words is the problem of the first name. */
function splitName(whole: Given, firstName: ApiField): [first: Given, last: Given] {
	const { value, from, problem } = whole;
	if (problem !== undefined || isBlank(value)) return [whole, { from }];
	const text = toApiValue(value, 'string');
	const name = 'value' in text ? String(text.value) : '';
	const [first, last, ...others] = name.split(/\s+/);
	if (last !== undefined && others.length === 0 && !name.includes(',')) {
		return [
			{ value: first, from },
			{ value: last, from },
		];
	}
	const why = 'problem' in text ? text.problem : NOT_TWO_WORDS;
	return [{ value, from, problem: { ...problemOfField(firstName, why), ...from } }, { from }];
}
