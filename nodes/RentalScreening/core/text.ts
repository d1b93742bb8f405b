/**
 * No name, email, error or constant is longer: texts of millions of characters exhaust the stack of a pattern that tests
 * a whole text.
 */
export const MAX_TEST_LENGTH = 1000;

/** Blanks as spreadsheets and web pages leave them: white space, control and invisible characters. */
const BLANK = /[\s\p{Cc}\p{Cf}]/u;

/** The text without blanks at its ends; blanks inside stay. */
export function trimBlanks(text: string): string {
	let start = 0;
	let end = text.length;
	while (isBlankAt(text, start)) start++;
	while (end > start && isBlankAt(text, end - 1)) end--;
	return text.slice(start, end);
}

function isBlankAt(text: string, at: number): boolean {
	const character = text.charAt(at);
	// Most characters need no regular expression, which takes longer.
	return (character <= ' ' || character > '~') && BLANK.test(character);
}

/** The text without blanks and without dashes of any kind. */
export function dropSeparators(text: string): string {
	// One by one: a pattern that repeats exhausts the stack on millions of invisible characters. So below.
	return text.replace(/[\s\p{Cc}\p{Cf}\p{Pd}\u2212]/gu, '');
}

/** Text, a number or a boolean on one line of at most `max` characters, without invisible ones; '' for anything else. */
export function toOneLine(value: unknown, max = Infinity): string {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') return '';
	const words = value.replace(/[\s\p{C}]/gu, ' ').split(' ');
	return truncate(words.filter((word) => word !== '').join(' '), max);
}

/** The values that are not blank, each on one line, with the separator between them. */
export function joinFilled(values: readonly unknown[], separator: string): string {
	const lines = values.map((value) => toOneLine(value));
	return lines.filter((line) => line !== '').join(separator);
}

/** The text, of at most `max` characters: `…` ends it where some were cut off. */
export function truncate(text: string, max: number): string {
	if (text.length <= max) return text;
	// Not between the two halves of a character.
	return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A cell as text. An object's own `toString` is not called: in JSON it may be no function, so that the call throws. */
export function toCellText(cell: unknown): string {
	if (Array.isArray(cell)) return cell.map(toCellText).join();
	return typeof cell === 'object' ? Object.prototype.toString.call(cell) : String(cell);
}

/** A cell as text to compare it by: a date is the text that n8n saves it as, and nothing is ''. */
export function toComparableText(cell: unknown): string {
	if (typeof cell !== 'object' || cell === null) return trimBlanks(String(cell ?? ''));
	return JSON.stringify(cell).replace(/^"|"$/g, '');
}

/** Whether a value is empty: nothing, blanks, dashes only, or `n/a`. 0 and false are values. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'string') return value === undefined || value === null;
	// Most cells hold another letter or a digit, which is quickly seen.
	return !/[b-mo-z\d]/i.test(value) && /^(?:|n\/a)$/i.test(dropSeparators(value));
}

/** Whether a cell holds no ID: empty, or the 0 or the error that a formula leaves where there is none. */
export function isNoId(value: unknown): boolean {
	const text = trimBlanks(toCellText(value));
	return isEmpty(value) || text === '0' || isSpreadsheetError(text);
}

/** `#N/A`, `#NV`, `#¡VALOR!`, `#ÜBERLAUF!`, `####`: at least two capitals of any script, unlike the unit '#B'. */
const SPREADSHEET_ERROR = /^#(?:#+|n\/a|[¡¿]?\p{Lu}(?:[\p{Lu}\p{M}_/]|\/0)+[!?]?)$/u;

/** What spreadsheets show, in any language, in place of a result, and of a number wider than its column. */
export function isSpreadsheetError(text: string): boolean {
	return text.length <= MAX_TEST_LENGTH && SPREADSHEET_ERROR.test(text);
}

/** 'A', 'B' and 'C', each in single quotes. */
export function formatList(names: readonly string[], conjunction: 'and' | 'or'): string {
	const quoted = names.map((name) => `'${name}'`);
	const last = quoted.pop() ?? '';
	return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}

/** A constant of the service in words, `FULL_TIME`, `full_time` or `fullTime` as `Full time`; any other text as it is. */
export function humanize(text: string): string {
	const isConstant = text.length <= MAX_TEST_LENGTH && CONSTANT.test(text);
	return isConstant ? capitalize(toWords(text)) : text;
}

const CONSTANT =
	/^(?:(?=[A-Z]{4}|.*_)[A-Z\d]+(?:_[A-Z\d]+)*|[a-z\d]+(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z]+)+)$/;

export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a field in words: `bankName` and `bank_name` as `bank name`. */
export function toWords(name: string): string {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[\s_-]+/g, ' ');
	return words.trim().toLowerCase();
}

/** The name of a field as the editor writes names, `Credit Score` for `creditScore`. */
export function toTitle(name: string): string {
	const words = toWords(name).split(' ').map(capitalize).join(' ');
	return words.replace(/\bId\b/g, 'ID').replaceAll(' Of ', ' of ');
}
