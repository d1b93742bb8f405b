import { dropSeparators, isEmptyCell } from './text';

// A row of a sheet as it comes in: whether it is empty, and the names of its columns.

/** One input item's data, by column. */
export type SheetRow = Readonly<Record<string, unknown>>;

/** What n8n's nodes add to a row. */
export const ADDED_COLUMNS: readonly string[] = ['row_number', 'id', 'createdAt', 'updatedAt'];

/** Whether a row holds nothing. What n8n's nodes add to it does not count, nor do the `ignored` columns. */
export function isEmptyRow(row: SheetRow, ignored: readonly string[] = []): boolean {
	// Airtable's records have a time too, but it tells two of them apart.
	const uncounted = [...ADDED_COLUMNS, 'createdTime', ...ignored];
	return Object.entries(row).every(
		([name, value]) => isEmptyCell(value) || uncounted.includes(name),
	);
}

/** What may be money in brackets at the end of a column's name, '($)', '(USD)' or '(Rs.)'. */
const CURRENCY = /^(?:\p{L}{2,3}|[a-z.]{0,3}\p{Sc}[a-z]{0,3})$/u;
/** Codes, and what people write instead of them that means hardly anything else. */
const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), 'RS', 'KČ', 'KR', 'ZŁ', 'LEI']);
/** How a cell is to be filled in, in brackets there: '(10 digits)', '(XX)', '(optional)'. */
const INSTRUCTION = /^(?:required|optional|\d{1,2}digits?|x{2,}(?:in.*)?)$/;
/** '(MM/DD/YYYY)', '(dd.mm.yy)', '(YYYY-MM-DD or blank)'; a year is in it, as MD is also a state. */
const DATE_FORMAT = /^(?=.*yy)(?:(?:d{1,2}|m{1,3}|y{4}|y{2})\/?){2,3}(?:or.*)?$/;

function isHint(inBrackets: string): boolean {
	const isMoney = /\p{Sc}/u.test(inBrackets) || CURRENCIES.has(inBrackets.toUpperCase());
	if (isMoney && CURRENCY.test(inBrackets)) return true;
	return INSTRUCTION.test(inBrackets) || DATE_FORMAT.test(inBrackets);
}

/**
 * The name without '*', ':' and '?' at its end, and without '*' in front, where it means 'required' too. In loops: a pattern
 * for the end would be tried at each of thousands of marks.
 */
function dropMarks(name: string): string {
	let start = 0;
	let end = name.length;
	while (name.charAt(start) === '*') start++;
	while (end > start && '*:?'.includes(name.charAt(end - 1))) end--;
	return name.slice(start, end);
}

/** No hint is longer. */
const MAX_HINT_LENGTH = 60;

/** A column's name without marks at its ends and one hint in brackets: `rent` of `rent*(usd)`. */
function dropHint(name: string): string {
	const plain = dropMarks(name);
	const start = plain.endsWith(')') ? plain.lastIndexOf('(') : -1;
	const hint = plain.slice(start + 1, -1);
	const hasHint = start !== -1 && hint.length <= MAX_HINT_LENGTH && isHint(hint);
	return hasHint ? plain.slice(0, start) : plain;
}

/** How Salesforce ends the names of fields that its users made: 'Email__c', of persons' accounts 'Email__pc'. */
const CUSTOM_FIELD = /__p?c$/i;

/** Whether the name of a column is that of a field which users of Salesforce made. */
export function isCustomField(name: string): boolean {
	return CUSTOM_FIELD.test(dropSeparators(name));
}

/** A column's name without what people write differently: "E-mail", "e_mail", "Email *" and "email" are one. */
export function normalizeColumnName(name: string): string {
	const plain = dropSeparators(name)
		.replace(CUSTOM_FIELD, '')
		.replace(/[_.'’ʼ`]/g, '')
		.toLowerCase();
	// Twice: 'Rent ($) (required)'.
	const named = dropMarks(dropHint(dropHint(plain)));
	// 'Cell #'
	return named.length > 1 && named.endsWith('#') ? `${named.slice(0, -1)}number` : named;
}

/** All of the row's own names of a column, compared as in auto mapping: 'User ID' for 'userId'. */
export function findColumnsNamed(row: SheetRow, name: string): string[] {
	const wanted = normalizeColumnName(name);
	return Object.keys(row).filter((column) => normalizeColumnName(column) === wanted);
}
