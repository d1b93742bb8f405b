import { defineField, isPhone, type Field } from '../core/field';
import { normalizeColumnName } from '../core/sheetRow';
import { toExcerpt } from '../core/text';
import {
	hasBirthday,
	isOwner,
	MAYBE_PERSON,
	MORE_OF_PERSON,
	OTHER_PERSON,
	THING,
} from './otherPersons';

/** Whom a column may be about, for screenings: of the roles that a sheet has, the first is read and no other. */
export const APPLICANT_FIRST = ['applicant', 'renter', 'tenant', 'resident'] as const;

/** The same for rent reports. */
export const TENANT_FIRST = ['tenant', 'resident', 'renter', 'applicant'] as const;

/** A person's names in one column. A role alone, as in 'Tenant', means the full name too. */
export const FULL_NAME = defineField('fullName', {
	synonyms: ['Full Legal Name', 'Legal Name', 'First and Last Name', 'First & Last Name'],
	isPersonal: true,
	shape: 'personName',
});
export const NAME = defineField('name', { isPersonal: true, shape: 'personName' });

const FIRST_NAME = 'firstName';
const LAST_NAME = 'lastName';

/** A column and the field that its name means. */
export interface Column {
	readonly name: string;
	readonly field: Field;
	/** It is the field's own name or label: a filled one wins over synonyms. */
	readonly isOwn: boolean;
	/** In which role the name has the person, as in 'Tenant Email'. */
	readonly role?: string;
	/** The column of another person whose this one may be, and why, as a clause: "is right behind 'Owner' and …". */
	readonly doubt?: { readonly person: string; readonly text: string };
}

type Meaning = Pick<Column, 'field' | 'isOwn' | 'role'>;

/** The name of a column, with what it means. */
interface Header {
	readonly name: string;
	readonly normalized: string;
	readonly meaning: Meaning | undefined;
}

/**
 * The columns that mean one of the fields or a whole name, in the order of the sheet. `holdsNames` tells whether a column
 * has names of people in its cells.
 */
export function findColumns(
	headers: readonly string[],
	fields: readonly Field[],
	roles: readonly string[],
	holdsNames: (name: string) => boolean,
): Column[] {
	const meanings = listMeanings(fields);
	const headersRead = headers.map((name): Header => {
		const normalized = normalizeColumnName(name);
		return { name, normalized, meaning: findMeaning(normalized, meanings, roles) };
	});
	const otherPersons = findOtherPersons(headersRead, holdsNames);
	const columns = headersRead.flatMap(({ name, meaning }, index): Column[] => {
		if (meaning === undefined) return [];
		const column = { name, ...meaning };
		const person = otherPersons[index];
		if (person === undefined || !isDetail(meaning) || !mayHaveDetail(person, column.field)) {
			return [column];
		}
		const text = `is right behind '${toExcerpt(person)}' and may be that person's`;
		return [{ ...column, doubt: { person, text } }];
	});
	return markContactsOfOwners(columns, headers);
}

/** For each column the one of another person that it may go on about: right before it, or with such columns between. */
function findOtherPersons(
	headers: readonly Header[],
	holdsNames: (name: string) => boolean,
): Array<string | undefined> {
	const firstNameIndex = headers.findIndex(({ meaning }) => isName(meaning?.field));
	/** 'Guarantor', and 'Officer' with names in its cells: in a sheet without names that may be the applicant. */
	const startsPerson = ({ name, normalized }: Header) =>
		OTHER_PERSON.test(normalized) ||
		(MAYBE_PERSON.test(normalized) && firstNameIndex !== -1 && holdsNames(name));
	/** 'Assigned To, Email, Phone, First Name': whoever is named there, it is not the applicant, who comes later. */
	const isUnknownPerson = (before: Header | undefined, { meaning }: Header, index: number) => {
		const isInFrontOfNames = isDetail(meaning) && index < firstNameIndex;
		return isInFrontOfNames && isOfUnknownMeaning(before) && holdsNames(before.name);
	};
	const continuesPerson = ({ meaning, normalized }: Header) =>
		isDetail(meaning) || MORE_OF_PERSON.test(normalized);

	let person: string | undefined;
	let before: Header | undefined;
	return headers.map((header, index) => {
		// It says nothing of whose the columns around it are.
		if (isMemberOfAddress(header)) return person;
		if (startsPerson(header)) person = header.name;
		else if (isUnknownPerson(before, header, index)) person = before?.name;
		else if (!continuesPerson(header)) person = undefined;
		before = header;
		return person;
	});
}

/** 'address.city' of a nested address. */
function isMemberOfAddress({ name }: Header): boolean {
	const [object = '', member] = name.split('.');
	return member !== undefined && normalizeColumnName(object) === 'address';
}

/** Whether the name of a column does not say what it holds. */
function isOfUnknownMeaning(header: Header | undefined): header is Header {
	if (header === undefined || header.meaning !== undefined) return false;
	return !MORE_OF_PERSON.test(header.normalized) && !THING.test(header.normalized);
}

/**
 * Marks an email or phone without a role as perhaps the owner's, where the sheet has owners and says which other contact
 * is the tenant's: lists of members have one email, two phones and both people in a row. Right behind a column of the
 * tenant's it is that person's.
 */
function markContactsOfOwners(columns: readonly Column[], headers: readonly string[]): Column[] {
	const owner = headers.find((name) => isOwner(normalizeColumnName(name)));
	const tenantColumns = columns.filter(hasRole);
	const tenantContact = tenantColumns.find(({ field }) => isContact(field));
	if (owner === undefined || tenantContact === undefined) return [...columns];
	const text = `may be that of '${toExcerpt(owner)}', as it has no role like '${toExcerpt(tenantContact.name)}'`;
	return columns.map((column) => {
		const before = headers[headers.indexOf(column.name) - 1];
		const isOfTenant = tenantColumns.some(
			({ field, name }) => field === column.field || name === before,
		);
		if (isOfTenant || !isContact(column.field) || column.doubt !== undefined) return column;
		return { ...column, doubt: { person: owner, text } };
	});
}

/** Whether the name of a column has the person's role, as in 'Tenant Email'. */
export function hasRole({ role }: Pick<Column, 'role'>): boolean {
	return role !== undefined;
}

function isContact(field: Field): boolean {
	return field.shape === 'email' || isPhone(field);
}

/** An email, a phone or a date of birth that does not say whose it is. A name begins another person. */
function isDetail(meaning: Meaning | undefined): boolean {
	if (meaning === undefined || hasRole(meaning)) return false;
	return meaning.field.isPersonal === true && !isName(meaning.field);
}

function isName(field: Field | undefined): boolean {
	return field?.shape === 'personName';
}

/** Whether a sheet may hold such a detail of that person. */
function mayHaveDetail(person: string, { shape }: Field): boolean {
	return shape !== 'date' || hasBirthday(normalizeColumnName(person));
}

/** What a column of each name means, by the normalized name without a role. */
function listMeanings(fields: readonly Field[]): Map<string, Meaning> {
	const meanings = new Map<string, Meaning>();
	const add = (names: readonly string[], field: Field, isOwn: boolean) => {
		for (const name of names) {
			meanings.set(normalizeColumnName(name), { field, isOwn });
			if (field.collection !== 'address') continue;
			meanings.set(normalizeColumnName(`address${name}`), { field, isOwn });
		}
	};
	const all = findNameFields(fields) === undefined ? fields : [FULL_NAME, NAME, ...fields];
	for (const field of all) add(field.synonyms ?? [], field, false);
	// Last, since the name of one field may be a synonym of another.
	for (const field of all) add([field.name, field.label], field, true);
	return meanings;
}

/** What a column's normalized name means, with or without a role in front. */
function findMeaning(
	name: string,
	meanings: ReadonlyMap<string, Meaning>,
	roles: readonly string[],
): Meaning | undefined {
	const plain = meanings.get(name);
	if (plain !== undefined) return plain;
	const role = roles.find((one) => name.startsWith(one));
	if (role === undefined) return undefined;
	// A role alone, as in 'Tenant', means the full name.
	const rest = name.slice(role.length) || normalizeColumnName(FULL_NAME.name);
	// "Tenant's Phone"
	const meaning = meanings.get(rest) ?? meanings.get(rest.replace(/^s/, ''));
	return meaning?.field.isPersonal ? { ...meaning, role } : undefined;
}

/** The fields that a whole name is taken apart into; undefined where the operation has none. */
export function findNameFields(
	fields: readonly Field[],
): { readonly first: Field; readonly last: Field } | undefined {
	const first = fields.find(({ name }) => name === FIRST_NAME);
	const last = fields.find(({ name }) => name === LAST_NAME);
	return first && last && { first, last };
}

/** What the name of a column has that holds first or last names, and perhaps others: 'Apellido (Last Name)'. */
const LIKE_NAME: Readonly<Record<string, RegExp>> = {
	[FIRST_NAME]: /(?:first|given)names?|forenames?/,
	[LAST_NAME]: /(?:last|family|sur)names?|first(?:and|&)last|apellidos?/,
};

/** The column that may hold that field, a first or last name, by its name, though it is not read as one. */
export function findLookAlike(headers: readonly string[], { name }: Field): string | undefined {
	const pattern = LIKE_NAME[name];
	return headers.find((header) => {
		const normalized = normalizeColumnName(header);
		return pattern?.test(normalized) === true && !OTHER_PERSON.test(normalized);
	});
}

/** Whether a column of that field holds the field's value: its own, or a whole name that has it. */
export function holdsField(column: Column, field: Field): boolean {
	if (column.field === field) return true;
	const isWhole = column.field === FULL_NAME || column.field === NAME;
	return isWhole && [FIRST_NAME, LAST_NAME].includes(field.name);
}

/** The columns of whole names: the role's, else 'Full Name', else 'Name'; beside last names 'Name' alone. */
export function chooseWholeNames(
	columns: readonly Column[],
	role: string | undefined,
	hasLastNames: boolean,
): readonly Column[] {
	const all = columns.filter((column) => hasWholeNames(column, role));
	const fitting = hasLastNames ? all.filter(({ field }) => field === NAME) : all;
	const ofRole = fitting.filter(hasRole);
	if (ofRole.length > 0) return ofRole;
	const full = fitting.filter(({ field }) => field === FULL_NAME);
	return full.length > 0 ? full : fitting;
}

/** Whether a column holds whole names. In a sheet with columns of a role, 'Name' without one may be the property's. */
export function hasWholeNames(column: Column, role: string | undefined): boolean {
	if (column.field === NAME) return hasRole(column) || role === undefined;
	return column.field === FULL_NAME;
}
