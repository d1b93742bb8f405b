import type { Field } from '../core/field';
import { normalizeColumnName } from '../core/sheetRow';
import { toWords } from '../core/text';
import { FULL_NAME } from './names';

/** What may stand in front of the name of a person's column, as in "Tenant's Phone"; alone it means the whole name. */
const ROLES = ['applicant', 'tenant', 'renter', 'resident'];

/**
 * Words for others than the applicant or tenant: where the name of a column has one, the node asks whose 'Email' is.
 * Beside 'Completion time', Microsoft Forms has the account of whoever filled in the form.
 */
const SOMEBODY_ELSE = [
	...['prospect', 'owner', 'landlord', 'agent', 'realtor', 'broker', 'manager', 'officer'],
	...['guarantor', 'co ?signer', 'co ?applicant', 'co ?tenant', 'co ?borrower', 'secondary'],
	...['spouse', 'husband', 'wife', 'partner', 'roommate', 'friend', 'relative', 'kin'],
	...['parent', 'mother', 'father', 'guardian', 'child', 'children', 'emergency', 'reference'],
	...['employer', 'hr(?!s)', 'supervisor', 'contact person', 'consultant', '(?:case)?worker'],
	...['navigator', 'doctor', 'assigned', 'handled by', 'submitted by', 'completed by'],
	...['respondent', 'completion time'],
];
/** The same, or a second applicant or tenant: 'Applicant 2', 'Tenant Name #2'. */
const NAMES_SOMEBODY_ELSE = new RegExp(
	`\\b(?:(?:${SOMEBODY_ELSE.join('|')})s?\\b|(?:applicant|tenant)s?(?: name)? ?\\d)`,
);

/** A column that has one of the names of a field, perhaps with a role in front. */
export interface Fit {
	readonly name: string;
	readonly field: Field;
	/** '' without one. */
	readonly role: string;
}

/** Finds the columns that have the name of a field, in the order of the sheet. */
export function findFits(names: readonly string[], fields: readonly Field[]): Fit[] {
	const meanings = new Map<string, Omit<Fit, 'name'>>();
	for (const field of fields) {
		const roles = field.isPersonal ? ROLES : [];
		for (const name of [field.name, field.label, ...(field.otherNames ?? [])]) {
			const spelling = normalizeColumnName(name);
			meanings.set(spelling, { field, role: '' });
			for (const role of roles) {
				meanings.set(role + spelling, { field, role });
				meanings.set(`${role}s${spelling}`, { field, role });
			}
		}
		if (field === FULL_NAME) for (const role of ROLES) meanings.set(role, { field, role });
	}
	return names.flatMap((name) => {
		const meaning = meanings.get(normalizeColumnName(dropBracket(name)));
		return meaning === undefined ? [] : [{ name, ...meaning }];
	});
}

/** The name without a bracket at its end, as in 'Rent (USD)', unless that says which name it is, or whose. */
function dropBracket(name: string): string {
	const start = name.lastIndexOf('(');
	const bracket = name.slice(start);
	if (start < 1 || !/^\([^()]*\)[^\p{L}\p{N}]*$/u.test(bracket)) return name;
	const counts = /first|middle|last/i.test(bracket) || namesSomebodyElse(bracket);
	return counts ? name : name.slice(0, start);
}

/** Whether the name of a column holds a word for somebody else than the applicant or tenant. */
export function namesSomebodyElse(name: string): boolean {
	return NAMES_SOMEBODY_ELSE.test(toWords(name).replace(/[^\p{L}\p{N}]+/gu, ' '));
}
