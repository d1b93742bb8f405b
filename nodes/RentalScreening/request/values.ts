import { normaliseColumnName } from './columns';
import { dayOfObject, toDateValue } from './dates';
import { quotedList, type ApiField, type ApiType, type ApiValue } from './field';
import { toPhone } from './phone';
import { isBlank, trimBlanks, whyNeverSent } from './text';

const EMPTY = { empty: true } as const;

const NOT_TEXT = { problem: 'must be a single text, not a list or an object' };
const NO_RESULT = { problem: 'is a calculation without a result: check the expression' };
const DIGITS_LOST = {
	problem: 'has too many digits for a number, some may be lost: enter it as text',
};
const NO_EMAIL = { problem: 'must be an email address, such as name@example.com' };
const NO_ID = { problem: 'is not an ID that the service gives out' };
const NO_AMOUNT = {
	problem: 'must be an amount without currency sign or thousands separator, such as 2100.50',
};
const NO_NUMBER = {
	integer: {
		problem: 'must be a whole number without currency sign or thousands separator, such as 2100',
	},
	number: {
		problem: 'must be a number without currency sign or thousands separator, such as 2100.5',
	},
};

/** What decides how values are read. */
export interface Locale {
	/** For phone numbers without plus. */
	readonly countryCode?: string;
	/** Of the workflow, for points in time; by default that of this process. */
	readonly timezone?: string;
}

/**
 * Turns the value of a parameter or a cell into what the service takes for this field: its type, then its
 * closed list or its shape. Never throws.
 */
export function toFieldValue(
	given: unknown,
	{ type, shape, oneOf }: ApiField,
	{ countryCode = '', timezone }: Locale = {},
): ApiValue {
	const filled = filledValue(given);
	if (!('value' in filled)) return filled;
	const { value } = filled;
	if (shape === 'date') return toDateValue(value, timezone);
	if (shape === 'phone') return toPhone(value, countryCode, false);
	if (shape === 'phoneWithPlus') return toPhone(value, countryCode, true);
	const converted = type === undefined ? toText(value, timezone) : toNumber(value, type);
	if (!('value' in converted) || typeof converted.value !== 'string') return converted;
	const text = converted.value;
	if (oneOf !== undefined) return toListed(text, oneOf);
	if (shape === 'email') return EMAIL.test(text) ? converted : NO_EMAIL;
	if (shape === 'amount') return isPlainDecimal(text) ? converted : NO_AMOUNT;
	if (shape === 'id') return isPathSegment(text) ? converted : NO_ID;
	return converted;
}

/**
 * Turns a value into the type that the service lists: "2100" becomes 2100, 14165550100 "14165550100", a
 * Date its day; text is trimmed. Nothing, null and blank text are empty; 0 and false are values. Never throws.
 */
export function toApiValue(given: unknown, type: ApiType, timezone?: string): ApiValue {
	const filled = filledValue(given);
	if (!('value' in filled)) return filled;
	return type === 'string' ? toText(filled.value, timezone) : toNumber(filled.value, type);
}

/** The value, text without blanks at its ends; whether it is empty or a text that no field may hold. */
function filledValue(given: unknown): { value: unknown } | { empty: true } | { problem: string } {
	if (isBlank(given)) return EMPTY;
	if (typeof given !== 'string') return { value: given };
	const value = trimBlanks(given);
	const problem = whyNeverSent(value);
	return problem === undefined ? { value } : { problem };
}

function toText(value: unknown, timezone?: string): ApiValue<string> {
	if (typeof value === 'string') return { value };
	if (typeof value === 'boolean') return { value: String(value) };
	if (typeof value === 'object' && value !== null) return dayOfObject(value, timezone) ?? NOT_TEXT;
	if (typeof value !== 'number') return NOT_TEXT;
	if (!Number.isFinite(value)) return NO_RESULT;
	const rounded = withoutNoise(value);
	return rounded === undefined ? DIGITS_LOST : { value: String(rounded) };
}

function toNumber(value: unknown, type: 'integer' | 'number'): ApiValue<number> {
	const isText = typeof value === 'string' && isPlainDecimal(value);
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	if (!Number.isFinite(number)) return NO_NUMBER[type];
	const rounded = withoutNoise(number);
	if (rounded === undefined) return DIGITS_LOST;
	return type === 'integer' && !Number.isInteger(rounded) ? NO_NUMBER.integer : { value: rounded };
}

/** What a double holds of any decimal fraction; the digits after that are noise. */
const RELIABLE_DIGITS = 15;

/** 3300.2999999999997 is 3300.3. Undefined for a number that may have lost digits, such as those of an account number. */
function withoutNoise(number: number): number | undefined {
	if (number === 0) return 0; // -0 too
	if (Number.isInteger(number)) return Number.isSafeInteger(number) ? number : undefined;
	return Number(number.toPrecision(RELIABLE_DIGITS));
}

const PLAIN_DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** Two thousand, where the point is the thousands separator. */
const PERHAPS_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Separators differ from country to country, so "2,100" and "2.100" are not guessed at. */
function isPlainDecimal(text: string): boolean {
	return PLAIN_DECIMAL.test(text) && !PERHAPS_THOUSANDS.test(text);
}

/** One @ and a dot in the domain. */
const EMAIL = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/;

/** '.' and '..' would change a path even when percent-encoded; half a character cannot be encoded. */
function isPathSegment(text: string): boolean {
	return text !== '.' && text !== '..' && !/\p{Surrogate}/u.test(text);
}

/** A value of a closed list by the service's name or the editor's label, compared as columns are. */
function toListed(text: string, listed: NonNullable<ApiField['oneOf']>): ApiValue<string> {
	const wanted = normaliseColumnName(text);
	const found = listed.find(({ name, value }) =>
		[name, value].some((known) => normaliseColumnName(known) === wanted),
	);
	if (found !== undefined) return { value: found.value };
	const names = listed.map(({ name }) => name);
	return { problem: `must be one of ${quotedList(names, 'or')}` };
}
