import { parameterPath, type Field, type FieldInput, type ReadInput } from '../core/field';
import type { Item } from '../core/item';
import type { SheetRow } from '../core/sheetRow';
import { formatList, isNothing, toExcerpt, trimBlanks } from '../core/text';
import { hasRole, type Column } from './headers';
import { isNoName } from './names';
import { toFieldValue } from './values';

/** Whether a cell holds something for a field. */
export function isFilled(cell: unknown, { shape }: Field): boolean {
	return shape === 'personName' ? !isNoName(cell) : !isNothing(cell);
}

/**
 * Reads a field from its columns: those of its own name first; filled ones of equal rank must hold the same. A column
 * without a role may be about somebody else where there is one with it, such as the owner's email beside 'Tenant Email',
 * and so may a vague name: it has to hold the same, and never stands in for an empty one.
 */
export function createCellReader(
	field: Field,
	columns: readonly Column[],
	getRow: (item: Item) => SheetRow,
): ReadInput {
	/** It is the field's for certain: a role ('Tenant Email') is, the vague 'Name' of a property is not. */
	const isTrusted = (column: Column) => (field.isVague ? !column.isOwn : hasRole(column));
	const trusted = columns.filter(isTrusted);
	const untrusted = columns.filter((column) => !isTrusted(column));
	return (item, countryCode) => {
		const row = getRow(item);
		const filledTrusted = findFilled(trusted, field, row);
		const filled = [...filledTrusted, ...findFilled(untrusted, field, row)];
		const [first] = filled;
		if (first === undefined) return readEmpty(item, field, columns[0]);
		const [firstTrusted] = trusted;
		if (firstTrusted !== undefined && filledTrusted.length === 0) {
			return refuseUntrusted(field, firstTrusted, first);
		}
		// Cells hold the same if they are sent as the same: 2100 and "2100" are.
		const locale = { countryCode, timezone: item.timezone };
		const toSent = ({ name }: Column) => JSON.stringify(toFieldValue(row[name], field, locale));
		const holdTheSame = filled.length === 1 || new Set(filled.map(toSent)).size === 1;
		if (holdTheSame) return { value: row[first.name], source: toSource(first) };
		const inOrder = columns.filter((column) => filled.includes(column));
		return refuseDifferent(field, inOrder);
	};
}

/** The trusted column is empty: the filled one may be somebody else's. */
function refuseUntrusted(field: Field, empty: Column, filled: Column): FieldInput {
	const text = `is empty, though '${toExcerpt(filled.name)}' is filled, which may be somebody else's: fill it in, or keep only one of these columns`;
	return addProblem({ source: toSource(empty) }, field.label, text);
}

/** What an item gives for a field, with why it is not sent. */
export function addProblem(input: FieldInput, label: string, text: string): FieldInput {
	return { ...input, problem: { ...input.source, label, text } };
}

function refuseDifferent({ label }: Field, filled: readonly Column[]): FieldInput {
	const names = filled.map(({ name }) => toExcerpt(trimBlanks(name)));
	const text = `is filled differently in the columns ${formatList(names, 'and')}: keep only one of them`;
	return { ...NO_COLUMN, problem: { label, text, scope: 'item' } };
}

/** The filled ones of a field's columns: those of its own name, else the others. */
function findFilled(columns: readonly Column[], field: Field, row: SheetRow): Column[] {
	const filled = columns.filter(({ name }) => isFilled(row[name], field));
	const namedLikeField = filled.filter(({ isOwn }) => isOwn);
	return namedLikeField.length > 0 ? namedLikeField : filled;
}

export const NO_COLUMN: FieldInput = { source: { scope: 'item' } };

/** A field that no column of the row fills: what is one for the whole run may be in the panel. */
export function readEmpty(item: Item, field: Field, column?: Column): FieldInput {
	if (field.sharedByRun) {
		const value = item.parameter(parameterPath(field));
		return { value, source: { scope: column === undefined ? 'run' : 'item' } };
	}
	return column === undefined ? NO_COLUMN : { source: toSource(column) };
}

function toSource({ name }: Column): FieldInput['source'] {
	return { column: trimBlanks(name), scope: 'item' };
}
