import { isPhone, type Field } from '../core/field';
import { normalizeColumnName } from '../core/sheetRow';
import { formatList, toExcerpt, toTitle } from '../core/text';
import { hasRole, type Column, type HasCell, type Header } from './headers';
import { hasSeveralNameWords, looksLikeNames } from './names';
import {
	APPLICANT,
	hasBirthday,
	isOwner,
	MAYBE_PERSON,
	MORE_OF_PERSON,
	OTHER_PERSON,
	THING,
} from './otherPersons';

/** Why a column may be another person's. */
export interface Doubt {
	/** The name of the column that names this person, or what the person is. */
	readonly person: string;
	/** A clause that follows the column's name: "is right behind 'Owner' and may be that person's". */
	readonly text: string;
}

/** The columns that may be another person's, by what the columns around them are called and whether those hold names. */
export function findDoubts(headers: readonly Header[], hasCell: HasCell): Map<Column, Doubt> {
	const persons = findOtherPersons(headers, hasCell);
	const contactsOfOwners = findContactsOfOwners(headers);
	const respondentDoubts = findRespondentDoubts(headers);
	const doubts = new Map<Column, Doubt>();
	for (const [index, { column }] of headers.entries()) {
		if (column === undefined) continue;
		const doubt =
			respondentDoubts.get(column) ??
			findDoubtBehind(persons[index], column) ??
			contactsOfOwners.get(column);
		if (doubt !== undefined) doubts.set(column, doubt);
	}
	return doubts;
}

/**
 * The doubts about 'Email' and 'Name' where Microsoft Forms has the account of whoever filled in the form, such as a
 * colleague or 'anonymous': right behind 'Completion time'.
 */
function findRespondentDoubts(headers: readonly Header[]): Map<Column, Doubt> {
	const doubts = new Map<Column, Doubt>();
	const index = headers.findIndex(({ normalized }) => normalized === 'completiontime');
	if (index === -1) return doubts;
	const text = `is right behind '${toExcerpt(headers[index]!.name)}', where Microsoft Forms has the account of whoever filled in the form`;
	for (const { normalized, column } of headers.slice(index + 1)) {
		if (!['email', 'name'].includes(normalized)) break;
		if (column !== undefined) doubts.set(column, { person: 'Respondent', text });
	}
	return doubts;
}

/**
 * For each column the name of another person's column that it may belong to: the one right before it, or before other
 * details of that person. Undefined where there is none.
 */
function findOtherPersons(headers: readonly Header[], hasCell: HasCell): Array<string | undefined> {
	const firstNameIndex = headers.findIndex(({ column }) => isName(column?.field));
	/** 'Guarantor', and 'Officer' with names in its cells: in a sheet without names that may be the applicant. */
	const startsPerson = ({ name, normalized }: Header) =>
		OTHER_PERSON.test(normalized) ||
		(MAYBE_PERSON.test(normalized) && firstNameIndex !== -1 && hasCell(name, hasSeveralNameWords));
	/** 'Assigned To, Email, Phone, First Name': whoever is named there, it is not the applicant, who comes later. */
	const isUnknownPerson = (before: Header | undefined, { column }: Header, index: number) => {
		const isInFrontOfNames = isDetail(column) && index < firstNameIndex;
		return isInFrontOfNames && isOfUnknownMeaning(before) && hasCell(before.name, looksLikeNames);
	};
	const continuesPerson = ({ column, normalized }: Header) =>
		isDetail(column) || MORE_OF_PERSON.test(normalized);

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
	if (header === undefined || header.column !== undefined) return false;
	return !MORE_OF_PERSON.test(header.normalized) && !THING.test(header.normalized);
}

/** The doubt about a column that goes on about this other person. */
function findDoubtBehind(person: string | undefined, column: Column): Doubt | undefined {
	if (person === undefined || !isDetail(column) || !mayHaveDetail(person, column)) return undefined;
	return { person, text: `is right behind '${toExcerpt(person)}' and may be that person's` };
}

/** Whether a sheet may hold such a detail of that person. */
function mayHaveDetail(person: string, { field }: Column): boolean {
	return field.shape !== 'date' || hasBirthday(normalizeColumnName(person));
}

/**
 * Each email or phone without a role that may be the owner's, where the sheet has owners and says which other contact is
 * the tenant's: lists of members have one email, two phones and both people in a row. Right behind a column with the
 * tenant's role it is the tenant's.
 */
function findContactsOfOwners(headers: readonly Header[]): Map<Column, Doubt> {
	const owner = headers.find(({ normalized }) => isOwner(normalized));
	const columns = headers.flatMap(({ column }) => column ?? []);
	const tenantColumns = columns.filter(hasRole);
	const tenantContact = tenantColumns.find(isContact);
	if (owner === undefined || tenantContact === undefined) return new Map();
	const text = `may be that of '${toExcerpt(owner.name)}', as it has no role like '${toExcerpt(tenantContact.name)}'`;
	const doubt = { person: owner.name, text };
	const isOfTenant = (column: Column, before: Column | undefined) =>
		tenantColumns.some((one) => one.field === column.field || one === before);
	const doubtful = headers.flatMap(({ column }, index) => {
		if (column === undefined || !isContact(column)) return [];
		return isOfTenant(column, headers[index - 1]?.column) ? [] : [column];
	});
	return new Map(doubtful.map((column) => [column, doubt]));
}

function isContact({ field }: Column): boolean {
	return field.shape === 'email' || isPhone(field);
}

/** An email, a phone or a date of birth that does not say whose it is. A name begins another person. */
function isDetail(column: Column | undefined): boolean {
	if (column === undefined || hasRole(column)) return false;
	return column.field.isPersonal === true && !isName(column.field);
}

function isName(field: Field | undefined): boolean {
	return field?.shape === 'personName';
}

/**
 * What a column holds of a person: of 'Spouse Last Name' and 'Spouse Name (Last)' it leaves 'Spouse', of 'Name of Landlord'
 * 'Landlord'.
 */
const PART_OF_PERSON =
	/^(?:full )?(?:legal )?names? of (?:(?:the|your|my) )?|^(?:your|my) |(?:\s*name)?\s*\((?:first|last)\)$|\s*(?:(?:first|last|full|legal|given|family|middle)\s*){0,2}(?:name|forename|surname|person|info|address|company|relationship|date of birth|dob|age)$/gi;

/** What is left of 'Your Company' and 'Tenant Company': a column with that in front would be read as the applicant's. */
const NOBODY_ELSE = new RegExp(`^(?:${APPLICANT}s?)?$`);

/**
 * A doubt as a sentence; `role`: whose columns the sheet has, or may have. "'Email' is right behind 'Owner Name' …: rename it
 * to 'Applicant Email' or 'Owner Email', whosever it is".
 */
export function formatDoubt({ name, field }: Column, { person, text }: Doubt, role = ''): string {
	const whole = toExcerpt(person);
	const short = whole.replace(PART_OF_PERSON, '');
	const other = NOBODY_ELSE.test(normalizeColumnName(short)) ? whole : short;
	const names = formatList([`${toTitle(role)} ${field.label}`, `${other} ${field.label}`], 'or');
	return `'${toExcerpt(name)}' ${text}: rename it to ${names}, whosever it is`;
}
