import type { Field, FieldInput, ReadInput } from '../core/field';
import type { Item } from '../core/item';
import type { SheetRow } from '../core/sheetRow';
import { toCellText, toExcerpt, toTitle } from '../core/text';
import { addProblem, createCellReader, NO_COLUMN } from './cellReader';
import { chooseWholeNames, FULL_NAME, hasRole, hasWholeNames, NAME, type Column } from './headers';
import {
	hasSeveralNameWords,
	hasWordsOf,
	isFirstNameBeside,
	isNoName,
	isProfession,
	isVacant,
	mentionsRole,
	mentionsSeveral,
	splitName,
} from './names';
import { toFieldValue } from './values';

/** How first and last names are read; undefined where the sheet has neither them nor whole names. */
interface NameReaders {
	readonly first?: ReadInput | undefined;
	readonly last?: ReadInput | undefined;
}

/**
 * Reads first and last names from separate columns, or else from whole names. Refuses rows because of a whole name
 * in a column that is not read. `separate`: the readers of 'First Name' and 'Last Name', where the sheet has them.
 */
export function createNameReaders(
	separate: NameReaders,
	firstField: Field,
	columns: readonly Column[],
	role: string | undefined,
	getRow: (item: Item) => SheetRow,
): NameReaders {
	const hasLastNames = separate.last !== undefined;
	const whole = separate.first === undefined ? chooseWholeNames(columns, role, hasLastNames) : [];
	const readers =
		whole.length === 0 ? separate : createWholeNameReaders(whole, separate.last, role, getRow);

	const unread = columns.filter((column) => hasWholeNames(column, role) && !whole.includes(column));
	if (unread.length === 0) return readers;
	const hasFirstOfRole = columns.some((column) => column.field === firstField && hasRole(column));
	return guardByUnread(readers, unread, hasFirstOfRole, getRow);
}

/** The readers, which refuse a row if a whole name in an unread column shows that a name is missing or another's. */
function guardByUnread(
	{ first, last }: NameReaders,
	unread: readonly Column[],
	hasFirstOfRole: boolean,
	getRow: (item: Item) => SheetRow,
): NameReaders {
	const readUnread = createCellReader(FULL_NAME, unread, getRow);
	const readFirst = guardMissingFirst(first ?? (() => NO_COLUMN), readUnread);
	const readLast = guardMissingLast(last ?? (() => NO_COLUMN), readFirst, readUnread);
	const ofRole = unread.filter(hasRole);
	// First names in a column without a role may be another person's.
	if (hasFirstOfRole || ofRole.length === 0) return { first: readFirst, last: readLast };
	const readNameOfRole = createCellReader(FULL_NAME, ofRole, getRow);
	return { first: guardOtherPerson(readFirst, readLast, readNameOfRole), last: readLast };
}

/** Reads names from the columns of whole names; beside a column of last names they are first names. */
function createWholeNameReaders(
	whole: readonly Column[],
	readLast: ReadInput | undefined,
	role: string | undefined,
	getRow: (item: Item) => SheetRow,
): NameReaders {
	if (readLast === undefined)
		return createSplitReaders(createCellReader(FULL_NAME, whole, getRow), role);
	const readName = createCellReader(NAME, whole, getRow);
	return { first: createFirstNameReader(readLast, readName), last: readLast };
}

/** Reads first and last name from whole names; what is not certain is the problem of the first. */
function createSplitReaders(readWhole: ReadInput, role = ''): NameReaders {
	const person = role === '' ? '' : `${toTitle(role)} `;
	const intoTwoColumns = `into two columns, '${person}First Name' and '${person}Last Name'`;
	const refuseWhole = (whole: FieldInput, text: string) => ({
		first: addProblem(whole, FULL_NAME.label, `${text} ${intoTwoColumns}`),
		last: { source: whole.source },
	});
	const split = (whole: FieldInput): { first: FieldInput; last: FieldInput } => {
		const { source } = whole;
		const name = findName(whole.value);
		// Empty, refused or vacant: the first name says so, and the last name stays empty.
		if (name === undefined) return { first: whole, last: { source } };
		const names = mentionsRole(name) ? undefined : splitName(name);
		if (names === undefined || isProfession(names.first)) {
			return refuseWhole(whole, "must be 'First Last' or 'Last, First': put other names");
		}
		// 'Ada Moss, Ben Ng'
		if (names.first.includes(' ') && names.last.includes(' ')) {
			return refuseWhole(whole, 'may name two people: put the name of one');
		}
		return { first: { value: names.first, source }, last: { value: names.last, source } };
	};
	return {
		first: (item) => split(readWhole(item)).first,
		last: (item) => split(readWhole(item)).last,
	};
}

/** What a cell has as a name, also that of several people; undefined where it is empty, refused or vacant. */
function findName(cell: unknown): string | undefined {
	if (mentionsSeveral(cell)) return String(cell);
	const name = toFieldValue(cell, FULL_NAME);
	if (name.kind !== 'valid') return undefined;
	return isVacant(String(name.value)) ? undefined : String(name.value);
}

/**
 * Reads first names. A row without one is refused where a whole name stands in a column that is not read; one that says
 * 'vacant' is the row's name, so that the row is skipped.
 */
function guardMissingFirst(readFirst: ReadInput, readUnread: ReadInput): ReadInput {
	return (item, countryCode) => {
		const first = readFirst(item, countryCode);
		const whole = readUnread(item, countryCode);
		if (!isEmptyName(first) || isEmptyName(whole)) return first;
		const { value, source } = whole;
		return isVacant(toCellText(value))
			? { value, source }
			: refuseEmpty(first, 'First Name', source);
	};
}

/**
 * Reads last names. A row without one is refused where a whole name in a column that is not read has more than the first
 * name, or where such columns differ.
 */
function guardMissingLast(
	readLast: ReadInput,
	readFirst: ReadInput,
	readUnread: ReadInput,
): ReadInput {
	return (item, countryCode) => {
		const last = readLast(item, countryCode);
		const first = findName(readFirst(item, countryCode).value);
		if (first === undefined || !isEmptyName(last)) return last;
		const { value, source, problem } = readUnread(item, countryCode);
		const whole = findName(value) ?? '';
		const hasMore = problem !== undefined || !hasWordsOf(first, whole);
		return hasMore ? refuseEmpty(last, 'Last Name', source) : last;
	};
}

/** Whether an item gives no name. A cell that is refused is not empty. */
function isEmptyName({ value, problem }: FieldInput): boolean {
	return problem === undefined && isNoName(value);
}

function refuseEmpty(name: FieldInput, label: string, filled: FieldInput['source']): FieldInput {
	const text = `is empty, though '${toExcerpt(filled.column ?? FULL_NAME.label)}' is filled: enter first and last name each in its own column`;
	return addProblem(name, label, text);
}

/**
 * Reads first names from a column without a role. A row is refused where the whole name of the role is another's: the
 * columns without a role may then be the owner's.
 */
function guardOtherPerson(
	readFirst: ReadInput,
	readLast: ReadInput,
	readWhole: ReadInput,
): ReadInput {
	return (item, countryCode) => {
		const first = readFirst(item, countryCode);
		const { value: whole, source } = readWhole(item, countryCode);
		if (first.problem !== undefined || !hasSeveralNameWords(whole)) return first;
		const names = [first.value, readLast(item, countryCode).value];
		if (names.every((name) => hasWordsOf(whole, toCellText(name ?? '')))) return first;
		const text = `and the last name are not those in '${toExcerpt(source.column ?? '')}': keep only the columns of one person`;
		return addProblem(first, 'First Name', text);
	};
}

/** Reads first names from 'Name' beside a column of last names; a cell that may hold both is refused. */
function createFirstNameReader(readLast: ReadInput, readName: ReadInput): ReadInput {
	return (item, countryCode) => {
		const name = readName(item, countryCode);
		const text = findName(name.value);
		const last = toCellText(readLast(item, countryCode).value ?? '');
		if (text === undefined || isFirstNameBeside(text, last)) return name;
		const advice =
			"must be the first name only, as there is a column for the last name: call it 'First Name'";
		return addProblem(name, NAME.label, advice);
	};
}
