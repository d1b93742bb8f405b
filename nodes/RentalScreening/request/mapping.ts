import {
	parameterPath,
	quotedList,
	type Field,
	type FieldInput,
	type ReadItem,
} from '../core/field';
import type { Item } from '../core/item';
import { isBlank, isEmptyRow, isEmptyCell, normaliseColumnName, trimBlanks } from '../core/text';
import { toFieldValue, type Locale } from './values';

/** Reads fields from the panel, where each is mapped. Throws what n8n throws for an expression that it refuses. */
export function panelReader(items: readonly Item[], fields: readonly Field[]) {
	const parameters = fields.map((field) => {
		const path = parameterPath(field);
		return { field, path, isOfRun: field.perRun || items[0]?.isConstant(path) !== false };
	});
	const expressions = parameters.filter(({ isOfRun }) => !isOfRun);
	// Looking at other items must not throw: an expression that n8n refuses for one of them is that item's own problem.
	const hasValue = (item: Item) =>
		item.findEvaluationError() === undefined &&
		expressions.some(({ path }) => !isEmptyCell(item.parameter(path)));
	let hasAnyValue: boolean | undefined;
	const isBlankRow = (item: Item) => {
		if (expressions.length === 0 || hasValue(item)) return false;
		// If no item of the run has a value, the expressions may be wrong: a row with anything in it is not blank then.
		return isEmptyRow(item.columns) || (hasAnyValue ??= items.some(hasValue));
	};
	return (item: Item): ReadItem => {
		const given = new Map<string, FieldInput>();
		for (const { field, path, isOfRun } of parameters) {
			given.set(field.name, {
				value: item.parameter(path),
				source: isOfRun ? { ofRun: true } : {},
			});
		}
		return { given, isBlank: isBlankRow(item) };
	};
}

/** A field and the columns that fit it, in the order of the sheet. */
interface MappedField {
	readonly field: Field;
	/** Columns with the field's own name or label: one that is filled wins over the others. */
	readonly own: string[];
	readonly synonyms: string[];
}

/**
 * Reads fields from the columns of each item ('Map Automatically'). What is one for the whole run is taken from the
 * panel where its column is not filled. Throws what n8n throws for an expression that it refuses.
 */
export function columnReader(items: readonly Item[], fields: readonly Field[]) {
	// All rows are looked at because spreadsheet readers leave empty cells out of a row.
	const sheet = new Set(items.flatMap((item) => Object.keys(item.columns)));
	const mapped = mapColumns(sheet, fields);
	const fullName = fullNameIn(sheet, mapped);
	const record = mapped.filter(({ field }) => !field.perRun).concat(fullName ?? []);
	const columns = record.flatMap(columnsOf);
	return (item: Item, locale: Locale): ReadItem => {
		const given = new Map<string, FieldInput>();
		for (const one of mapped) given.set(one.field.name, readField(item, one, locale));
		if (fullName !== undefined) {
			const [first, last] = splitName(readField(item, fullName, locale));
			given.set('firstName', first).set('lastName', last);
		}
		// Where no column fits any field, a row with anything in it is not blank: its column is to be named.
		const isEmpty = columns.every((column) => isEmptyCell(item.columns[column]));
		return { given, isBlank: columns.length === 0 ? isEmptyRow(item.columns) : isEmpty };
	};
}

/** Finds the columns of each field by their names. */
function mapColumns(sheet: Set<string>, fields: readonly Field[]): MappedField[] {
	const mapped = fields.map((field): MappedField => ({ field, own: [], synonyms: [] }));
	// By the normalised name of a column: the list, of one of the fields, that it goes into.
	const lists = new Map<string, string[]>();
	const collect = (names: readonly string[], { collection }: Field, list: string[]) => {
		for (const name of names) {
			lists.set(normaliseColumnName(name), list);
			if (collection === 'address') lists.set(normaliseColumnName(`address${name}`), list);
		}
	};
	for (const { field, synonyms } of mapped) collect(field.synonyms ?? [], field, synonyms);
	// Last, since the name of one field may be a synonym of another.
	for (const { field, own } of mapped) collect([field.name, field.label], field, own);
	for (const column of sheet) lists.get(normaliseColumnName(column))?.push(column);
	return mapped;
}

function columnsOf({ own, synonyms }: MappedField): string[] {
	return [...own, ...synonyms];
}

/** Takes a field from one row: columns of its own name first; filled ones of equal rank must come to the same. */
function readField(item: Item, mapped: MappedField, locale: Locale): FieldInput {
	const { field, own, synonyms } = mapped;
	const isFilled = (column: string) => !isBlank(item.columns[column]);
	const filledOwn = own.filter(isFilled);
	const filled = filledOwn.length > 0 ? filledOwn : synonyms.filter(isFilled);
	const [first] = filled;
	if (first === undefined) return whereEmpty(item, mapped);
	// Cells are the same if they come to the same thing once sent: 2100 and "2100" are.
	const sentAs = (column: string) =>
		JSON.stringify(toFieldValue(item.columns[column], field, locale));
	if (filled.length === 1 || new Set(filled.map(sentAs)).size === 1) {
		return { value: item.columns[first], source: { column: trimBlanks(first) } };
	}
	const columns = quotedList(filled.map(trimBlanks), 'and');
	const text = `is filled differently in the columns ${columns}: keep only one of them`;
	return { source: {}, problem: { label: field.label, text } };
}

function whereEmpty(item: Item, mapped: MappedField): FieldInput {
	const { field } = mapped;
	const [column] = columnsOf(mapped);
	if (field.perRun) {
		const value = item.parameter(parameterPath(field));
		return { value, source: column === undefined ? { ofRun: true } : {} };
	}
	if (column === undefined) return { source: {}, columnMissing: true };
	return { source: { column: trimBlanks(column) } };
}

/** First and last name in one column, which the service takes apart only. */
const FULL_NAME: Field = {
	name: 'fullName',
	label: 'Full Name',
	synonyms: ['Name', 'Applicant', 'Tenant Name'],
};

/** The column of full names, where both names are asked for and neither has a column. */
function fullNameIn(sheet: Set<string>, mapped: MappedField[]): MappedField | undefined {
	const names = mapped.filter(({ field }) => ['firstName', 'lastName'].includes(field.name));
	if (names.length < 2 || names.some((one) => columnsOf(one).length > 0)) return undefined;
	return mapColumns(sheet, [FULL_NAME]).find((one) => columnsOf(one).length > 0);
}

const NOT_TWO_WORDS =
	"must be a first and a last name, two words: for other names use the columns 'First Name' and 'Last Name'";

/** First and last name of a full name; what is not two words is the problem of the first name. */
function splitName(whole: FieldInput): [first: FieldInput, last: FieldInput] {
	const { value, source } = whole;
	const part = (word: string) => ({ value: word, source });
	const name = typeof value === 'string' ? trimBlanks(value) : '';
	const [, first, last] = /^([^\s,]+)\s+([^\s,]+)$/.exec(name) ?? [];
	if (first !== undefined && last !== undefined) return [part(first), part(last)];
	if (isBlank(value)) return [whole, { source }];
	const problem = { label: FULL_NAME.label, text: NOT_TWO_WORDS, ...source };
	return [{ ...whole, problem }, { source }];
}
