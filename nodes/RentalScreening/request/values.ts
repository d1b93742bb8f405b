import { calendarDay, NO_SUCH_DATE, toDateValue } from './dates';
import type { ApiField, ApiType, ApiValue } from './field';
import {
	checkAmount,
	checkEmail,
	checkId,
	checkListed,
	checkPhone,
	checkPhoneWithPlus,
	isPlainDecimal,
	whyNotText,
} from './shapes';
import { isBlank, trimBlanks, whyNeverSent } from './text';

const EMPTY = { empty: true } as const;

const NOT_TEXT = { problem: 'must be a single text, not a list or an object' };
const NO_RESULT = { problem: 'is a calculation without a result: check the expression' };
const DIGITS_LOST = {
	problem: 'has too many digits for a number, some may be lost: enter it as text',
};
const TOO_LONG = { problem: 'must be a number of at most 15 digits' };

/** What is wrong with a number: of any value, and of text that is not plainly a number. */
const NUMERIC = {
	integer: {
		any: { problem: 'must be a whole number, such as 2100' },
		text: {
			problem: 'must be a whole number without currency sign or thousands separator, such as 2100',
		},
	},
	number: {
		any: { problem: 'must be a number, such as 2100.5' },
		text: {
			problem: 'must be a number without currency sign or thousands separator, such as 2100.5',
		},
	},
} as const;

/** What a double holds of any decimal fraction; the digits after that are noise. */
const RELIABLE_DIGITS = 15;
const LARGEST_FRACTIONAL = 1e15;

/** What decides how values are read. */
export interface Locale {
	/** For phone numbers without plus. */
	readonly countryCode?: string;
	/** Of the workflow, for dates that are instants. */
	readonly timezone?: string;
}

/**
 * Turns the value of a parameter or a cell into what the service takes for this field: its type, then its
 * closed list or its shape. Never throws.
 */
export function toFieldValue(
	value: unknown,
	field: ApiField,
	{ countryCode, timezone }: Locale = {},
): ApiValue {
	const { oneOf, shape } = field;
	if (shape === 'date') return toDateValue(value, timezone);
	const problem = isBlank(value) ? undefined : whyNotText(value, shape);
	if (problem !== undefined) return { problem };
	const converted = toApiValue(value, field.type ?? 'string', timezone);
	if (!('value' in converted) || typeof converted.value !== 'string') return converted;
	const text = converted.value;
	if (oneOf !== undefined) return checkListed(text, oneOf);
	if (shape === 'email') return checkEmail(text);
	if (shape === 'id') return checkId(text);
	if (shape === 'phone') return checkPhone(text, countryCode);
	if (shape === 'phoneWithPlus') return checkPhoneWithPlus(text, countryCode);
	return shape === 'amount' ? checkAmount(withoutNoise(text)) : converted;
}

/**
 * Turns a value into the type that the service lists: "2100" becomes 2100, 14165550100 "14165550100", a
 * Date or Luxon DateTime yyyy-MM-dd; text is trimmed. Nothing, null and blank text are empty; 0 and false
 * are values. Never throws.
 */
export function toApiValue(value: unknown, type: ApiType, timezone?: string): ApiValue {
	if (value === undefined || value === null) return EMPTY;
	if (typeof value !== 'string') {
		return type === 'string' ? toText(value, timezone) : toNumber(value, type);
	}
	const text = trimBlanks(value);
	if (text === '') return EMPTY;
	const problem = whyNeverSent(text);
	if (problem !== undefined) return { problem };
	return type === 'string' ? { value: text } : textAsNumber(text, type);
}

function toText(value: NonNullable<unknown>, timezone?: string): ApiValue<string> {
	switch (typeof value) {
		case 'number':
			return numberAsText(value);
		case 'boolean':
		case 'bigint':
			return { value: String(value) };
		case 'object':
			return objectAsText(value, timezone);
		default:
			return NOT_TEXT;
	}
}

function objectAsText(value: object, timezone?: string): ApiValue<string> {
	const day = calendarDay(value, timezone);
	if (day === undefined) return NOT_TEXT;
	return day === null ? { problem: NO_SUCH_DATE } : { value: day };
}

function numberAsText(number: number): ApiValue<string> {
	if (!Number.isFinite(number)) return NO_RESULT;
	const rounded = rounded15(number);
	return rounded === undefined ? DIGITS_LOST : { value: plainDigits(rounded) };
}

function toNumber(value: NonNullable<unknown>, type: 'integer' | 'number'): ApiValue<number> {
	if (typeof value === 'number' || typeof value === 'bigint') {
		return checkedNumber(Number(value), type);
	}
	return NUMERIC[type].any;
}

function textAsNumber(text: string, type: 'integer' | 'number'): ApiValue<number> {
	if (!isPlainDecimal(text)) return NUMERIC[type].text;
	const fraction = /\.0*[1-9]/.test(text);
	if (fraction && Math.abs(Number(text)) >= LARGEST_FRACTIONAL) return TOO_LONG;
	return checkedNumber(Number(text), type);
}

function checkedNumber(number: number, type: 'integer' | 'number'): ApiValue<number> {
	if (!Number.isFinite(number)) return NUMERIC[type].any;
	const rounded = rounded15(number);
	if (rounded === undefined) return TOO_LONG;
	if (type === 'integer' && !Number.isInteger(rounded)) return NUMERIC.integer.any;
	return { value: rounded === 0 ? 0 : rounded }; // -0 is 0
}

/**
 * The number without the noise of arithmetic: 3300.2999999999997 is 3300.3. Undefined for a number that
 * may have lost digits that were typed, such as those of a long account number.
 */
function rounded15(number: number): number | undefined {
	if (Number.isInteger(number)) return Number.isSafeInteger(number) ? number : undefined;
	if (Math.abs(number) >= LARGEST_FRACTIONAL) return undefined;
	return Number(number.toPrecision(RELIABLE_DIGITS));
}

/** Noise that a reader of spreadsheets wrote into text. */
function withoutNoise(text: string): string {
	const isLong = text.includes('.') && text.replace(/\D/g, '').length > RELIABLE_DIGITS;
	const rounded = isLong && isPlainDecimal(text) ? rounded15(Number(text)) : undefined;
	return rounded === undefined ? text : plainDigits(rounded);
}

/** The number in plain digits: String() writes exponents below 0.000001. */
function plainDigits(number: number): string {
	const text = String(number);
	const [mantissa = '', exponent] = text.split('e-');
	if (exponent === undefined) return text;
	const sign = number < 0 ? '-' : '';
	return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace(/[-.]/g, '')}`;
}
