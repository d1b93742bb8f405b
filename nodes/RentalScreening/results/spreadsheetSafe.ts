// What spreadsheet programs take for the start of a formula: = + - @ (full-width forms too, which
// some locales accept), also behind blanks or invisible characters that a program may drop on
// reading; and the tab and line breaks that move the rest of the text into a cell of its own.
const FORMULA_START = /^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

// `+14165550100` and `-12.5` can only be read as the number that they are. A phone number with
// dashes is not among them: `+1-416-555-0100` is a subtraction to a spreadsheet.
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?$/;

// No operator but `-` and nothing that could call a function. Generated ids do begin with `-`.
const PLAIN_IDENTIFIER = /^[\w-]+$/;

/**
 * Text that no spreadsheet runs as a formula: what could be taken for one gets an apostrophe in
 * front, which spreadsheets read as "this is text".
 */
export function spreadsheetSafe(text: string): string {
	return FORMULA_START.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

/**
 * An identifier that no spreadsheet runs as a formula. One of letters, digits, `_` and `-` stays as
 * it is, whatever it begins with: later steps send it back to the service.
 */
export function spreadsheetSafeIdentifier(identifier: string): string {
	return PLAIN_IDENTIFIER.test(identifier) ? identifier : spreadsheetSafe(identifier);
}
