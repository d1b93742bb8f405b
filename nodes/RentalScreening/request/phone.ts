import { invalid, valid, type FieldValue } from '../core/field';
import { isEmpty, MAX_TEST_LENGTH, toCellText, trimBlanks } from '../core/text';

/** One number: digits with blanks, dashes, dots and round brackets, and one + in front. */
const NUMBER = /^[\p{Zs}\p{Cf}(]*\+?[\d\p{Zs}\t\p{Cf}\p{Pd}\u2212.()]+$/u;
/** What stands between two numbers, or a number and words. */
const NOT_OF_NUMBER = /[^\d\p{Zs}\t\p{Cf}\p{Pd}\u2212.()]+/u;
/** The zero of calls at home, which is not dialled behind a country code. */
const BRACKETED_ZERO = /\([\p{Zs}\t\p{Cf}]*0[\p{Zs}\t\p{Cf}]*\)/u;
/** A local number; what is shorter may be an extension. */
const MIN_LOCAL_DIGITS = 7;

const NOT_A_PHONE = invalid('must be one phone number: write it like +14165550100');
const HAS_BRACKETED_ZERO = invalid('has (0) in it: leave the (0) out');
const TOO_FEW_DIGITS = invalid('has too few digits: write it like +14165550100');
const TOO_MANY_DIGITS = invalid('has too many digits: write one number, like +14165550100');

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
	if (!NUMBER.test(text)) return refuseText(text);
	// 4165550100.0 is a number that became text.
	if (/^[\p{Pd}\u2212]|\.0$/u.test(text)) return NOT_A_PHONE;
	const hasPlus = text.includes('+');
	const allDigits = text.replace(/\D/g, '');
	const isInternational = hasPlus || allDigits.startsWith('00');
	const digits = hasPlus ? allDigits : allDigits.replace(/^00/, '');
	if (isInternational && BRACKETED_ZERO.test(text)) return HAS_BRACKETED_ZERO;
	const isOfNorthAmerica = isInternational && digits.startsWith('1');
	if (digits.length < (isOfNorthAmerica ? 11 : 5)) return TOO_FEW_DIGITS;
	if (digits.length > (isOfNorthAmerica ? 11 : 15)) return TOO_MANY_DIGITS;
	if (isInternational) return valid(shape === 'phone' ? text : `+${digits}`);
	if (!isEmpty(countryCode)) return complete(digits, trimBlanks(toCellText(countryCode)));
	if (shape === 'phone') return valid(text);
	return invalid(
		"has no + and country code in front: write it like +14165550100, or fill in 'Country Code'",
	);
}

/** Why a text is no number. */
function refuseText(text: string): FieldValue<string> {
	const numbers = text
		.split(NOT_OF_NUMBER)
		.filter((part) => part.replace(/\D/g, '').length >= MIN_LOCAL_DIGITS);
	if (numbers.length > 1) return invalid('has several numbers: write one, like +14165550100');
	return /\p{L}/u.test(text) ? invalid('has letters: write it like +14165550100') : NOT_A_PHONE;
}

/** The number with the country code in front. */
function complete(national: string, given: string): FieldValue<string> {
	const [, code] = /^\+?([1-9]\d{0,2})$/.exec(given) ?? [];
	if (code === undefined) {
		return invalid(
			"needs 'Country Code', which must be one to three digits, such as 1; or write it with +",
		);
	}
	if (code === '1' && national.length < 10) return TOO_FEW_DIGITS;
	const isCertain =
		code === '1'
			? /^1?[2-9]\d{9}$/.test(national)
			: !/^0/.test(national) && !national.startsWith(code) && `${code}${national}`.length <= 15;
	if (isCertain) return valid(code === '1' ? `+1${national.slice(-10)}` : `+${code}${national}`);
	return invalid(
		"does not fit 'Country Code': write it with + and its country code, like +14165550100",
	);
}
