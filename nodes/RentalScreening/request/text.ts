/** The text without blanks at its ends; blanks inside stay. */
export function trimBlanks(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isBlankAt(text, start)) start++;
	while (end > start && isBlankAt(text, end - 1)) end--;
	return text.slice(start, end);
}

/** Blanks as spreadsheets and web pages leave them: white space, control and invisible characters. */
function isBlankAt(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit <= 0x20 || (unit >= 0x7f && /[\s\p{Cc}\p{Cf}]/u.test(text.charAt(at)));
}

/** The text without blanks and without dashes of any kind. */
export function dropSeparators(text: string): string {
	return text.replace(/[\s\p{Cc}\p{Cf}\p{Pd}\u2212]+/gu, '');
}

/** The text on one line, without control and invisible characters. */
export function onOneLine(text: string): string {
	return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}

/** The text, of at most `most` characters: `…` ends it where some were cut off. */
export function clipped(text: string, most: number): string {
	if (text.length <= most) return text;
	// Not between the two halves of a character.
	return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const LONGEST_QUOTE = 100;

/** Text of a sheet as a message may quote it: on one line, cut at 100 characters. */
export function quotable(text: string): string {
	return clipped(onOneLine(text), LONGEST_QUOTE);
}

/** Whether a value is empty: nothing, or text of blanks only. 0 and false are values. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return trimBlanks(value) === '';
	return value === undefined || value === null;
}

/** Whether a cell of a sheet is not filled: also one with an unticked box. */
export function isUnfilled(value: unknown): boolean {
	if (value === false || isBlank(value)) return true;
	return typeof value === 'string' && trimBlanks(value).toLowerCase() === 'false';
}

/** Whether a cell holds no ID: nothing, what people write for nothing, or a spreadsheet's error. */
export function isNoId(value: unknown): boolean {
	if (isUnfilled(value)) return true;
	const text = trimBlanks(String(value));
	return /^(?:[-\u2013\u2014]|n\/a|0)$/i.test(text) || SPREADSHEET_ERROR.test(text);
}

/** n8n evaluates '{{ }}' in expressions only. */
export const HOLDS_BRACES = "holds '{{': enter the value itself, or switch the field to Expression";

const NO_RESULT = 'is a formula without a result, such as #N/A: fix the formula in the spreadsheet';

/** What spreadsheets show in place of a result, and of a number wider than its column. */
const SPREADSHEET_ERROR = /^(?:#N\/A|#[A-Z/0]+[!?]|##+|Err:\d{3})$/i;

/** What is wrong with a trimmed text that no field may hold; undefined for any other text. */
export function whyNeverSent(text: string): string | undefined {
	if (text.includes('{{')) return HOLDS_BRACES;
	return SPREADSHEET_ERROR.test(text) ? NO_RESULT : undefined;
}
