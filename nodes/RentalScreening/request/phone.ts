import type { ApiValue } from './field';
import { dropSeparators, trimBlanks } from './text';

type Phone = ApiValue<string>;

const NO_PHONE: Phone = { problem: 'must be a phone number, such as +14165550100' };
const CELL_FORMAT: Phone = {
	problem:
		'is in the form of a number, such as 1.41656E+10 or 4165550100.0: format the column as text and enter it again',
};
const NO_PLUS: Phone = {
	problem: "must start with + and the country code, such as +14165550100, or set 'Country Code'",
};
const TRUNK_ZERO: Phone = {
	problem:
		'holds a 0 in brackets: write the number as it is dialled from abroad, such as +442079460958',
};
const NOT_TEN: Phone = { problem: 'must hold ten digits after the +1, such as +14165550100' };
const NOT_TEN_WITH_CODE: Phone = {
	problem: "must hold ten digits, as 'Country Code' is 1: write a number of another country with +",
};
const BEGINS_WITH_CODE: Phone = {
	problem: "begins with the digits of 'Country Code': write the whole number with +",
};
const WRONG_LENGTH: Phone = { problem: 'must hold 5 to 15 digits, such as +14165550100' };

/** 'Country Code' as digits, '' where it is not set; undefined for what is no country code. */
export function readCountryCode(given: unknown): string | undefined {
	const text = trimBlanks(String(given ?? ''));
	return /^(?:\+?[1-9]\d{0,2})?$/.test(text) ? text.replace('+', '') : undefined;
}

/**
 * A phone number as the service gets it, from a filled and trimmed value. `needsPlus` (version 1): as + and digits;
 * otherwise as given, unless 'Country Code' completes it. Refused where a stranger could get the link.
 */
export function toPhone(value: unknown, countryCode: string, needsPlus: boolean): Phone {
	const isWhole = typeof value === 'number' && Number.isInteger(value) && value > 0;
	if (typeof value !== 'string' && !isWhole) return NO_PHONE;
	const text = String(value);
	if (/\dE\+\d|^\+?\d+\.0+$/i.test(text)) return CELL_FORMAT;
	// 00 is how + is dialled.
	const compact = dropSeparators(text)
		.replace(/[./]/g, '')
		.replace(/^(\(?)00/, '$1+');
	if (/^\(?\+\d{1,3}\)?\(0/.test(compact)) return TRUNK_ZERO;
	const digits = compact.replace(/[()]/g, '');
	if (!/^\+?\d+$/.test(digits)) return NO_PHONE;
	if (!digits.startsWith('+')) {
		if (countryCode !== '') return withCountryCode(digits, countryCode);
		return needsPlus ? NO_PLUS : checkedLength(digits, text);
	}
	const isAsGiven = !needsPlus && (countryCode === '' || text.includes('+'));
	return checkedLength(digits, isAsGiven ? text : digits);
}

function withCountryCode(digits: string, countryCode: string): Phone {
	if (countryCode === '1') {
		return /^1?\d{10}$/.test(digits) ? { value: `+1${digits.slice(-10)}` } : NOT_TEN_WITH_CODE;
	}
	if (digits.startsWith(countryCode)) return BEGINS_WITH_CODE;
	const international = `+${countryCode}${digits.replace(/^0/, '')}`;
	return checkedLength(international, international);
}

function checkedLength(digits: string, value: string): Phone {
	if (digits.startsWith('+1')) return digits.length === 12 ? { value } : NOT_TEN;
	return /^\+?\d{5,15}$/.test(digits) ? { value } : WRONG_LENGTH;
}

/** A phone number has at least so many digits without its country code. */
const LOCAL_DIGITS = 7;

/** Whether two phone numbers are the same where one of them may lack its country code. */
export function isSamePhone(one: string, other: string): boolean {
	const [shorter = '', longer = ''] = [one, other]
		.map((text) => text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, ''))
		.sort((first, second) => first.length - second.length);
	return longer.endsWith(shorter) && shorter.length >= LOCAL_DIGITS;
}
