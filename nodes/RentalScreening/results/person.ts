import type { Person } from '../core/operation';
import { toOneLine } from '../core/text';
import type { Applicant } from './applicant';

/** What results say of their applicant. */
export function readPerson({ user }: Applicant): Person {
	const { firstName, lastName, email, phoneNumber } = user;
	return {
		firstName: toOneLine(firstName, 100),
		lastName: toOneLine(lastName, 100),
		email: toOneLine(email, 100),
		phone: toOneLine(phoneNumber),
	};
}

/**
 * Whether two may be one person: the first names agree, and one of last name, email and phone, as far as both have them.
 * A couple shares all but the first name, sorted neighbours a last name.
 */
export function isSamePerson(one: Person, other: Person): boolean {
	const firstNames = agree(toKey(one.firstName), toKey(other.firstName), (a, b) => a.startsWith(b));
	const others = [
		agree(toKey(one.lastName), toKey(other.lastName)),
		agree(toKey(one.email), toKey(other.email)),
		agree(toDigits(one.phone), toDigits(other.phone), isSameNumber),
	];
	return firstNames !== false && (others.includes(true) || !others.includes(false));
}

/** Whether two texts fit each other, one way or the other; undefined where one is missing. */
function agree(one: string, other: string, fits = Object.is): boolean | undefined {
	return one === '' || other === '' ? undefined : fits(one, other) || fits(other, one);
}

/** Also where the second lacks the country code. */
function isSameNumber(one: string, other: string): boolean {
	return one === other || (other.length >= 7 && one.endsWith(other));
}

/** Without case, accents and blanks. */
function toKey(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\s\p{M}]/gu, '')
		.toLowerCase();
}

/** Without the 0 in front, which is not dialled from abroad. */
function toDigits(phone: string): string {
	return phone.replace(/\D/g, '').replace(/^0+/, '');
}
