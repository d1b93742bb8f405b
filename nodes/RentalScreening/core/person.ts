import type { Person } from './operation';

/**
 * Whether two may be one person: the first names agree, and email or phone. The last names decide only if they have neither
 * in common: neighbours in a sorted sheet share one, and a couple shares all but the first name.
 */
export function isSamePerson(one: Person, other: Person): boolean {
	if (agree(one.firstName, other.firstName, beginsWith) === false) return false;
	const contacts = [
		agree(one.email, other.email, isSameText),
		agree(toDigits(one.phone), toDigits(other.phone), endsWith),
	];
	if (contacts.some((agrees) => agrees !== undefined)) return contacts.includes(true);
	return agree(one.lastName, other.lastName, isSameText) !== false;
}

type Comparison = (one: string, other: string) => boolean;

/** Whether two texts fit each other, one way or the other; undefined where one is missing. */
function agree(one: string, other: string, fits: Comparison): boolean | undefined {
	if (isSameText(one, '') || isSameText(other, '')) return undefined;
	return fits(one, other) || fits(other, one);
}

let collator: Intl.Collator | undefined;

/** Without case, accents, blanks and punctuation; ł is l. */
function isSameText(one: string, other: string): boolean {
	// Made at its first use: that takes longer than loading the node.
	collator ??= new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
	return collator.compare(dropMarks(one), dropMarks(other)) === 0;
}

/** Without what people type for an apostrophe and Unicode takes for a letter or a symbol. */
function dropMarks(text: string): string {
	return text.replace(/[\p{Lm}\p{Sk}]/gu, '');
}

function beginsWith(text: string, start: string): boolean {
	return [...text].some((_, index, all) => isSameText(all.slice(0, index + 1).join(''), start));
}

/** Whether two numbers are the same, also where the second lacks the country code. */
function endsWith(number: string, end: string): boolean {
	return number === end || (end.length >= 7 && number.endsWith(end));
}

/** Without the 0 in front, which is not dialled from abroad. */
function toDigits(phone: string): string {
	return phone.replace(/\D/g, '').replace(/^0+/, '');
}
