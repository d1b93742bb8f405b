import { EMPTY, invalid, valid, type FieldValue } from '../core/field';
import { isNothing, MAX_TEST_LENGTH, trimBlanks } from '../core/text';
import { APPLICANT } from './otherPersons';

/** What people write where there is no name, or none yet; NMN is 'no middle name'. */
const NO_NAME_YET = ['tbd', 'none', 'nmn', 'unknown'];
const TITLE_WORDS = 'mr|mrs|ms|mx|dr';
/** Words that are nobody's name. */
const NO_NAME =
	`${TITLE_WORDS}|l\\.?l\\.?[cp]|inc|ltd|plc|corp|gmbh|totals?|subtotal|(?:un)?occupied|units?|family|household|vacant|` +
	NO_NAME_YET.join('|');
/** Words that are somebody's name, but beside another word more often a title or what follows a name. */
const RARE_NAME = 'miss|prof|herr|frau|mme|mlle|sra|jr|sr|ii|iii';
const WORD_ENDS = '(?![\\p{L}\\p{M}])';

/** No letter at all, or nothing but words that are nobody's name. */
const HOLDS_NO_NAME = new RegExp(`^\\P{L}*(?:(?:${NO_NAME})${WORD_ENDS}\\P{L}*)*$`, 'iu');

/** A word of a whole name: letters, and the marks that names are written with. */
const WORD = new RegExp(
	`^(?!(?:${NO_NAME}|${RARE_NAME})${WORD_ENDS})\\p{L}[\\p{L}\\p{M}\\p{Pd}.'’ʼ]*$`,
	'iu',
);

/** A title, or what follows a name. */
const TITLE = new RegExp(`^(?:${TITLE_WORDS}|${RARE_NAME})\\.?$`, 'i');

/** What people write behind a name and a comma, in letters alone. 'MD' is not among them: Md is a first name. */
const PROFESSIONS = ['phd', 'esq', 'esquire', 'rn', 'cpa', 'dds', 'dvm', 'realtor', 'deceased'];

/** A word of a cell that says in which role a person is, and nothing else: 'Primary Co-Applicant'. */
const ROLE_WORD = new RegExp(
	`^(?:(?:co-?)?(?:${APPLICANT}|signer)s?|primary|secondary|main|lead|head|current|former|joint|additional|other)$`,
	'i',
);
const ROLE = new RegExp(`\\b(?:${APPLICANT}|signer|guarantor)s?\\b`, 'i');

/** What stands between the names of several people in a cell of whole names: a line break, a sign, 'and' or 'or'. */
const SEVERAL_WHOLE_NAMES = /[\r\n&;/+]|\s(?:and|or)\s/i;

/** The same in a cell of a first, middle or last name: 'a/l' and 's/o' (son of) are of one person, and so is 'Or'. */
const SEVERAL_NAMES = /[\r\n&;+]|\sand\s|\p{L}{2}\s*\/|\/\s*\p{L}{2}/iu;

/**
 * Takes a whole name apart: 'First Last' (two words) or 'Last, First' (one comma, both of any number of words). Undefined
 * where it is not certain which words are the last name.
 */
export function splitName(text: string): { first: string; last: string } | undefined {
	const parts = text.split(',').map(splitWords);
	const words = parts.flat();
	if (mentionsSeveral(text) || !words.every(isNameWord)) return undefined;
	if (parts.length === 1 && words.length === 2) {
		const [first = '', last = ''] = words;
		return { first, last };
	}
	const [last = [], first = []] = parts;
	if (parts.length !== 2 || first.length === 0 || last.length === 0) return undefined;
	return { first: first.join(' '), last: last.join(' ') };
}

/** Whether a whole name says which kind of person it is instead: 'Primary Applicant'. */
export function mentionsRole(text: string): boolean {
	return ROLE.test(text);
}

/** Whether a text is what a person is, as people write it behind a name and a comma: 'Ada Moss, PhD'. */
export function isProfession(text: string): boolean {
	return PROFESSIONS.includes(pickLetters(text));
}

/** Whether a cell may hold whole names, of any number of people: two words of names or more, also beside titles. */
export function hasSeveralNameWords(cell: unknown): cell is string {
	if (typeof cell !== 'string' || cell.length > MAX_TEST_LENGTH) return false;
	const areNames = (some: string[]) => some.length > 1 && some.every(isNameWord);
	const words = splitWords(cell.replace(/[,&;/+]/g, ' '));
	if (words.every((word) => ROLE_WORD.test(word))) return false;
	return areNames(words) || areNames(words.filter((word) => !TITLE.test(word)));
}

/**
 * Whether a cell of an unknown column looks like whole names: one that can be split, or words of names that begin and end
 * with a capital letter, as 'I agree to the terms' does not.
 */
export function looksLikeNames(cell: unknown): boolean {
	if (!hasSeveralNameWords(cell)) return false;
	return splitName(cell) !== undefined || /^\P{Ll}(?:.*\s)?\P{Ll}\S*$/su.test(trimBlanks(cell));
}

/** Whether a text beside a last name can be the first name: it does not hold that too or, where that is empty, is one word. */
export function isFirstNameBeside(text: string, last: string): boolean {
	const words = splitWords(text);
	const isLastMissing = isNoName(last);
	if (mentionsSeveral(text) || (isLastMissing && words.length > 1)) return false;
	// O'Brien beside O’Brien, and 'Ian Mc Donald' beside 'McDonald'.
	const endsInLast = words.some(
		(_, index) => pickLetters(words.slice(index).join('')) === pickLetters(last),
	);
	// 'Ada Moss' beside 'Moss, Jr'.
	const others = splitWords(last).map(pickLetters);
	return (
		!endsInLast && words.every((word) => isNameWord(word) && !others.includes(pickLetters(word)))
	);
}

const SEVERAL = invalid('must be the name of one person: give others a row each');
const NOT_A_NAME = invalid('must be the name of a person, in letters');

/** What is sent of a person's first, middle or last name, which is trimmed. 'tbd' and 'none' are empty; a number is refused. */
export function toPersonName(value: unknown): FieldValue<string> {
	if (typeof value !== 'string' || value.length > MAX_TEST_LENGTH) return NOT_A_NAME;
	if (SEVERAL_NAMES.test(value)) return SEVERAL;
	// An email address.
	if (value.includes('@')) return NOT_A_NAME;
	if (isNoName(value)) return EMPTY;
	// A vacant unit is told from a wrong name by the caller, who sees all names of the row.
	return isVacant(value) || !HOLDS_NO_NAME.test(value) ? valid(value) : NOT_A_NAME;
}

/** Whether a cell of whole names holds those of several people. */
export function mentionsSeveral(value: unknown): boolean {
	return typeof value === 'string' && SEVERAL_WHOLE_NAMES.test(trimBlanks(value));
}

/** Whether a cell for a person's name says that there is none yet. */
export function isNoName(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > MAX_TEST_LENGTH) return isNothing(value);
	const words = splitWords(value)
		.map(pickLetters)
		.filter((word) => word !== '');
	// 'N. One' is a name, 'T. B. D.' is none.
	const isOneWord = words.length === 1 || words.every((word) => word.length === 1);
	return (isOneWord && NO_NAME_YET.includes(words.join(''))) || isNothing(value);
}

/** Whether a name says that the unit has no tenant. */
export function isVacant(name: string): boolean {
	return /vacant/i.test(name) && pickLetters(name) === 'vacant';
}

/** Whether a text has each word of a name, in any case. */
export function hasWordsOf(text: string, name: string): boolean {
	if (name.length > MAX_TEST_LENGTH) return false;
	const words = splitAtMarks(text);
	return splitAtMarks(name).every((word) => words.includes(word));
}

function isNameWord(word: string): boolean {
	return word.length <= MAX_TEST_LENGTH && WORD.test(word);
}

function splitWords(text: string): string[] {
	return text.split(/\s+/).filter((word) => word !== '');
}

/** The words in lower case, without hyphens, commas and all other marks. */
function splitAtMarks(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function pickLetters(text: string): string {
	return text.replace(/[^\p{L}\p{M}]+/gu, '').toLowerCase();
}
