import type { FieldValue } from '../core/field';
import { dropSeparators, trimBlanks } from '../core/text';

type Phone = FieldValue<string>;

const NO_PHONE: Phone = {
	problem: 'must be one phone number as text, as it is dialled from abroad, such as +14165550100',
};
const NO_PLUS: Phone = {
	problem:
		"must start with + and the country code, such as +14165550100, or leave both out and set 'Country Code'",
};
const NOT_TEN: Phone = {
	problem:
		'must hold ten digits after the country code 1; write a number of another country with +',
};
const WRONG_LENGTH: Phone = { problem: 'must hold 5 to 15 digits, such as +14165550100' };

/** 'Country Code' as digits, '' where it is not set. */
export function readCountryCode(given: unknown): Phone {
	const text = trimBlanks(String(given ?? ''));
	if (!/^(?:\+?[1-9]\d{0,2})?$/.test(text)) {
		return { problem: 'must be a country code, such as 1' };
	}
	return { value: text.replace('+', '') };
}

/**
 * A phone number as the service gets it, from a filled and trimmed value. `needsPlus` (version 1): as + and digits;
 * otherwise as given, unless 'Country Code' completes it. Refused where a stranger could get the link.
 */
export function toPhone(value: unknown, countryCode: string, needsPlus: boolean): Phone {
	const isWhole = typeof value === 'number' && Number.isInteger(value) && value > 0;
	if (typeof value !== 'string' && !isWhole) return NO_PHONE;
	const text = String(value);
	// 1.41656E+10 and 4165550100.0 are numbers.
	if (/\dE\+\d|^\+?\d+\.0+$/i.test(text)) return NO_PHONE;
	// 00 is how + is dialled.
	const compact = dropSeparators(text)
		.replace(/[./]/g, '')
		.replace(/^(\(?)00/, '$1+');
	const digits = compact.replace(/[()]/g, '');
	// Abroad, the 0 in +44 (0)20 is not dialled.
	if (/^\(?\+\d{1,3}\)?\(0/.test(compact) || !/^\+?\d+$/.test(digits)) return NO_PHONE;
	if (!digits.startsWith('+')) {
		if (countryCode !== '') return withCountryCode(digits, countryCode);
		return needsPlus ? NO_PLUS : checkedLength(digits, text);
	}
	const isAsGiven = !needsPlus && (countryCode === '' || text.includes('+'));
	return checkedLength(digits, isAsGiven ? text : digits);
}

function withCountryCode(digits: string, countryCode: string): Phone {
	if (countryCode === '1') {
		return /^1?\d{10}$/.test(digits) ? { value: `+1${digits.slice(-10)}` } : NOT_TEN;
	}
	if (digits.startsWith(countryCode)) return NO_PLUS;
	const international = `+${countryCode}${digits.replace(/^0/, '')}`;
	return checkedLength(international, international);
}

function checkedLength(digits: string, value: string): Phone {
	if (digits.startsWith('+1')) return digits.length === 12 ? { value } : NOT_TEN;
	return /^\+?\d{5,15}$/.test(digits) ? { value } : WRONG_LENGTH;
}

/** Fewer digits than these are the end of many people's numbers. */
const LEAST_WITHOUT_CODE = 7;

/** Whether two phone numbers may be the same: one of them may lack its country code, and what has no digits is none. */
export function isSamePhone(one: string, other: string): boolean {
	const [first = '', second = ''] = [one, other].map((text) => text.replace(/^[\D0]+|\D/g, ''));
	const least = Math.min(first.length, second.length);
	if (least > 0 && least < LEAST_WITHOUT_CODE) return first === second;
	return first.endsWith(second) || second.endsWith(first);
}
