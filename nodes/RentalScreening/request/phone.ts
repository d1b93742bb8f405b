import { invalid, valid, type FieldValue } from '../core/field';
import { isEmpty, toCellText, trimBlanks } from '../core/text';

const NOT_A_PHONE = invalid('must be one phone number of 5 to 15 digits, such as +14165550100');
const NO_PLUS = invalid(
	"must start with + and the country code, such as +14165550100, or be a number that 'Country Code' can be put in front of",
);
const WRONG_LENGTH = invalid('must have ten digits after +1');
const NOT_A_CODE = invalid(
	"needs 'Country Code', which must be one to three digits, such as 1; or write it with +",
);
const NOT_COMPLETED = invalid(
	"is no number that 'Country Code' can be put in front of: write it with +, as it is dialled from abroad, such as +14165550100",
);

/** One number: digits with blanks, dashes, dots and round brackets, and one + in front. */
const NUMBER = /^[\p{Zs}\p{Cf}(]*\+?[\d\p{Zs}\t\p{Cf}\p{Pd}\u2212.()]+$/u;

/**
 * A phone number as the service gets it, from a filled and trimmed value: 'phoneWithPlus' (version 1) as + and digits;
 * 'phone' as given, unless it lacks the country code and 'Country Code' has one.
 */
export function toPhone(
	value: unknown,
	shape: 'phone' | 'phoneWithPlus',
	countryCode: unknown,
): FieldValue<string> {
	const text = Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : value;
	// 4165550100.0 is a number that became text.
	if (typeof text !== 'string' || !NUMBER.test(text) || /^[\p{Pd}\u2212]|\.0$/u.test(text)) {
		return NOT_A_PHONE;
	}
	const digits = text.replace(/\D/g, '');
	const number = text.includes('+') ? `+${digits}` : digits.replace(/^00/, '+');
	if (!/^\+?\d{5,15}$/.test(number)) return NOT_A_PHONE;
	if (number.startsWith('+')) {
		if (number.startsWith('+1') && number.length !== 12) return WRONG_LENGTH;
		return valid(shape === 'phone' ? text : number);
	}
	if (isEmpty(countryCode)) return shape === 'phone' ? valid(text) : NO_PLUS;
	return complete(number, trimBlanks(toCellText(countryCode)));
}

/** The number with the country code in front. */
function complete(national: string, given: string): FieldValue<string> {
	const [, code] = /^\+?([1-9]\d{0,2})$/.exec(given) ?? [];
	if (code === undefined) return NOT_A_CODE;
	if (code === '1') {
		const isComplete = /^1?[2-9]\d{9}$/.test(national);
		return isComplete ? valid(`+1${national.slice(-10)}`) : NOT_COMPLETED;
	}
	const number = `+${code}${national}`;
	const isCertain = !national.startsWith('0') && !national.startsWith(code);
	return isCertain && number.length <= 16 ? valid(number) : NOT_COMPLETED;
}
