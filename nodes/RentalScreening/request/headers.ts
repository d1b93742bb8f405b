import { isPhone, type Field } from '../core/field';
import { normalizeColumnName, toExcerpt } from '../core/text';
import { hasBirthday, isMoreOfPerson, isOtherPerson, isOwner } from './otherPersons';
import { FULL_NAME, NAME, NAMES } from './wholeName';

/** Whom a column may be about, for screenings: of the roles that a sheet has, the first is read and no other. */
export const APPLICANT_FIRST = ['applicant', 'renter', 'tenant', 'resident'] as const;

/** The same for rent reports. */
export const TENANT_FIRST = ['tenant', 'resident', 'renter', 'applicant'] as const;

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

/** The columns that mean one of the fields or a whole name, in the order of the sheet. */
export function findColumns(
	headers: readonly string[],
	fields: readonly Field[],
	roles: readonly string[],
): Column[] {
	const meanings = listMeanings(fields);
	let otherPerson: string | undefined;
	const columns = headers.flatMap((name): Column[] => {
		const normalized = normalizeColumnName(name);
		const meaning = findMeaning(normalized, meanings, roles);
		const isDetail = meaning?.role === undefined && isPersonalDetail(meaning?.field);
		if (isOtherPerson(normalized)) otherPerson = name;
		else if (!isDetail && !isMoreOfPerson(normalized)) otherPerson = undefined;
		if (meaning === undefined) return [];
		const column = { name, ...meaning };
		const isInDoubt = isDetail && hasDetail(otherPerson, column.field);
		if (otherPerson === undefined || !isInDoubt) return [column];
		const text = `is right behind '${toExcerpt(otherPerson)}' and may be that person's`;
		return [{ ...column, doubt: { person: otherPerson, text } }];
	});
	return markContactsOfOwners(columns, headers);
}

/**
 * Marks an email or phone without a role as perhaps the owner's, where the sheet has owners and says which other contact
 * is the tenant's: lists of members have one email, two phones and both people in a row. Right behind a column of the
 * tenant's it is that person's.
 */
function markContactsOfOwners(columns: readonly Column[], headers: readonly string[]): Column[] {
	const person = headers.find((name) => isOwner(normalizeColumnName(name)));
	const withRole = columns.filter(({ field, role }) => isContact(field) && role !== undefined);
	const [unlike] = withRole.map(({ name }) => toExcerpt(name));
	if (person === undefined || unlike === undefined) return [...columns];
	const text = `may be that of '${toExcerpt(person)}', as it has no role like '${unlike}'`;
	return columns.map((column, index) => {
		const isOfTenant = withRole.some(({ field }) => field === column.field);
		if (!isContact(column.field) || isOfTenant || column.doubt !== undefined) return column;
		const before = columns[index - 1];
		const isBehindTenant =
			before?.role !== undefined && headers[headers.indexOf(column.name) - 1] === before.name;
		return isBehindTenant ? column : { ...column, doubt: { person, text } };
	});
}

function isContact(field: Field): boolean {
	return field.shape === 'email' || isPhone(field);
}

/** What a person has beside a name: an email, a phone or a date of birth. A name begins another person. */
function isPersonalDetail(field: Field | undefined): boolean {
	return field?.isPersonal === true && field.shape !== 'personName';
}

/** Whether a sheet may hold such a detail of that person. */
function hasDetail(person = '', { shape }: Field): boolean {
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
	const hasNames = NAMES.every((name) => fields.some((field) => field.name === name));
	const all = hasNames ? [FULL_NAME, NAME, ...fields] : fields;
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

/** The columns of whole names: the role's, else 'Full Name', else 'Name'; beside last names 'Name' alone. */
export function findWholeNames(
	columns: readonly Column[],
	role: string | undefined,
	hasLast: boolean,
): readonly Column[] {
	const all = columns.filter((column) => isWholeName(column, role));
	const fitting = all.filter(({ field }) => field === NAME || !hasLast);
	const ofRole = fitting.filter((column) => column.role !== undefined);
	const full = fitting.filter(({ field }) => field === FULL_NAME);
	return [ofRole, full, fitting].find(({ length }) => length > 0) ?? [];
}

/** Whether a column holds whole names. Beside columns of a role 'Name' without one may be the property's. */
export function isWholeName({ field, role: own }: Column, role: string | undefined): boolean {
	return field === FULL_NAME || (field === NAME && (own !== undefined || role === undefined));
}
