/**
 * Blanks as spreadsheets, contact lists and web pages leave them: besides the usual ones the no-break
 * space, zero-width and direction marks, the byte order mark and control characters.
 * All are single UTF-16 units, so text can be walked by unit.
 */
function isBlankUnit(unit: number): boolean {
	if (unit <= 0x20) return true;
	if (unit < 0x7f) return false;
	return (
		unit <= 0xa0 || // delete, C1 controls, no-break space
		unit === 0xad || // soft hyphen
		unit === 0x1680 ||
		unit === 0x180e ||
		(unit >= 0x2000 && unit <= 0x200f) || // typographic blanks, zero-width and direction marks
		(unit >= 0x2028 && unit <= 0x202f) || // separators, direction embeddings, narrow no-break space
		(unit >= 0x205f && unit <= 0x206f) || // word joiner, direction isolates
		unit === 0x3000 ||
		unit === 0xfeff
	);
}

/** The hyphen-minus and the dashes that word processors replace it with. */
function isDashUnit(unit: number): boolean {
	return unit === 0x2d || (unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212;
}

/** The text without blanks at its ends; blanks inside stay. */
export function trimBlanks(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isBlankUnit(text.charCodeAt(start))) start++;
	while (end > start && isBlankUnit(text.charCodeAt(end - 1))) end--;
	return end - start === text.length ? text : text.slice(start, end);
}

/** The text without any blank, any dash and any of the characters in `others`. */
export function dropSeparators(text: string, others: string): string {
	let kept = '';
	for (const character of text) {
		const unit = character.charCodeAt(0);
		if (!isBlankUnit(unit) && !isDashUnit(unit) && !others.includes(character)) kept += character;
	}
	return kept;
}

/** The text on one line, without control and invisible characters. */
export function onOneLine(text: string): string {
	return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}

const LONGEST_QUOTE = 100;

/** Text of a sheet as a message may quote it: on one line, cut at 100 characters. */
export function quotable(text: string): string {
	const line = onOneLine(text);
	return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
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
	const text = typeof value === 'string' ? trimBlanks(value) : String(value);
	return /^(?:[-\u2013\u2014]|n\/a|0)$/i.test(text) || SPREADSHEET_FAULT.test(text);
}

/** For a value typed into the node; n8n evaluates '{{ }}' in expressions only. */
export const HOLDS_BRACES =
	"holds '{{': switch the field to Expression, or drag the column into it";

const NO_RESULT = 'is a formula without a result, such as #N/A: fix the formula in the spreadsheet';
const SHORT_FORM =
	'is a number in short form, such as 1.41656E+10: format the column as text and enter it again';

/** What Excel, Google Sheets and LibreOffice show in place of a result, and of a number wider than its column. */
const SPREADSHEET_FAULT =
	/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|EXTERNAL!|GETTING_DATA|ERROR!|##+)$|^Err:\d{3}$/i;
/** How a spreadsheet shows a long number, whose other digits are lost. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** What is wrong with a trimmed text that no field may hold; undefined for any other text. */
export function whyNeverSent(text: string): string | undefined {
	if (text.includes('{{')) return HOLDS_BRACES;
	if (SPREADSHEET_FAULT.test(text)) return NO_RESULT;
	return SCIENTIFIC.test(text) ? SHORT_FORM : undefined;
}
