import type { ApiType } from './field';
import { trimBlanks } from './blanks';
import { calendarDay } from './calendarDay';

/** A value ready to be sent, nothing to send, or a clause that says what is wrong with it. */
export type ApiValue<T extends string | number = string | number> =
	{ readonly value: T } | { readonly empty: true } | { readonly problem: string };

const EMPTY = { empty: true } as const;

const NOT_TEXT = { problem: 'must be a single text, not a list or an object' };
const NO_RESULT = { problem: 'must be text, not a calculation without a result' };
const TOO_LONG_FOR_TEXT = {
	problem: 'has too many digits for a number, some may be lost: hand it over as text',
};
const NO_SUCH_DATE = { problem: 'must be a date that exists, such as 2025-01-31' };
const TOO_LONG = { problem: 'must be a number of at most 15 digits' };

/** The problems of the two kinds of number: about any value, and about text that is not plainly a number. */
const NUMERIC = {
	integer: {
		any: { problem: 'must be a whole number, such as 2100' },
		text: {
			problem: 'must be a whole number without currency sign or thousands mark, such as 2100',
		},
	},
	number: {
		any: { problem: 'must be a number, such as 2100.5' },
		text: { problem: 'must be a number without currency sign or thousands mark, such as 2100.5' },
	},
} as const;

const PLAIN_DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const ZERO_FRACTION = /^[^.]+(?:\.0*)?$/;
/** Two thousand, where the point is the thousands mark. */
const PERHAPS_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** The number in plain digits: String() turns to exponents below 0.000001. */
function plainDigits(number: number): string {
	const text = String(number);
	const [mantissa = '', exponent] = text.split('e-');
	if (exponent === undefined) return text;
	const sign = number < 0 ? '-' : '';
	const digits = mantissa.replace(/[-.]/g, '');
	return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}

function numberAsText(number: number): ApiValue<string> {
	if (!Number.isFinite(number)) return NO_RESULT;
	// Above 2^53 a number no longer holds every digit that was typed, as with a long phone or account number.
	if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return TOO_LONG_FOR_TEXT;
	return { value: plainDigits(number) };
}

function objectAsText(value: object): ApiValue<string> {
	const day = calendarDay(value);
	if (day === undefined) return NOT_TEXT;
	return day === null ? NO_SUCH_DATE : { value: day };
}

function toText(value: NonNullable<unknown>): ApiValue<string> {
	switch (typeof value) {
		case 'number':
			return numberAsText(value);
		case 'boolean':
		case 'bigint':
			return { value: String(value) };
		case 'object':
			return objectAsText(value);
		default:
			return NOT_TEXT;
	}
}

function checkedNumber(number: number, type: 'integer' | 'number'): ApiValue<number> {
	if (!Number.isFinite(number)) return NUMERIC[type].any;
	if (type === 'integer' && !Number.isInteger(number)) return NUMERIC.integer.any;
	if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return TOO_LONG;
	return { value: number === 0 ? 0 : number }; // -0 is 0
}

/** Thousands and decimal marks differ from country to country, so "2,100" and "2.100" are not guessed at. */
function textAsNumber(text: string, type: 'integer' | 'number'): ApiValue<number> {
	if (!PLAIN_DECIMAL.test(text) || PERHAPS_THOUSANDS.test(text)) return NUMERIC[type].text;
	if (type === 'integer' && !ZERO_FRACTION.test(text)) return NUMERIC.integer.any;
	return checkedNumber(Number(text), type);
}

function toNumber(value: NonNullable<unknown>, type: 'integer' | 'number'): ApiValue<number> {
	if (typeof value === 'number' || typeof value === 'bigint') {
		return checkedNumber(Number(value), type);
	}
	return NUMERIC[type].any;
}

/**
 * Turns what came from a parameter or a spreadsheet cell into the type that the service lists: "2100"
 * becomes 2100, 14165550100 becomes "14165550100", a Date or Luxon DateTime becomes yyyy-MM-dd, text loses
 * the blanks at its ends and stays as it is otherwise. Nothing, null and blank text are empty; 0 and false
 * are values. Complaints follow a quoted field name and never hold the value. Never throws.
 */
export function toApiValue(value: unknown, type: ApiType): ApiValue {
	if (value === undefined || value === null) return EMPTY;
	if (typeof value !== 'string') return type === 'string' ? toText(value) : toNumber(value, type);
	const text = trimBlanks(value);
	if (text === '') return EMPTY;
	return type === 'string' ? { value: text } : textAsNumber(text, type);
}
