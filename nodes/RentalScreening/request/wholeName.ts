import { defineField, type FieldInput } from '../core/field';
import type { Item } from '../core/item';
import { toTitle } from '../core/text';
import {
	isFirstNameBeside,
	isNoName,
	isPartOfName,
	isVacant,
	namesSeveral,
	splitName,
} from './names';
import { toFieldValue } from './values';

/** Reads what an item gives for one field. */
export type ReadInput = (item: Item, countryCode?: string) => FieldInput;

/** A person's names in one column. A role alone, as in 'Tenant', means the full name too. */
export const FULL_NAME = defineField('fullName', {
	synonyms: ['Full Legal Name', 'Legal Name'],
	isPersonal: true,
	shape: 'personName',
});
export const NAME = defineField('name', { isPersonal: true, shape: 'personName' });

/** The fields that a whole name is taken apart into. */
export const NAMES: readonly string[] = ['firstName', 'lastName'];

/** Reads first and last name from whole names; what is not certain is the problem of the first. */
export function createNameReaders(
	readWhole: ReadInput,
	role = '',
): { readonly first: ReadInput; readonly last: ReadInput } {
	const person = role === '' ? '' : `${toTitle(role)} `;
	const text = `must be 'First Last' or 'Last, First': put other names into two columns, '${person}First Name' and '${person}Last Name'`;
	const split = (whole: FieldInput): [first: FieldInput, last: FieldInput] => {
		const { source } = whole;
		const name = findName(whole.value);
		// Empty, refused or vacant: the first name says so, and the last name stays empty.
		if (name === undefined) return [whole, { source }];
		const names = splitName(name);
		if (names === undefined) {
			return [{ ...whole, problem: { ...source, label: FULL_NAME.label, text } }, { source }];
		}
		return [
			{ value: names.first, source },
			{ value: names.last, source },
		];
	};
	// Both names of an item are read one after the other, from one cell.
	let latest: { item: Item; names: [FieldInput, FieldInput] } | undefined;
	const read = (item: Item, countryCode?: string) => {
		if (latest?.item !== item) latest = { item, names: split(readWhole(item, countryCode)) };
		return latest.names;
	};
	return {
		first: (item, countryCode) => read(item, countryCode)[0],
		last: (item, countryCode) => read(item, countryCode)[1],
	};
}

/** What a cell has as a name, also that of several people; undefined where it is empty, refused or vacant. */
function findName(cell: unknown): string | undefined {
	if (namesSeveral(cell)) return String(cell);
	const name = toFieldValue(cell, FULL_NAME);
	if (name.kind !== 'valid') return undefined;
	return isVacant(String(name.value)) ? undefined : String(name.value);
}

/**
 * Reads first names. A row without one is refused where a whole name stands in a column that is not read; one that says
 * 'vacant' is the row's name, so that the row is skipped.
 */
export function refuseNameless(readFirst: ReadInput, readUnread: ReadInput): ReadInput {
	return (item, countryCode) => {
		const first = readFirst(item, countryCode);
		const { value, source, problem } = readUnread(item, countryCode);
		const isEmpty = first.problem === undefined && isNoName(first.value);
		if (!isEmpty || (problem === undefined && isNoName(value))) return first;
		if (isVacant(String(value))) return { value, source };
		const other = source.column ?? FULL_NAME.label;
		const text = `is empty, though '${other}' is filled: enter first and last name each in its own column`;
		return { ...first, problem: { ...first.source, label: 'First Name', text } };
	};
}

/**
 * Reads first names from a column without a role. A row is refused where the whole name of the role is another's: the
 * columns without a role may then be the owner's.
 */
export function refuseOtherPerson(
	readFirst: ReadInput,
	readLast: ReadInput | undefined,
	readWhole: ReadInput,
): ReadInput {
	return (item, countryCode) => {
		const first = readFirst(item, countryCode);
		const { value: whole, source } = readWhole(item, countryCode);
		const isCertain = typeof whole === 'string' && splitName(whole) !== undefined;
		if (first.problem !== undefined || !isCertain) return first;
		const names = [first.value, readLast?.(item, countryCode).value];
		if (names.every((name) => isPartOfName(String(name ?? ''), whole))) return first;
		const text = `and the last name are not those in '${source.column ?? ''}': keep only the columns of one person`;
		return { ...first, problem: { ...first.source, label: 'First Name', text } };
	};
}

/** Reads first names from 'Name' beside a column of last names; a cell that may hold both is refused. */
export function createFirstNameReader(readLast: ReadInput, readName: ReadInput): ReadInput {
	return (item, countryCode) => {
		const name = readName(item, countryCode);
		const text = findName(name.value);
		const last = String(readLast(item, countryCode).value ?? '');
		if (text === undefined || isFirstNameBeside(text, last)) return name;
		const problem = {
			...name.source,
			label: NAME.label,
			text: "must be the first name only, as there is a column for the last name: call it 'First Name'",
		};
		return { ...name, problem };
	};
}
