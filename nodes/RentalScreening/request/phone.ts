import { invalid, valid, type FieldValue } from '../core/field';
import { isEmpty, MAX_TEST_LENGTH, toCellText, trimBlanks } from '../core/text';

const NOT_A_PHONE = invalid('must be one phone number of 5 to 15 digits, such as +14165550100');
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
	if (typeof text !== 'string' || text.length > MAX_TEST_LENGTH) return NOT_A_PHONE;
	// 4165550100.0 is a number that became text.
	if (!NUMBER.test(text) || /^[\p{Pd}\u2212]|\.0$/u.test(text)) return NOT_A_PHONE;
	const digits = text.replace(/\D/g, '');
	const number = text.includes('+') ? `+${digits}` : digits.replace(/^00/, '+');
	if (!/^\+?\d{5,15}$/.test(number)) return NOT_A_PHONE;
	if (number.startsWith('+')) {
		const isComplete = !number.startsWith('+1') || number.length === 12;
		if (!isComplete) return invalid('must have ten digits after +1');
		return valid(shape === 'phone' ? text : number);
	}
	if (!isEmpty(countryCode)) return complete(number, trimBlanks(toCellText(countryCode)));
	if (shape === 'phone') return valid(text);
	return invalid(
		"must start with + and the country code, such as +14165550100, or be a number that 'Country Code' can be put in front of",
	);
}

/** The number with the country code in front. */
function complete(national: string, given: string): FieldValue<string> {
	const [, code] = /^\+?([1-9]\d{0,2})$/.exec(given) ?? [];
	if (code === undefined) {
		return invalid(
			"needs 'Country Code', which must be one to three digits, such as 1; or write it with +",
		);
	}
	const isCertain =
		code === '1'
			? /^1?[2-9]\d{9}$/.test(national)
			: !/^0/.test(national) && !national.startsWith(code) && `${code}${national}`.length <= 15;
	if (isCertain) return valid(code === '1' ? `+1${national.slice(-10)}` : `+${code}${national}`);
	return invalid(
		"is no number that 'Country Code' can be put in front of: write it with +, as it is dialled from abroad, such as +14165550100",
	);
}
