import {
	defineField,
	invalid,
	valid,
	type Field,
	type FieldValue,
	type Given,
} from '../core/field';
import { normalizeColumnName } from '../core/sheetRow';
import { isEmpty, MAX_TEST_LENGTH, trimBlanks } from '../core/text';

/** A person's names in one column, which are split into first and last name. */
export const FULL_NAME = defineField('fullName', {
	otherNames: ['Name'],
	isPersonal: true,
	shape: 'personName',
});

/** Whether the field is the first or the last name. */
export function isNamePart({ name }: Field): boolean {
	return name === 'firstName' || name === 'lastName';
}

/** The fields, with the whole name where a part of it is among them. */
export function withFullName(fields: readonly Field[]): readonly Field[] {
	return fields.some(isNamePart) ? [...fields, FULL_NAME] : fields;
}

/** Words of a whole name that are nobody's name. */
const NO_NAME =
	/^(?:mr|mrs|ms|miss|dr|prof|jr|sr|i{2,3}|and|phd|esq|llc|inc|ltd|corp|totals?|units?|family|tenant|applicant)\.?$/i;

/** A word of a name has letters, and the marks that names are written with. */
const WORD = /^\p{L}[\p{L}\p{M}\p{Pd}.'’ʼ`]*$/u;

/** What stands between the names of several people, or in no name. */
const NOT_ONE_NAME = /[@,&;+/\r\n]|\sand\s/i;

const NOT_A_NAME = invalid('must be the first or last name of one person, in letters');

const VACANT = invalid('is vacant: leave the row out');

/** What to do with a whole name that cannot be split for certain. */
const NOT_SPLIT = "must be 'First Last' or 'Last, First': put first and last name in two columns";

/** What is sent of a trimmed first, middle or last name. */
export function toPersonName(value: unknown): FieldValue<string> {
	if (typeof value !== 'string' || value.length > MAX_TEST_LENGTH) return NOT_A_NAME;
	if (isVacant(value)) return VACANT;
	return /\p{L}/u.test(value) && !NOT_ONE_NAME.test(value) ? valid(value) : NOT_A_NAME;
}

/** First and last name of 'First Last' or 'Last, First'; undefined where it is not certain which is which. */
export function splitName(text: string): { first: string; last: string } | undefined {
	if (text.length > MAX_TEST_LENGTH || /[\r\n]/.test(text)) return undefined;
	const parts = text.split(',').map((part) => part.split(/\s+/).filter((word) => word !== ''));
	const isNameWord = (word: string) => WORD.test(word) && !NO_NAME.test(word);
	if (!parts.flat().every(isNameWord)) return undefined;
	const [words = [], behindComma = []] = parts;
	if (parts.length === 1 && words.length === 2) return { first: words[0]!, last: words[1]! };
	const isLastFirst = parts.length === 2 && words.length === 1 && behindComma.length > 0;
	return isLastFirst ? { first: behindComma.join(' '), last: words[0]! } : undefined;
}

/** First and last name as a whole name gives them: what cannot be split is refused as the first. */
export function splitGiven(whole: Given): { firstName: Given; lastName: Given } {
	const { value, label, scope } = whole;
	// Empty or vacant: the first name says so, and the last name stays empty.
	if (isEmpty(value) || isVacant(value)) return { firstName: whole, lastName: { label, scope } };
	const names = typeof value === 'string' ? splitName(trimBlanks(value)) : undefined;
	if (names === undefined) {
		return { firstName: { ...whole, refusal: NOT_SPLIT }, lastName: { label, scope } };
	}
	const { first, last } = names;
	return { firstName: { value: first, label, scope }, lastName: { value: last, label, scope } };
}

/** Whether a name says that the unit has no tenant. */
export function isVacant(name: unknown): boolean {
	return typeof name === 'string' && /vacant/i.test(name) && normalizeColumnName(name) === 'vacant';
}
