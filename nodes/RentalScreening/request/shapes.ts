import { atFirstUse } from '../results/values';
import { normaliseColumnName } from './columns';
import { quotedList, type ApiField, type ApiValue } from './field';
import { dropSeparators } from './text';

type Checked = ApiValue<string>;

const NO_EMAIL = { problem: 'must be an email address, such as name@example.com' };

/** Blanks, invisible characters, and the marks that only lists of addresses and names around them bring along. */
const unfitForEmail = atFirstUse(() => /[\s\p{Cc}\p{Cf}\p{Cs}"(),:;<>[\]\\]/u);
const domainLabel = atFirstUse(() => /^(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)$/u);

/** One @, something before it, a domain with a dot after it. Letters of any script are fine. Sent as given. */
export function checkEmail(text: string): Checked {
	const [local, domain, ...rest] = text.split('@');
	if (!local || !domain || rest.length > 0 || unfitForEmail().test(text)) return NO_EMAIL;
	const labels = domain.split('.');
	const fits = labels.length > 1 && labels.every((label) => domainLabel().test(label));
	return fits ? { value: text } : NO_EMAIL;
}

const NO_PHONE = { problem: 'must be a phone number, such as +14165550100' };
const NO_PLUS = {
	problem:
		"must start with + and the country code, such as +14165550100, or set the option 'Country Code'",
};
const NOT_DIGITS = { problem: 'must hold only digits after the +, such as +14165550100' };
const TRUNK_ZERO = {
	problem:
		'holds a 0 in brackets: write the number as it is dialled from abroad, such as +442079460958',
};
const TOO_LONG = { problem: 'must hold at most 15 digits, such as +14165550100' };
const NOT_TEN = { problem: 'must hold ten digits after the +1, such as +14165550100' };
const NOT_TEN_WITH_CODE = {
	problem:
		"must hold ten digits, as the option 'Country Code' is 1: write a number of another country with +",
};
const BEGINS_WITH_CODE = {
	problem: "begins with the digits of the option 'Country Code': write the whole number with +",
};
const TWO_NUMBERS = { problem: 'holds more than one phone number: keep one of them' };

/** E.164, the standard of international phone numbers. */
const MOST_DIGITS = 15;
/** Area codes may end in a slash, +49 30/1234567 or 030/1234567, but no area code is this long. */
const WHOLE_NUMBER = 10;
const WHOLE_NATIONAL_NUMBER = 7;

/**
 * A phone number in international format (version 1): blanks, dashes and `.()/` are dropped, then a plus
 * and at most 15 digits must be left. The service document names no other rule.
 */
export function checkPhoneWithPlus(given: string, countryCode = ''): Checked {
	const text = withCountryCode(given, countryCode);
	if (typeof text !== 'string') return text;
	const tooMany = moreThanOne(text, WHOLE_NUMBER);
	if (tooMany !== undefined) return tooMany;
	const value = dropSeparators(text, '.()/');
	// Most countries leave that 0 out, some do not.
	if (/^\+\d{1,3}\(0|\(0\)/.test(dropSeparators(text, './'))) return TRUNK_ZERO;
	if (!/^\+\d/.test(value)) return countryCode === '' ? NO_PLUS : NO_PHONE;
	if (isNotTen(value)) return NOT_TEN;
	return /^\+\d+$/.test(value) ? { value } : NOT_DIGITS;
}

/** A phone number whose format the service document leaves open (version 2, rent report): sent as given. */
export function checkPhone(given: string, countryCode = ''): Checked {
	const text = withCountryCode(given, countryCode);
	if (typeof text !== 'string') return text;
	const tooMany = moreThanOne(text, WHOLE_NUMBER);
	if (tooMany !== undefined) return tooMany;
	const digits = dropSeparators(text, '.()/');
	if (isNotTen(digits)) return NOT_TEN;
	return /^\+?\d+$/.test(digits) ? { value: text } : NO_PHONE;
}

/**
 * A phone number without plus as + and digits, by the option 'Country Code'; why it cannot be. The text itself
 * where it has a plus, is no number, or the option is not set: no country is guessed.
 */
function withCountryCode(given: string, countryCode: string): string | Checked {
	const text = withoutFraction(given);
	const digits = dropSeparators(text, '.()/');
	if (countryCode === '' || !/^\d+$/.test(digits)) return text;
	// Without the bracket that is left of '(00)44' and '(0044)'.
	if (digits.startsWith('00')) return text.replace(/^\D*0\D*0([^()]*)\)?/, '+$1');
	const tooMany = moreThanOne(text, WHOLE_NATIONAL_NUMBER);
	if (tooMany !== undefined) return tooMany;
	if (/\d\(0\)/.test(dropSeparators(text, './'))) return TRUNK_ZERO;
	// No area code of North America begins with 0 or 1: such digits are a number of another country.
	if (countryCode === '1') {
		return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : NOT_TEN_WITH_CODE;
	}
	const national = digits.replace(/^0/, '');
	if (digits.startsWith(countryCode)) return BEGINS_WITH_CODE;
	return national === '' ? NO_PHONE : `+${countryCode}${national}`;
}

/** What exports numbers as decimals makes of a phone number: 14165550100.0. */
function withoutFraction(text: string): string {
	return /^\+?\d+\.0$/.test(text) ? text.slice(0, -2) : text;
}

/** In North America an extension, or a digit too many or too few, is another number. */
function isNotTen(phone: string): boolean {
	return /^\+1\d*$/.test(phone) && phone.length !== '+14165550100'.length;
}

/** What is wrong where a text holds more digits than one number has, `whole` digits being one. */
function moreThanOne(text: string, whole: number): Checked | undefined {
	const [beforePlus = '', ...afterPlus] = text.split('+').map(digitsIn);
	if (beforePlus === '' && afterPlus.filter((digits) => digits !== '').length > 1)
		return TWO_NUMBERS;
	const [first = '', ...others] = text.split(BETWEEN_NUMBERS).map(digitsIn);
	const isFollowed = others.some((digits) => digits !== '');
	if (isFollowed && first.length >= whole) return TWO_NUMBERS;
	return digitsIn(text).length > MOST_DIGITS ? TOO_LONG : undefined;
}

const BETWEEN_NUMBERS = /[/,;|&\n\r]|\bor\b|\band\b/i;

function digitsIn(text: string): string {
	return text.replace(/\D/g, '');
}

const NO_AMOUNT = {
	problem: 'must be an amount without currency sign or thousands separator, such as 2100.50',
};

/** An amount that the service takes as text: a plain decimal, sent as given. */
export function checkAmount(text: string): Checked {
	return isPlainDecimal(text) ? { value: text } : NO_AMOUNT;
}

const PLAIN_DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Two thousand, where the point is the thousands separator. */
const PERHAPS_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Separators differ from country to country, so "2,100" and "2.100" are not guessed at. */
export function isPlainDecimal(text: string): boolean {
	return PLAIN_DECIMAL.test(text) && !PERHAPS_THOUSANDS.test(text);
}

/** An ID in a path: '.' and '..' would change it even when percent-encoded; half a character cannot be encoded. */
export function checkId(text: string): Checked {
	const isPathSegment = text !== '.' && text !== '..' && !/\p{Surrogate}/u.test(text);
	return isPathSegment ? { value: text } : { problem: 'is not an ID that the service gives out' };
}

/** A value of a closed list by the service's name or the editor's label: case, blanks, `_`, `-` and `.` are ignored. */
export function checkListed(text: string, listed: NonNullable<ApiField['oneOf']>): Checked {
	const wanted = normaliseColumnName(text);
	const found = listed.find(({ name, value }) =>
		[name, value].some((known) => normaliseColumnName(known) === wanted),
	);
	if (found !== undefined) return { value: found.value };
	const names = listed.map(({ name }) => name);
	return { problem: `must be one of ${quotedList(names, 'or')}` };
}

/** What is wrong with a value of a type that a field of this shape never has, such as a Date for a phone. */
export function whyNotText(value: unknown, shape: ApiField['shape']): string | undefined {
	const isPhone = shape === 'phone' || shape === 'phoneWithPlus';
	if (!isPhone && shape !== 'amount') return undefined;
	const fits = ['string', 'number', 'bigint'].includes(typeof value);
	if (shape === 'amount') return fits ? undefined : NO_AMOUNT.problem;
	const isWhole = typeof value !== 'number' || (Number.isInteger(value) && value > 0);
	return fits && isWhole ? undefined : NO_PHONE.problem;
}
