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

/** The text on one line, without control and invisible characters. */
export function joinLines(text: string): string {
	const words = text.replace(/[\s\p{C}]/gu, ' ').split(' ');
	return words.filter((word) => word !== '').join(' ');
}

/** The text, of at most `max` characters: `…` ends it where some were cut off. */
export function truncate(text: string, max: number): string {
	if (text.length <= max) return text;
	// Not between the two halves of a character.
	return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Text of a sheet as a message may quote it: on one line, cut at 100 characters. */
export function toExcerpt(text: string): string {
	return truncate(joinLines(text), 100);
}

/** A cell as text. An object's own `toString` is not called: in JSON it may be no function, so that the call throws. */
export function toCellText(cell: unknown): string {
	if (Array.isArray(cell)) return cell.map(toCellText).join();
	return typeof cell === 'object' ? Object.prototype.toString.call(cell) : String(cell);
}

/*
 * What counts as empty. Each of these includes those above it:
 * isBlank      nothing, or blanks only: 0, false and a dash are values
 * isNothing    dashes and `n/a` too: the cell of a field
 * isEmptyCell  an unticked box too: whether a row holds anything (isEmptyRow in sheetRow.ts)
 * isNoId       0 and a spreadsheet's error too: the cell of an ID
 * For the name of a person, isNoName in request/names.ts adds 'tbd', 'none' and the like to isNothing.
 */

/** Whether a value is empty: nothing, or text of blanks only. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return trimBlanks(value) === '';
	return value === undefined || value === null;
}

/** Whether a cell says that it holds nothing: blank, dashes only, or `n/a`. */
export function isNothing(value: unknown): boolean {
	if (typeof value !== 'string') return isBlank(value);
	// Most cells hold another letter or a digit, which is quickly seen.
	return !/[b-mo-z\d]/i.test(value) && /^(?:|n\/a)$/i.test(dropSeparators(value));
}

/** Whether a cell of a sheet is not filled: nothing, or an unticked box. */
export function isEmptyCell(value: unknown): boolean {
	if (value === false || isNothing(value)) return true;
	return typeof value === 'string' && /false/i.test(value) && /^false$/i.test(trimBlanks(value));
}

/** Whether a cell holds no ID: not filled, or what formulas and people put where none is. */
export function isNoId(value: unknown): boolean {
	if (isEmptyCell(value)) return true;
	const text = trimBlanks(toCellText(value));
	return text === '0' || isSpreadsheetError(text);
}

/** `#N/A`, `#NV`, `#¡VALOR!`, `#ÜBERLAUF!`: at least two capitals of any script, unlike the unit '#4B'. */
const FORMULA_ERROR = /^#[¡¿]?\p{Lu}(?:[\p{Lu}\p{M}_/]|\/0)+[!?]?$/u;

/** What spreadsheets show, in any language, in place of a result, and of a number wider than its column. */
export function isSpreadsheetError(text: string): boolean {
	if (!text.startsWith('#') || text.length > MAX_TEST_LENGTH) return false;
	return FORMULA_ERROR.test(text) || /^(?:##+|#n\/a)$/i.test(text);
}

/** 'A', 'B' and 'C', each in single quotes. */
export function formatList(names: readonly string[], conjunction: 'and' | 'or'): string {
	const quoted = names.map((name) => `'${name}'`);
	const last = quoted.pop() ?? '';
	return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}

/** A constant of the service in words, `FULL_TIME` as `Full time`; any other text as it is. */
export function humanize(text: string): string {
	if (text.length > MAX_TEST_LENGTH) return text;
	if (!/^(?=[A-Z]{4}|.*_)[A-Z\d]+(?:_[A-Z\d]+)*$/.test(text)) return text;
	return capitalize(text.toLowerCase().replaceAll('_', ' '));
}

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
