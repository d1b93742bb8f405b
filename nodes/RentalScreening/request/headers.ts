import { defineField, type Field } from '../core/field';
import { isCustomField, normalizeColumnName } from '../core/sheetRow';

/** Whom a column may be about, for screenings: of the roles that a sheet has, the first is read and no other. */
export const APPLICANT_FIRST = ['applicant', 'renter', 'tenant', 'resident'] as const;

/** The same for rent reports. */
export const TENANT_FIRST = ['tenant', 'resident', 'renter', 'applicant'] as const;

/** What a property's columns are told by from those of its owner, as in 'Property City'. */
export const PROPERTY = 'property';

/** A person's names in one column. A role alone, as in 'Tenant', means the full name too. */
export const FULL_NAME = defineField('fullName', {
	synonyms: ['Full Legal Name', 'Legal Name', 'First and Last Name', 'First & Last Name'],
	isPersonal: true,
	shape: 'personName',
});
export const NAME = defineField('name', { isPersonal: true, shape: 'personName' });

export const FIRST_NAME = 'firstName';
export const LAST_NAME = 'lastName';

/** Whether any cell of the column of that name passes a test. */
export type HasCell = (columnName: string, test: (cell: unknown) => boolean) => boolean;

/** What the name of a column means. */
interface Meaning {
	readonly field: Field;
	/** It is the field's own name or label: a filled one wins over synonyms. */
	readonly isOwn: boolean;
	/** Whose it is by its name, as in 'Tenant Email' and 'Property City'. */
	readonly role?: string;
}

/** A column that may hold one of the fields or a whole name, by its name. */
export interface Column extends Meaning {
	readonly name: string;
}

/** The name of a column, also of one that means nothing to the node: it may say whose the columns behind it are. */
export interface Header {
	readonly name: string;
	readonly normalized: string;
	readonly column: Column | undefined;
}

/** Reads what the names of all columns mean, in the order of the sheet. */
export function readHeaders(
	names: readonly string[],
	fields: readonly Field[],
	roles: readonly string[],
): Header[] {
	const meanings = listMeanings(fields);
	return names.map((name) => {
		const normalized = normalizeColumnName(name);
		// 'Tenant__c' of Salesforce is another record's ID more often, or a tick.
		const isRecord = isCustomField(name) && roles.includes(normalized);
		const meaning = isRecord ? undefined : findMeaning(normalized, meanings, roles);
		return { name, normalized, column: meaning && { name, ...meaning } };
	});
}

/** Whether the name of a column has a role in front, as in 'Tenant Email'. */
export function hasRole({ role }: Column): boolean {
	return role !== undefined;
}

/** What programs put behind the name of an amount, as in 'monthly_rent_usd'. */
const CURRENCY_SUFFIXES = ['usd', 'cad', 'eur', 'gbp', 'aud', 'nzd'];

function mayEndInCurrency({ shape, type }: Field): boolean {
	return shape === 'amount' || type !== undefined;
}

/** What a column of each name means, by the normalized name without a role. */
function listMeanings(fields: readonly Field[]): Map<string, Meaning> {
	const meanings = new Map<string, Meaning>();
	const add = (names: readonly string[], field: Field, isOwn: boolean) => {
		for (const name of names) {
			const normalized = normalizeColumnName(name);
			const spellings = [normalized];
			if (mayEndInCurrency(field)) {
				spellings.push(...CURRENCY_SUFFIXES.map((suffix) => normalized + suffix));
			}
			// 'Address City' and, as forms export it, 'Address (City)'.
			if (field.collection === 'address') {
				spellings.push(`address${normalized}`, `address(${normalized})`);
			}
			for (const each of spellings) meanings.set(each, { field, isOwn });
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
	// All that a property has may say so; of a person's role are the fields that a person has.
	const isOfRole = role === PROPERTY || meaning?.field.isPersonal === true;
	return meaning !== undefined && isOfRole ? { ...meaning, role } : undefined;
}

/** The fields that a whole name is taken apart into; undefined where the operation has none. */
export function findNameFields(
	fields: readonly Field[],
): { readonly first: Field; readonly last: Field } | undefined {
	const first = fields.find(({ name }) => name === FIRST_NAME);
	const last = fields.find(({ name }) => name === LAST_NAME);
	return first && last && { first, last };
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
