import { EMPTY, invalid, valid, type Field, type FieldValue } from '../core/field';
import { normalizeColumnName } from '../core/sheetRow';
import {
	formatList,
	isNothing,
	isSpreadsheetError,
	MAX_TEST_LENGTH,
	trimBlanks,
} from '../core/text';
import { objectToDay, toDateValue } from './dates';
import { toPersonName } from './names';
import { toPhone } from './phone';

const NO_RESULT = invalid(
	'is a formula without a result, such as #N/A: fix the formula in the spreadsheet',
);
/** How exports keep the zeros of text in front: a CSV file has the formula, and no spreadsheet calculates it. */
const TEXT_FORMULA = /^=".*"$/s;
const NOT_CALCULATED = invalid(
	'is a formula in place of its result, such as ="02134": enter the value without =" and "',
);
/** n8n evaluates '{{ }}' in expressions only. */
export const UNEVALUATED = invalid(
	"holds '{{': enter the value itself, or switch the field to Expression",
);
/** What an expression such as `'Unit ' + $json.unit` makes of nothing, or of an object, and a program that exports a table. */
const NO_VALUE = /\bundefined\b|\[object \w+\]|^(?:null|NULL|[Nn]a[NT]|nan)$/;
const WITHOUT_VALUE = invalid(
	"holds 'undefined', 'null', 'NaN' or the like in place of a value: correct what makes it, or leave it empty",
);
const NOT_TEXT = invalid('must be a single text, not a list or an object');
const INEXACT = invalid(
	'is not a number, or has so many digits that some may be lost: enter it as text',
);
const LOST_ZEROS = invalid(
	'must not be a number: a spreadsheet drops the 0 in front unless the column is text',
);
const NOT_AN_EMAIL = invalid('must be an email address, such as name@example.com');
const NOBODYS = invalid(
	"stands for no address, such as none@none.com: enter the person's own, or leave it empty",
);
const NOT_AN_ID = invalid('is not an ID of the service');
const NOT_A_NUMBER = invalid(
	'must be a number without currency sign or thousands separator, such as 2100.50',
);
const NOT_AN_INTEGER = invalid(
	'must be a whole number without currency sign or thousands separator, such as 2100',
);

const BELOW_ZERO = invalid('must not be below 0: leave it empty for a credit or a refund');

/**
 * Turns the value of a parameter or a cell into what the service takes for this field: "2100" becomes 2100, 14165550100
 * "14165550100", a Date its day; text is trimmed. Blank text, dashes and `n/a` are empty; 0 and false are values. Phone
 * numbers without plus get the country code; points in time are read in the time zone, by default that of this process.
 * Never throws.
 */
export function toFieldValue(
	given: unknown,
	{ type, shape, oneOf, constantPrefix, panel }: Partial<Field>,
	{ countryCode = '', timezone }: { countryCode?: string | undefined; timezone?: string } = {},
): FieldValue {
	const value = typeof given === 'string' ? trimBlanks(given) : given;
	if (isNothing(value)) return EMPTY;
	const refusal = typeof value === 'string' ? refuseText(value) : undefined;
	if (refusal !== undefined) return refusal;
	if (shape === 'date') return toDateValue(value, timezone);
	if (shape === 'phone' || shape === 'phoneWithPlus') return toPhone(value, shape, countryCode);
	if (shape === 'personName') return typeof value === 'object' ? NOT_TEXT : toPersonName(value);
	if (type !== undefined) return toNumber(value, type, panel?.typeOptions?.minValue);
	const converted = toText(value, timezone);
	if (converted.kind !== 'valid') return converted;
	const { value: text } = converted;
	if (oneOf !== undefined) return matchOption(text, oneOf, constantPrefix);
	if (shape === 'email') return toEmail(text);
	if (shape === 'code' && (typeof value === 'number' || SCIENTIFIC.test(text))) return LOST_ZEROS;
	if (shape === 'amount' && !isAmount(value, text)) return NOT_A_NUMBER;
	if (shape === 'amount' && Number(text) < 0) return BELOW_ZERO;
	// '.' and '..' would change a path even when percent-encoded; half a character cannot be encoded.
	if (shape === 'id' && /^\.\.?$|\p{Surrogate}/u.test(text)) return NOT_AN_ID;
	return converted;
}

/** Why a text cannot be the value of any field. */
function refuseText(text: string) {
	if (text.includes('{{')) return UNEVALUATED;
	if (isSpreadsheetError(text)) return NO_RESULT;
	if (TEXT_FORMULA.test(text)) return NOT_CALCULATED;
	return NO_VALUE.test(text) ? WITHOUT_VALUE : undefined;
}

function toText(value: unknown, timezone?: string): FieldValue<string> {
	if (typeof value === 'string') return valid(value);
	if (typeof value === 'boolean') return valid(String(value));
	if (typeof value === 'object' && value !== null) return objectToDay(value, timezone) ?? NOT_TEXT;
	if (typeof value !== 'number') return NOT_TEXT;
	const rounded = roundFloat(value);
	return rounded === undefined ? INEXACT : valid(String(rounded));
}

function toNumber(value: unknown, type: 'integer' | 'number', min = -Infinity): FieldValue<number> {
	const problem = type === 'integer' ? NOT_AN_INTEGER : NOT_A_NUMBER;
	const isText = typeof value === 'string' && isPlainDecimal(value);
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	if (!Number.isFinite(number)) return problem;
	const rounded = roundFloat(number);
	if (rounded === undefined) return INEXACT;
	if (rounded < min) return BELOW_ZERO;
	return type === 'integer' && !Number.isInteger(rounded) ? problem : valid(rounded);
}

/**
 * Rounded to the 15 digits that a double holds of any decimal fraction: 3300.2999999999997 is 3300.3. Undefined for a
 * number that may have lost digits, such as those of an account number, and for NaN and Infinity.
 */
function roundFloat(number: number): number | undefined {
	// -0 too, and what differences leave where a sheet shows 0.00.
	if (Math.abs(number) < 1e-9) return 0;
	if (Number.isSafeInteger(number)) return number;
	const isExact = Number.isFinite(number) && !Number.isInteger(number);
	return isExact ? Number(number.toPrecision(15)) : undefined;
}

const PLAIN_DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** What spreadsheets show of a long number. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E[+-]?\d+$/i;
/** '2.000' is two thousand where the point separates thousands. */
const AMBIGUOUS_SEPARATOR = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Separators differ from country to country, so "2,100" and "2.100" are not guessed at. */
function isPlainDecimal(text: string): boolean {
	return PLAIN_DECIMAL.test(text) && !AMBIGUOUS_SEPARATOR.test(text);
}

/** Whether an amount is a plain decimal, as 1e-7 is not. The point of a number is certain; in text it may part thousands. */
function isAmount(value: unknown, text: string): boolean {
	return typeof value === 'number' ? PLAIN_DECIMAL.test(text) : isPlainDecimal(text);
}

/**
 * One @ and a dot in the domain, and none of what stands around addresses, or between several: in front letters, digits
 * and the signs of the standard, no apostrophe or dot first; in the domain letters, digits and hyphens.
 */
const EMAIL =
	/^(?!['.])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?<!-)$/u;

/** What people and programs enter where an address is required and there is none; a stranger may have it. */
const NOBODYS_EMAIL =
	/^(?:no[-._]?e?-?mail|none|unknown)@|^no@e?mail\.|^(e?mail|na|test)@\1\.|@no-?e?mail\./i;

/** An email address without the invisible characters that web pages and chats leave in it. */
function toEmail(text: string): FieldValue<string> {
	// Line breaks and tabs stay, and are refused: they part two addresses.
	const value = /[^ -~]/.test(text) ? text.replace(/[\p{Cf}\p{DI}]|(?!\s)\p{Cc}/gu, '') : text;
	const isEmail = value.length <= MAX_TEST_LENGTH && EMAIL.test(value) && !value.includes('..');
	if (!isEmail) return NOT_AN_EMAIL;
	return NOBODYS_EMAIL.test(value) ? NOBODYS : valid(value);
}

/** The values of each list by their normalized names, made once: a long list takes longer than the rest of a row. */
const valuesByName = new WeakMap<object, ReadonlyMap<string, string>>();

function getValuesByName(options: NonNullable<Field['oneOf']>): ReadonlyMap<string, string> {
	let values = valuesByName.get(options);
	if (values === undefined) {
		const entries = options.flatMap(({ name, value }) =>
			[name, value].map((text) => [normalizeColumnName(text), value] as const),
		);
		values = new Map(entries);
		valuesByName.set(options, values);
	}
	return values;
}

/** A value of a list by the service's name or the editor's label, compared as columns are; or a constant like them. */
function matchOption(
	text: string,
	options: NonNullable<Field['oneOf']>,
	constantPrefix: string | undefined,
): FieldValue<string> {
	const value = getValuesByName(options).get(normalizeColumnName(text));
	if (value !== undefined) return valid(value);
	const names = options.map(({ name }) => name);
	if (constantPrefix === undefined) return invalid(`must be one of ${formatList(names, 'or')}`);
	if (text.startsWith(constantPrefix) && /^[A-Z\d_]+$/.test(text)) return valid(text);
	return invalid(
		`must be ${formatList(names, 'or')}, or a value of your provider that begins with ${constantPrefix}`,
	);
}
